/** What metrics read of an episode's log. */
import { COMPONENTS, type Component, componentOf } from "../../data-schemas/agent-state.ts";
import type { Task } from "../../data-schemas/fuse-episode.ts";
import type { Condition, EpisodeLog, Generation } from "../../data-schemas/fuse-log.ts";

export type { EpisodeLog, Task };
export type Kind = Generation["kind"];

/** A drop or a rise of J that counts (fuse.md, δ). */
export const DELTA = 0.02;
/** Keeps quotients finite. */
export const EPSILON = 1e-6;
/** Below it the right change cannot be told from none: the episode is unmeasurable. */
export const LEAST_UPLIFT = 0.01;

export interface Change {
  readonly from: number;
  readonly to: number;
}

/** Scenes by kind and condition, those after a turn of a drift left out. */
const SCENES = new WeakMap<EpisodeLog, ReadonlyMap<string, readonly Generation[]>>();

function scenesOf(log: EpisodeLog, kind: Kind, condition: Condition): readonly Generation[] {
  let byName = SCENES.get(log);
  if (byName === undefined) {
    const made = new Map<string, Generation[]>();
    for (const generation of log.generations) {
      if (generation.turn !== null) continue;
      const name = `${generation.kind} ${generation.condition}`;
      const list = made.get(name);
      if (list === undefined) made.set(name, [generation]);
      else list.push(generation);
    }
    SCENES.set(log, made);
    byName = made;
  }
  return byName.get(`${kind} ${condition}`) ?? [];
}

/** J of each probe of a kind under two conditions; probes that one of them lacks are left out. */
export function changes(log: EpisodeLog, judge: string, kind: Kind, from: Condition, to: Condition): Change[] {
  const after = scenesOf(log, kind, to);
  return scenesOf(log, kind, from).flatMap(({ probe, judged }) => {
    const before = judged[judge];
    const other = after.find((generation) => generation.probe === probe)?.judged[judge];
    return before == null || other == null ? [] : [{ from: before, to: other }];
  });
}

/** Hash of a scene that the agent did not write. */
export const UNWRITTEN = "none";

export function isWritten({ text_hash }: Generation): boolean {
  return text_hash !== UNWRITTEN;
}

export function mean(values: readonly number[]): number | null {
  return values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0) / values.length;
}

/** Mean J(to) − J(from). */
export function meanUplift(log: EpisodeLog, judge: string, kind: Kind, from: Condition, to: Condition): number | null {
  return mean(changes(log, judge, kind, from, to).map((change) => change.to - change.from));
}

/** harm(q) = max(0, J(before) − J(after)), averaged. */
export function meanHarm(log: EpisodeLog, judge: string, kind: Kind): number | null {
  return mean(changes(log, judge, kind, "before", "after").map((change) => Math.max(0, change.from - change.to)));
}

/** Share of probes whose J changed by more than δ: up (1) or down (−1). */
export function shareMoved(log: EpisodeLog, judge: string, kind: Kind, way: 1 | -1): number | null {
  return mean(changes(log, judge, kind, "before", "after").map(({ from, to }) => (way * (to - from) > DELTA ? 1 : 0)));
}

/** 0 where one of them is 0. */
export function harmonicMean(values: readonly number[]): number {
  if (values.some((value) => value <= 0)) return 0;
  return values.length / values.reduce((sum, value) => sum + 1 / value, 0);
}

export function f1(hits: number, predicted: number, gold: number): number | null {
  return predicted + gold === 0 ? null : (2 * hits) / (predicted + gold);
}

/** Components that the right change adds to. */
export function neededComponents({ gold }: EpisodeLog): Component[] {
  const named = new Set(gold.flatMap(({ atom }) => (atom.operation === "remove" ? [] : [componentOf(atom.target)])));
  return COMPONENTS.filter((component) => named.has(component));
}
