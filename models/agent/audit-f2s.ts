/**
 * AUDIT-F2S, feedback to state with an audit: a router reads the feedback, a verifier tries each update on a simulated
 * reader before it is committed and finds where it may act, every item says where it came from and how long it lives, and
 * what is taken back is removed with all that was derived from it.
 */

import { type AgentState, COMPONENTS, type DiffAtom } from "../../data-schemas/agent-state.ts";
import type { TraceNode, Want } from "../../data-schemas/fuse-episode.ts";
import { AXES, axisIndex } from "../../data-schemas/ontology.ts";
import { SCENES } from "../../data-schemas/scene.ts";
import { languageOf } from "../content/narrative-columns.ts";
import { poleWanted } from "../population/mood.ts";
import type { Agent, Repair, Told } from "./agent.ts";
import { atomsFor, componentsFor, forgetAtoms, ttlOf } from "./atoms.ts";
import { type Candidate, type Routed, route } from "./router.ts";
import { antiScopeName, scopeName } from "./scope.ts";
import { type Rehearse, type Verdict, verify } from "./verifier.ts";
import type { WantReader } from "./wants.ts";

export interface AuditOptions {
  readonly wants: WantReader;
  /** The simulator, as the agent may ask it. */
  readonly rehearse: Rehearse;
  /** Where a text stands on each axis, about −1 to 1. Shape [AXES]. */
  readonly poles: (text: string) => Promise<ArrayLike<number>>;
}

/** How sure an atom is, by where its want was read. */
const SURE: Readonly<Record<Candidate["from"] | "guess", number>> = { tag: 0.9, comment: 0.6, guess: 0.4 };
/** From here on a text stands at a pole. */
const AT_POLE = 0.5;
/** Components that may be concerned are all tried at once. */
const FULL = "current_story";

export function auditF2S({ wants, rehearse, poles }: AuditOptions): Agent {
  const verdictOf = (told: Told, want: Want, routed: Routed): Promise<Verdict> => {
    const components = componentsFor(want, FULL);
    const everywhere = { scope: "current_story", antiScope: "none", ttl: "permanent", provenance: [], confidence: 1 };
    const language = languageFor(told, routed);
    return verify(rehearse, told.feedback.user_id, language, atomsFor({ want, components, language, ...everywhere }));
  };

  const propose = async (told: Told): Promise<{ atoms: DiffAtom[]; want: Want | null; gain: number | null }> => {
    const { feedback, state } = told;
    const forgotten = feedback.retracts === undefined ? [] : forget(state, feedback.retracts);
    if (feedback.kind === "retraction") return { atoms: forgotten, want: null, gain: null };
    const routed = route(feedback, wants);
    const about = told.trace.find(({ id }) => id === feedback.about);
    const silent = routed.candidates.length === 0 && unhappy(told);
    const candidates = silent && about !== undefined ? await guesses(about) : routed.candidates;
    const tried = await Promise.all(
      candidates.map(async (candidate) => ({ ...candidate, verdict: await verdictOf(told, candidate.want, routed) })),
    );
    const good = tried
      .filter(({ verdict }) => verdict.helps.length > 0)
      .sort((a, b) => b.verdict.gain - a.verdict.gain);
    // Of guesses and readings the likeliest only; every tag counts.
    const kept = good.filter(({ from }, i) => from === "tag" || i === 0);
    const atoms = kept.flatMap(({ want, from, verdict }) => {
      const { extent, spared } = routed;
      const language = languageFor(told, routed);
      const harms = SCENES.filter((scene) => !verdict.helps.includes(scene) || spared.includes(scene));
      return atomsFor({
        want,
        components: componentsFor(want, extent),
        language,
        scope: scopeName(extent, verdict.helps),
        antiScope: antiScopeName(harms),
        ttl: ttlOf(extent),
        provenance: [feedback.id],
        confidence: SURE[from],
      });
    });
    return { atoms: [...forgotten, ...atoms], want: kept[0]?.want ?? null, gain: kept[0]?.verdict.gain ?? null };
  };

  /** What a text stands at the pole of, turned around. */
  const guesses = async ({ text }: TraceNode): Promise<{ want: Want; from: "guess" }[]> => {
    const code = await poles(text);
    return AXES.flatMap(({ id, kind }, k) => {
      if (kind === "quality" || Math.abs(code[k]!) < AT_POLE) return [];
      const direction = code[k]! < 0 ? "higher" : "lower";
      return [{ want: { axis: id, direction }, from: "guess" as const }];
    });
  };

  return {
    name: "audit-f2s",
    update: async (told) => (await propose(told)).atoms,
    repair: async (told): Promise<Repair> => {
      const { atoms, want, gain } = await propose(told);
      if (want === null) return { diff: atoms, ranked: [], predictedGain: null };
      const sign = -poleWanted(want);
      const guilt = await Promise.all(
        told.trace.map(async ({ text }) => sign * (await poles(text))[axisIndex(want.axis)]!),
      );
      const order = told.trace.map(({ id }, i) => ({ id, guilt: guilt[i]! })).sort((a, b) => b.guilt - a.guilt);
      const ranked = order.filter(({ guilt }) => guilt > 0).map(({ id }) => id);
      return { diff: atoms, ranked, predictedGain: gain };
    },
  };
}

function forget(state: AgentState, source: string): DiffAtom[] {
  const holding = COMPONENTS.filter((component) =>
    state[component].some(({ provenance }) => provenance.includes(source)),
  );
  return forgetAtoms(source, holding);
}

/** Low stars, or a chapter that was skipped or not gone on from. */
function unhappy({ feedback }: Told): boolean {
  const { explicit, implicit } = feedback.observed;
  const rating = explicit?.rating ?? null;
  return (rating !== null && rating <= 3) || implicit?.skipped === true || implicit?.continue_clicked === false;
}

function languageFor({ trace }: Told, routed: Routed) {
  return routed.language ?? languageOf(trace.at(-1)?.text ?? "");
}
