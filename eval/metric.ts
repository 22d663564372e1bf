/**
 * A metric is a ratio of two sums over readers, finished by a monotone function. That form makes its interval exact to
 * compute: readers are resampled, and only their sums are needed.
 */
import type { Prediction } from "./prediction.ts";

/** What one reader adds to the two sums. */
export interface Contribution {
  readonly sum: number;
  /** Number of units measured: ratings, or pairs. */
  readonly weight: number;
}

export interface Metric {
  readonly name: string;
  readonly unit: string;
  readonly better: "lower" | "higher";
  /** What a useless model gets, when it does not depend on the data. */
  readonly floor: number | null;
  /** The best that any model could get. */
  readonly ceiling: number;
  /** Raised when the definition changes: the same name and number never mean two things. */
  readonly protocol: string;
  /** @param answers  All test answers of one reader. */
  contribution(answers: readonly Prediction[]): Contribution;
  /** From the mean over units to the reported value. */
  finish(mean: number): number;
}
