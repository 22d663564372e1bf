/** All that training and prediction read: events, histories of them, tables of contents, and what others answered. */
import type { ContentTables } from "../content/content-encoder.ts";
import type { HostArray } from "../tensor/host-array.ts";
import type { ReaderEvent } from "./event.ts";
import { type Marginal, Tally } from "./tallies.ts";

/** A counterfactual pair of contents, by row of the encoded texts. */
export interface AxisPairRows {
  readonly low: number;
  readonly high: number;
  /** Index among AXES. */
  readonly axis: number;
}

export interface ReaderData {
  readonly events: readonly ReaderEvent[];
  readonly tables: ContentTables<HostArray>;
  /** Words of each encoded text; 0: not measured. Shape [C]. */
  readonly words: Float32Array;
  readonly marginal: Marginal;
  /** By item: the training split's answers. */
  readonly items: readonly Tally[];
  readonly pairs: readonly AxisPairRows[];
  /** Whether an answer may become part of its reader's history. */
  readonly known: (event: ReaderEvent) => boolean;
}

/** What the readers of the training split said of each item. */
export function tallyItems(events: readonly ReaderEvent[], items: number): Tally[] {
  const tallies = Array.from({ length: items }, () => new Tally());
  for (const { item, rating, split } of events) {
    if (rating !== null && split === "train") tallies[item]!.add(rating);
  }
  return tallies;
}
