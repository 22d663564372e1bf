/** What a model says of one answer, and what the reader said. Models, people and logs are scored by the same code. */

import { LEVELS } from "../data-schemas/rating.ts";

export interface Prediction {
  /** Intervals are clustered by this: answers of one reader are not independent. */
  readonly reader: number;
  /** 1 to LEVELS. */
  readonly rating: number;
  /** P of each level; sums to 1. */
  readonly probability: ArrayLike<number>;
  /**
   * How good the chapter is for the reader, on the model's own scale. All scores of one reader rest on the same knowledge of
   * the reader: a score that has seen one answer of a pair would carry it into the comparison. null: not to be compared.
   */
  readonly score: number | null;
}

/** Σ k · P(k). Range [1, LEVELS]. */
export function expectedRating(probability: ArrayLike<number>): number {
  let sum = 0;
  for (let k = 0; k < LEVELS; k++) sum += (k + 1) * probability[k]!;
  return sum;
}

/** Predictions by reader, in order of first appearance. */
export function byReader(predictions: readonly Prediction[]): Prediction[][] {
  const groups = new Map<number, Prediction[]>();
  for (const prediction of predictions) {
    const group = groups.get(prediction.reader);
    if (group === undefined) groups.set(prediction.reader, [prediction]);
    else group.push(prediction);
  }
  return [...groups.values()];
}
