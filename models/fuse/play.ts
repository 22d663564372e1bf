/**
 * An agent through an episode: its answers become a log of its state, and the scenes that it is scored on are planned from
 * the state alone. What it answers is checked here; what does not fit is refused, counted, and changes nothing.
 */

import { COMPONENTS, componentOf, type DiffAtom, diffAtomSchema } from "../../data-schemas/agent-state.ts";
import { internal } from "../../data-schemas/errors.ts";
import type { FeedbackEvent, Probe, ProbeTruth } from "../../data-schemas/fuse-episode.ts";
import type { Condition, Generation } from "../../data-schemas/fuse-log.ts";
import { ATOMS_AT_MOST } from "../../data-schemas/fuse-message.ts";
import { AXES, axisIndex } from "../../data-schemas/ontology.ts";
import type { Told } from "../agent/agent.ts";
import {
  applyDiff,
  authorOf,
  itemsOf,
  type LiveItem,
  type LiveState,
  mask,
  only,
  type SameMatter,
  type StateLog,
  shownState,
  stateAt,
} from "../agent/state-log.ts";
import { sameWant } from "../agent/wants.ts";
import { tokensOf } from "../content/tokens.ts";
import { poleWanted } from "../population/mood.ts";
import type { Episode } from "./episode-maker.ts";
import { type Levels, planScene, type Reading } from "./plan.ts";

/** What an agent answered, before it is checked. */
export interface Answer {
  readonly diff: readonly unknown[];
  readonly ranked?: readonly string[];
  readonly predictedGain?: number | null;
}

/** An agent as the episode meets it. */
export interface Player {
  readonly name: string;
  ask(type: "update" | "repair", told: Told): Promise<Answer>;
  retrieve?(state: LiveState, probe: Probe): Promise<LiveState>;
}

/** The agent lost the episode. @param reason Without anything that a reader said. */
export class AgentFailure extends Error {
  override readonly name = "AgentFailure";
}

export interface PlannedScene {
  readonly probe: Probe;
  readonly truth: ProbeTruth;
  readonly condition: Condition;
  readonly turn: number | null;
  readonly state: LiveState;
  readonly levels: Levels;
  readonly follows: Generation["follows"];
}

export interface Played {
  readonly lost: string | null;
  readonly refusedAtoms: Readonly<Record<string, number>>;
  readonly predicted: readonly DiffAtom[];
  readonly scenes: readonly PlannedScene[];
  readonly credit: { readonly ranked: readonly string[]; readonly predictedGain: number | null } | null;
  readonly rollback: { readonly derived: number; readonly removed: number } | null;
  readonly leaked: number | null;
  readonly growth: { readonly items: number; readonly tokens: number; readonly turns: number };
  readonly calls: number;
}

interface Heard {
  /** The state's log after each feedback. */
  readonly logs: readonly StateLog[];
  readonly predicted: readonly DiffAtom[];
  readonly refusedAtoms: Record<string, number>;
  readonly credit: Played["credit"];
  readonly lost: string | null;
  readonly calls: number;
}

/** @param read What contents ask for. */
export async function playEpisode(player: Player, episode: Episode, read: Reading): Promise<Played> {
  const same: SameMatter = (a, b) => {
    const [x, y] = [read(a), read(b)];
    return a === b || (x !== null && x.axis === y?.axis);
  };
  const heard = await listen(player, episode, same);
  const { shown, sealed } = episode;
  const golds = logsOf(shown.feedback, (feedback) => sealed.gold[feedback.id] ?? []);
  const scenes: PlannedScene[] = [];
  for (const probe of shown.probes) {
    const truth = sealed.probes[probe.id];
    if (truth === undefined) throw internal(`probe ${probe.id} of ${shown.id} has no truth`);
    for (const { condition, turn, log, view } of conditionsFor(episode, truth, heard.logs, golds)) {
      const whole = view(stateAt(log, probe.clock, same), probe);
      const own = condition.startsWith("gold") || condition === "before";
      const state = own || player.retrieve === undefined ? whole : await player.retrieve(whole, probe);
      const base = baseOf(truth);
      const levels = planScene(state, probe, base, read);
      const follows = truth.after === null ? undefined : followed(levels, base, truth);
      scenes.push({ probe, truth, condition, turn, state, levels, follows });
    }
  }
  const items = itemsOf(stateAt(heard.logs.at(-1)!, null, same));
  const main = shown.feedback[0]!.user_id;
  return {
    ...heard,
    scenes,
    rollback: shown.task === "drift" ? rollbackOf(heard.logs, same) : null,
    leaked:
      shown.task === "isolation"
        ? items.filter((item) => authorOf(item) !== main && item.user_id !== authorOf(item)).length
        : null,
    growth: {
      items: items.length,
      tokens: items.reduce((sum, { content }) => sum + tokensOf(content).length, 0),
      turns: shown.feedback.length,
    },
  };
}

async function listen(player: Player, { shown }: Episode, same: SameMatter): Promise<Heard> {
  const { task, trace, feedback: events, id } = shown;
  const logs: StateLog[] = [];
  const predicted: DiffAtom[] = [];
  const refusedAtoms: Record<string, number> = {};
  let credit: Played["credit"] = null;
  let lost: string | null = null;
  let calls = 0;
  for (const [i, feedback] of events.entries()) {
    const log = logs.at(-1) ?? [];
    if (lost !== null) {
      logs.push(log);
      continue;
    }
    const state = shownState(stateAt(log, feedback.at, same));
    const past = trace.filter(({ user_id, clock }) => user_id === feedback.user_id && clock.turn <= feedback.at.turn);
    const type = task === "delayed_credit" ? "repair" : "update";
    try {
      calls++;
      const answer = await player.ask(type, { episode: id, state, trace: past, feedback });
      const atoms = checked(answer.diff, refusedAtoms);
      predicted.push(...atoms);
      if (type === "repair") {
        const known = new Set(trace.map((node) => node.id));
        const ranked = [...new Set(answer.ranked ?? [])].filter((node) => known.has(node));
        credit = { ranked, predictedGain: answer.predictedGain ?? null };
      }
      logs.push(applyDiff(log, atoms, { id: String(i), user_id: feedback.user_id, at: feedback.at }));
    } catch (error) {
      if (!(error instanceof AgentFailure)) throw error;
      lost = error.message;
      logs.push(log);
    }
  }
  return { logs, predicted, refusedAtoms, credit, lost, calls };
}

/** Atoms that fit; the rest is counted by reason. */
function checked(diff: readonly unknown[], refused: Record<string, number>): DiffAtom[] {
  const count = (reason: string, n = 1): void => {
    refused[reason] = (refused[reason] ?? 0) + n;
  };
  if (diff.length > ATOMS_AT_MOST) count("too-many", diff.length - ATOMS_AT_MOST);
  return diff.slice(0, ATOMS_AT_MOST).flatMap((atom) => {
    const parsed = diffAtomSchema.safeParse(atom);
    if (parsed.success) return [parsed.data];
    count("schema");
    return [];
  });
}

function logsOf(
  events: readonly FeedbackEvent[],
  diffOf: (feedback: FeedbackEvent) => readonly DiffAtom[],
): StateLog[] {
  const logs: StateLog[] = [];
  for (const [i, feedback] of events.entries())
    logs.push(
      applyDiff(logs.at(-1) ?? [], diffOf(feedback), { id: String(i), user_id: feedback.user_id, at: feedback.at }),
    );
  return logs;
}

interface Shown {
  readonly condition: Condition;
  readonly turn: number | null;
  readonly log: StateLog;
  readonly view: (state: LiveState, probe: Probe) => LiveState;
}

const whole = (state: LiveState): LiveState => state;

function conditionsFor(
  { shown, sealed }: Episode,
  truth: ProbeTruth,
  logs: readonly StateLog[],
  golds: readonly StateLog[],
): Shown[] {
  const make = (
    condition: Condition,
    log: StateLog,
    view: Shown["view"] = whole,
    turn: number | null = null,
  ): Shown => ({
    condition,
    turn,
    log,
    view,
  });
  const [last, gold] = [logs.at(-1)!, golds.at(-1)!];
  if (truth.after !== null) {
    const t = truth.after;
    return [make("at_turn", logs[t]!, whole, t), make("gold_at_turn", golds[t]!, whole, t)];
  }
  if (isTakenBack(shown.feedback, sealed.wants, truth)) {
    // The last two events said it and took it back: without them the state is what it was before.
    return [make("rolled_back", last), make("never", logs.at(-3)!)];
  }
  const all = [make("before", []), make("after", last), make("gold", gold)];
  if (shown.task === "masking" && truth.kind === "positive") {
    const named = [
      ...new Set(golds.at(-1)!.flatMap((event) => (event.kind === "applied" ? [componentOf(event.atom.target)] : []))),
    ];
    for (const component of COMPONENTS) {
      all.push(make(`mask:${component}`, last, (state) => mask(state, component)));
      all.push(make(`gold_mask:${component}`, gold, (state) => mask(state, component)));
    }
    all.push(make("routed", last, (state) => only(state, named)));
  }
  if (shown.task === "isolation") all.push(make("without_others", last, withoutOthers));
  return all;
}

function isTakenBack(
  events: readonly FeedbackEvent[],
  wants: Episode["sealed"]["wants"],
  { want }: ProbeTruth,
): boolean {
  const last = events.at(-1)!;
  if (last.kind !== "retraction" || last.retracts === undefined) return false;
  return sameWant(wants[last.retracts] ?? null, want);
}

function withoutOthers(state: LiveState, { user_id }: Probe): LiveState {
  const own = (items: readonly LiveItem[]): LiveItem[] => items.filter((item) => authorOf(item) === user_id);
  return Object.fromEntries(COMPONENTS.map((component) => [component, own(state[component])])) as unknown as LiveState;
}

function baseOf({ levels }: ProbeTruth): Levels {
  return AXES.map(({ id }) => levels[id] ?? 0);
}

function followed(levels: Levels, base: Levels, { want }: ProbeTruth): Generation["follows"] {
  const k = axisIndex(want.axis);
  const moved = Math.sign(levels[k]! - base[k]!);
  if (moved === 0) return "neither";
  return moved === poleWanted(want) ? "new" : "old";
}

/** Items that the feedback taken back had made or changed, and how many of them are again as they were. */
function rollbackOf(logs: readonly StateLog[], same: SameMatter): { derived: number; removed: number } {
  const weights = (log: StateLog): Map<string, number> =>
    new Map(itemsOf(stateAt(log, null, same)).map(({ id, weight }) => [id, weight]));
  const [before, said, after] = [weights(logs.at(-3)!), weights(logs.at(-2)!), weights(logs.at(-1)!)];
  const ids = [...new Set([...before.keys(), ...said.keys()])];
  const derived = ids.filter((id) => before.get(id) !== said.get(id));
  return { derived: derived.length, removed: derived.filter((id) => after.get(id) === before.get(id)).length };
}
