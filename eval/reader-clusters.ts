/** Values that belong to readers, with intervals: readers are drawn again, each with all that is theirs. */
import { type CountStatistic, type Estimate, Resampler } from "./interval.ts";
import type { Contribution } from "./metric.ts";

export interface ReaderValue {
  readonly reader: string;
  readonly value: number;
  /** What the value is a sum over; by default one unit. */
  readonly weight?: number;
}

export interface ReaderCounts {
  readonly reader: string;
  readonly counts: Float64Array;
}

const asItIs = { finish: (mean: number): number => mean };

export class ReaderClusters {
  readonly #row: ReadonlyMap<string, number>;
  readonly #resampler: Resampler;

  /** @param readers Any order, any number of times. @param rng Of the bootstrap. */
  constructor(readers: Iterable<string>, rng: () => number) {
    this.#row = new Map([...new Set(readers)].sort().map((reader, i) => [reader, i]));
    this.#resampler = new Resampler(this.#row.size, rng);
  }

  /** One a reader. */
  contributions(values: Iterable<ReaderValue>): Contribution[] {
    const parts = Array.from(this.#row, () => ({ sum: 0, weight: 0 }));
    for (const { reader, value, weight = 1 } of values) {
      const part = parts[this.#row.get(reader)!]!;
      part.sum += value;
      part.weight += weight;
    }
    return parts;
  }

  /** Σ values / Σ weights. @param parts Of `contributions`. */
  mean(parts: readonly Contribution[]): Estimate {
    return this.#resampler.estimate(asItIs, parts);
  }

  difference(a: readonly Contribution[], b: readonly Contribution[]): Estimate {
    return this.#resampler.difference(asItIs, a, b);
  }

  /** Of summed counts. @param size Of every counts. */
  statistic(parts: Iterable<ReaderCounts>, size: number, statistic: CountStatistic): Estimate {
    const sums = Array.from(this.#row, () => new Float64Array(size));
    for (const { reader, counts } of parts) {
      const sum = sums[this.#row.get(reader)!]!;
      for (let i = 0; i < size; i++) sum[i]! += counts[i]!;
    }
    return this.#resampler.statistics(sums, [statistic])[0]!;
  }
}
