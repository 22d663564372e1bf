/** Scenes after each turn of a preference that changes. */
import type { EpisodeLog, Generation } from "../../data-schemas/fuse-log.ts";

/** After the change, in the order of turns. The first turns, in which the old preference was asked for, are not among them. */
export function afterChange({ generations }: EpisodeLog, condition: "at_turn" | "gold_at_turn"): Generation[] {
  const turns = generations.filter((generation) => generation.condition === condition);
  return turns.filter(({ turn }) => turn! >= CHANGE_TURN).sort((a, b) => a.turn! - b.turn!);
}

/** Of the timeline of a drift episode (models/fuse/tasks/drift.ts). */
const CHANGE_TURN = 2;
