/** The scenes in which an update is probed: where it should help, where it must not act, and where it does not matter. */
import type { Clock, DiffAtom } from "../../data-schemas/agent-state.ts";
import type { AxisLevel } from "../../data-schemas/axis.ts";
import type { Probe, ProbeKind, ProbeTruth, Want } from "../../data-schemas/fuse-episode.ts";
import { byAxis } from "../../data-schemas/ontology.ts";
import { NEUTRAL_SCENES, SCENES, type SceneType } from "../../data-schemas/scene.ts";
import type { Extent } from "../agent/atoms.ts";
import { applyDiff, stateAt } from "../agent/state-log.ts";
import type { Language } from "../content/language.ts";
import { ordered } from "../population/grammar/story.ts";
import { expectedStars } from "../population/judgement.ts";
import { antiGoldAtoms, goldAtoms } from "./gold.ts";
import { hasRoom, type Levels, planScene, type Reading } from "./plan.ts";
import { sceneBase } from "./scene-base.ts";
import { offending } from "./wants.ts";
import type { KnownReader } from "./world.ts";

export interface MadeProbe {
  readonly probe: Probe;
  readonly truth: ProbeTruth;
}

export interface Probing {
  readonly reader: KnownReader;
  readonly user_id: string;
  readonly want: Want;
  readonly extent: Extent;
  /** Where the feedback was said. */
  readonly at: Clock;
  /** Where probes may lie, nearest first. */
  readonly clocks: readonly Clock[];
  readonly distance: "near" | "far";
  readonly language: Language;
  readonly key: string;
  readonly read: Reading;
}

/** A probe is admitted when the planted reader notices: by more than twice what counts as a drop, on the wrong side. */
const NOTICED = 0.04;
const FAR: readonly SceneType[] = ["grief", "cozy"];

/** Scenes that have no room for an axis, and in which something is at stake. */
export function antiScenes(axis: string, distance: "near" | "far"): SceneType[] {
  const all = SCENES.filter((scene) => !hasRoom(scene, axis) && !NEUTRAL_SCENES.includes(scene));
  const wanted = all.filter((scene) => FAR.includes(scene) === (distance === "far"));
  return wanted.length > 0 ? wanted : all;
}

/** @returns Up to `count` probes that the planted reader would notice; fewer where there are not so many. */
export function makeProbes(probing: Probing, kind: ProbeKind, count: number, after: number | null): MadeProbe[] {
  const { want, clocks, key } = probing;
  const scenes = {
    positive: SCENES.filter((scene) => hasRoom(scene, want.axis)),
    anti: antiScenes(want.axis, probing.distance),
    neutral: NEUTRAL_SCENES,
  }[kind];
  const places = clocks.flatMap((clock) =>
    ordered(`${key}/${clock.chapter}`, scenes).map((scene) => ({ clock, scene })),
  );
  const made: MadeProbe[] = [];
  for (const { clock, scene } of places) {
    if (made.length === count) break;
    const probe: Probe = { id: kind, user_id: probing.user_id, scene, language: probing.language, clock };
    const level = kind === "positive" ? offending(want) : 0;
    const base = sceneBase(scene, `${clock.story}/${clock.chapter}/${scene}`, { [want.axis]: level });
    if (!isNoticed(probing, probe, base, kind)) continue;
    made.push({ probe, truth: { kind, want, levels: signsOf(base), after } });
  }
  return made;
}

/** Names that tell nothing of the kind, and an order that tells nothing either. */
export function withNames(key: string, probes: readonly MadeProbe[]): MadeProbe[] {
  return ordered(`${key}/probes`, probes).map(({ probe, truth }, i) => ({ probe: { ...probe, id: `q${i}` }, truth }));
}

function signsOf(levels: Levels): ProbeTruth["levels"] {
  return byAxis(levels.entries(), (level) => Math.sign(level) as Exclude<AxisLevel, 0>);
}

function isNoticed(
  { reader, want, extent, at, language, user_id, read }: Probing,
  probe: Probe,
  base: Levels,
  kind: ProbeKind,
): boolean {
  if (kind === "neutral") return true;
  const overdone = antiGoldAtoms(want, extent, language, "f").slice(0, 2);
  const diff: readonly DiffAtom[] = kind === "positive" ? goldAtoms(want, extent, language, "f") : overdone;
  const state = stateAt(applyDiff([], diff, { id: "d", user_id, at }), probe.clock);
  const stars = (levels: Levels): number => expectedStars(reader.reader, reader.mood, { levels, quality: 0, words: 0 });
  const gain = stars(planScene(state, probe, base, read)) - stars(base);
  return kind === "positive" ? gain > NOTICED : gain < -NOTICED;
}
