/**
 * Counts and sums of ratings: of a reader up to an event, and of what was answered to (a book, a telling of a chapter) over
 * the readers that were trained on, the own answer left out. A training row never sees its own label here; the overall
 * mean and shares, to which one answer in thousands adds next to nothing, do.
 */
import { LEVELS } from "../../data-schemas/rating.ts";

/** Shrunk mean deviation, log(1 + n), and the smoothed log-share of each level. */
export const STATISTICS = 2 + LEVELS;

/** Prior weight, in answers, of the mean over all readers (stories): methods.md found them best on real ratings. */
export const READER_PRIOR = 5;
export const ITEM_PRIOR = 10;

/** What ratings are like over all of the training split. */
export interface Marginal {
  readonly mean: number;
  /** Share of each level, each level seen at least once. Shape [LEVELS]. */
  readonly share: readonly number[];
}

export function marginalOf(ratings: Iterable<number>): Marginal {
  const counts = new Array<number>(LEVELS).fill(0);
  for (const rating of ratings) counts[rating - 1]!++;
  const n = counts.reduce((sum, count) => sum + count, 0);
  const total = counts.reduce((sum, count, k) => sum + count * (k + 1), 0);
  return {
    mean: n === 0 ? (LEVELS + 1) / 2 : total / n,
    share: counts.map((count) => (count + 1) / (n + LEVELS)),
  };
}

/** Answers of one reader, or to one item. */
export class Tally {
  readonly levels = new Float64Array(LEVELS);
  count = 0;
  sum = 0;

  add(rating: number, times = 1): void {
    this.levels[rating - 1]! += times;
    this.count += times;
    this.sum += times * rating;
  }

  /** Mean deviation from the overall mean, drawn to 0 by `prior` answers; `own` is left out. */
  deviation({ mean }: Marginal, prior: number, own: number | null): number {
    const n = this.count - (own === null ? 0 : 1);
    return (this.sum - (own ?? 0) - n * mean) / (n + prior);
  }

  /** Writes STATISTICS numbers at `out[at …]`. */
  write(marginal: Marginal, prior: number, own: number | null, out: Float32Array, at: number): void {
    const n = this.count - (own === null ? 0 : 1);
    out[at] = this.deviation(marginal, prior, own);
    out[at + 1] = Math.log1p(n);
    for (let k = 0; k < LEVELS; k++) {
      const share = marginal.share[k]!;
      const count = this.levels[k]! - (own === k + 1 ? 1 : 0);
      out[at + 2 + k] = Math.log((count + prior * share) / (n + prior) / share);
    }
  }
}
