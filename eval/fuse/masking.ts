/** What a masked component takes away of what was gained on Q+. */
import { COMPONENTS, type Component } from "../../data-schemas/agent-state.ts";
import { EPSILON, type EpisodeLog, LEAST_UPLIFT, mean, meanUplift, neededComponents } from "./episode.ts";

type Whole = "after" | "gold";
type Mask = "mask" | "gold_mask";

/** (J_full − J_mask) / (J_full − J_none + ε); null: nothing was gained that could be lost. */
export function necessity(
  log: EpisodeLog,
  judge: string,
  whole: Whole,
  mask: Mask,
  component: Component,
): number | null {
  const gained = meanUplift(log, judge, "positive", "before", whole);
  const lost = meanUplift(log, judge, "positive", `${mask}:${component}`, whole);
  if (gained === null || lost === null || gained <= LEAST_UPLIFT) return null;
  return lost / (gained + EPSILON);
}

/** @param needed Of the components that the right change uses, or of the others. */
export function meanNecessity(
  log: EpisodeLog,
  judge: string,
  whole: Whole,
  mask: Mask,
  needed: boolean,
): number | null {
  const used = neededComponents(log);
  const components = COMPONENTS.filter((component) => used.includes(component) === needed);
  const values = components.map((component) => necessity(log, judge, whole, mask, component));
  return values.includes(null) ? null : mean(values as number[]);
}
