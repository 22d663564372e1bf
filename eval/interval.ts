/**
 * Intervals clustered by reader: readers are drawn with replacement, each with all their answers.
 * Percentile bootstrap (Efron & Tibshirani, An Introduction to the Bootstrap, 1993, §13.3).
 */
import { quantileSorted } from "d3-array";
import { internal } from "../data-schemas/errors.ts";
import type { Contribution, Metric } from "./metric.ts";

export const RESAMPLES = 1000;
const LEVEL = 0.95;

/** A value with its interval. null: nothing was measured. */
export interface Estimate {
  readonly value: number | null;
  /** null with a value: fewer than two readers were measured, so their spread is unknown. */
  readonly low: number | null;
  readonly high: number | null;
  /** Units measured: ratings or pairs. */
  readonly n: number;
  /** Readers with at least one unit. */
  readonly clusters: number;
}

/** A statistic of counts. */
export interface CountStatistic {
  /** null: not defined on these counts. */
  value(counts: Float64Array): number | null;
  /** Units of the counts that it measures. */
  units(counts: Float64Array): number;
}

/**
 * The resamples of one set of readers, drawn once and used for every model and metric, so that all cells of a table see
 * the same ones.
 */
export class Resampler {
  readonly clusters: number;
  /** How often each reader is drawn. Shape [RESAMPLES, clusters]; a count above 65,535 cannot happen in practice. */
  readonly #times: Uint16Array;
  /** A baseline's are asked for again with every model that is compared to it. */
  readonly #meansOf = new WeakMap<readonly Contribution[], readonly (number | null)[]>();

  /** @param rng  Draws from [0, 1). */
  constructor(clusters: number, rng: () => number) {
    this.clusters = clusters;
    this.#times = new Uint16Array(RESAMPLES * clusters);
    for (let r = 0; r < RESAMPLES; r++) {
      for (let i = 0; i < clusters; i++) this.#times[r * clusters + Math.floor(rng() * clusters)]!++;
    }
  }

  /** @param byReader  One contribution a reader; the order is the same for every model that is compared. */
  estimate(metric: Pick<Metric, "finish">, byReader: readonly Contribution[]): Estimate {
    const { n, measured } = this.#measure(byReader);
    if (n === 0) return { value: null, low: null, high: null, n, clusters: 0 };
    const value = metric.finish(total(byReader, "sum") / n);
    if (measured < 2) return { value, low: null, high: null, n, clusters: measured };
    const drawn = this.#means(byReader).flatMap((mean) => (mean === null ? [] : [metric.finish(mean)]));
    return { value, ...percentiles(drawn), n, clusters: measured };
  }

  /**
   * The difference a − b on the same resamples: narrower than what the two intervals suggest, since the models answer
   * the same questions.
   */
  difference(metric: Pick<Metric, "finish">, a: readonly Contribution[], b: readonly Contribution[]): Estimate {
    const { n, measured } = this.#measure(a);
    if (n === 0) return { value: null, low: null, high: null, n, clusters: 0 };
    const value = metric.finish(total(a, "sum") / n) - metric.finish(total(b, "sum") / n);
    if (measured < 2) return { value, low: null, high: null, n, clusters: measured };
    const [meansA, meansB] = [this.#means(a), this.#means(b)];
    const differences = meansA.flatMap((mean, r) => {
      const other = meansB[r]!;
      return mean === null || other === null ? [] : [metric.finish(mean) - metric.finish(other)];
    });
    return { value, ...percentiles(differences), n, clusters: measured };
  }

  /**
   * Of statistics of summed counts, such as a macro-F1, which is no ratio of two sums. Resamples in which one is not
   * defined are left out of its interval.
   *
   * @param byReader  Counts of each reader, all of one length.
   * @returns One estimate for each of `statistics`.
   */
  statistics(byReader: readonly Float64Array[], statistics: readonly CountStatistic[]): Estimate[] {
    if (byReader.length !== this.clusters)
      throw internal(`Resampler of ${this.clusters} readers got ${byReader.length} counts`);
    const size = byReader[0]?.length ?? 0;
    // A reader's counts are few and mostly 0.
    const nonzero = byReader.map((counts) => [...counts.entries()].filter(([, count]) => count !== 0));
    const counts = new Float64Array(size);
    const summed = (timesOf: (reader: number) => number): Float64Array => {
      counts.fill(0);
      for (const [i, entries] of nonzero.entries()) {
        const times = timesOf(i);
        if (times > 0) for (const [k, count] of entries) counts[k]! += times * count;
      }
      return counts;
    };
    const whole = summed(() => 1).slice();
    const resampled = statistics.map((): number[] => []);
    for (let r = 0; this.clusters >= 2 && r < RESAMPLES; r++) {
      const drawn = summed((i) => this.#times[r * this.clusters + i]!);
      for (const [s, { value }] of statistics.entries()) {
        const drawnValue = value(drawn);
        if (drawnValue !== null) resampled[s]!.push(drawnValue);
      }
    }
    return statistics.map(({ value, units }, s) => {
      const clusters = byReader.filter((part) => units(part) > 0).length;
      const interval = clusters < 2 || resampled[s]!.length === 0 ? null : percentiles(resampled[s]!);
      const { low = null, high = null } = interval ?? {};
      return { value: value(whole), low, high, n: units(whole), clusters };
    });
  }

  #measure(byReader: readonly Contribution[]): { n: number; measured: number } {
    if (byReader.length !== this.clusters) {
      throw internal(`Resampler of ${this.clusters} readers got ${byReader.length} contributions`);
    }
    return { n: total(byReader, "weight"), measured: byReader.filter(({ weight }) => weight > 0).length };
  }

  /** Mean over units in each resample; null: it happens to hold no unit. */
  #means(byReader: readonly Contribution[]): readonly (number | null)[] {
    const known = this.#meansOf.get(byReader);
    if (known !== undefined) return known;
    // Of many readers a metric may measure few.
    const measured = byReader.flatMap(({ weight }, i) => (weight > 0 ? [i] : []));
    const sums = Float64Array.from(measured, (i) => byReader[i]!.sum);
    const weights = Float64Array.from(measured, (i) => byReader[i]!.weight);
    const means = Array.from({ length: RESAMPLES }, (_, r) => {
      const at = r * this.clusters;
      let sum = 0;
      let weight = 0;
      for (let k = 0; k < measured.length; k++) {
        const times = this.#times[at + measured[k]!]!;
        sum += times * sums[k]!;
        weight += times * weights[k]!;
      }
      return weight > 0 ? sum / weight : null;
    });
    this.#meansOf.set(byReader, means);
    return means;
  }
}

function total(byReader: readonly Contribution[], part: keyof Contribution): number {
  return byReader.reduce((sum, contribution) => sum + contribution[part], 0);
}

function percentiles(values: readonly number[]): { low: number; high: number } {
  const sorted = [...values].sort((a, b) => a - b);
  return { low: quantileSorted(sorted, (1 - LEVEL) / 2)!, high: quantileSorted(sorted, (1 + LEVEL) / 2)! };
}
