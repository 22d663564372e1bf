/** Counts of each level by group, smoothed towards the overall shares. */
import { LEVELS } from "../../data-schemas/rating.ts";
import type { RatedAnswer } from "./baseline.ts";

/** Shares of the levels among all answers, each level seen at least once. */
export function overallShares(training: readonly RatedAnswer[]): Float64Array {
  const shares = new Float64Array(LEVELS).fill(1);
  for (const { rating } of training) shares[rating - 1]!++;
  const total = training.length + LEVELS;
  return shares.map((count) => count / total);
}

export class LevelCounts {
  readonly #shares: Float64Array;
  readonly #prior: number;
  readonly #counts = new Map<number, Float64Array>();

  /** @param prior  Weight of the overall shares, in answers. */
  constructor(training: readonly RatedAnswer[], key: "reader" | "story", shares: Float64Array, prior: number) {
    this.#shares = shares;
    this.#prior = prior;
    for (const answer of training) {
      let counts = this.#counts.get(answer[key]);
      if (counts === undefined) {
        counts = new Float64Array(LEVELS);
        this.#counts.set(answer[key], counts);
      }
      counts[answer.rating - 1]!++;
    }
  }

  /** Smoothed shares of a member's answers; the overall ones for an unknown member. */
  shares(member: number): Float64Array {
    const counts = this.#counts.get(member);
    if (counts === undefined) return this.#shares;
    const total = counts.reduce((sum, count) => sum + count, this.#prior);
    return counts.map((count, k) => (count + this.#prior * this.#shares[k]!) / total);
  }
}
