/**
 * Intervals clustered by reader: readers are drawn with replacement, each with all their answers.
 * Percentile bootstrap (Efron & Tibshirani, An Introduction to the Bootstrap, 1993, §13.3).
 */
import { quantileSorted } from "d3-array";
import type { Contribution, Metric } from "./metric.ts";

export const RESAMPLES = 1000;
const LEVEL = 0.95;

/** A value with its interval. null: nothing was measured. */
export interface Estimate {
  readonly value: number | null;
  readonly low: number | null;
  readonly high: number | null;
  /** Units measured: ratings or pairs. */
  readonly n: number;
  /** Readers with at least one unit. */
  readonly clusters: number;
}

/**
 * @param byReader  One contribution a reader, in the same order for every model that is compared.
 * @param rng       Draws from [0, 1). Seed it alike for models that are compared, so that they see the same resamples.
 */
export function estimate(metric: Metric, byReader: readonly Contribution[], rng: () => number): Estimate {
  const measured = byReader.filter(({ weight }) => weight > 0);
  const n = measured.reduce((sum, { weight }) => sum + weight, 0);
  if (n === 0) return { value: null, low: null, high: null, n: 0, clusters: 0 };
  const value = metric.finish(measured.reduce((sum, part) => sum + part.sum, 0) / n);
  // One reader alone says nothing of the spread between readers.
  if (measured.length < 2) return { value, low: null, high: null, n, clusters: measured.length };
  const values = resample(measured.length, rng, (draw) => {
    let sum = 0;
    let weight = 0;
    for (const i of draw) {
      sum += measured[i]!.sum;
      weight += measured[i]!.weight;
    }
    return metric.finish(sum / weight);
  });
  return { value, ...percentiles(values), n, clusters: measured.length };
}

/**
 * The difference a − b on the same resamples: narrower than what the two intervals suggest, since the models answer the
 * same questions.
 */
export function estimateDifference(
  metric: Metric,
  a: readonly Contribution[],
  b: readonly Contribution[],
  rng: () => number,
): Estimate {
  const kept = a.map((_, i) => i).filter((i) => a[i]!.weight > 0);
  const n = kept.reduce((sum, i) => sum + a[i]!.weight, 0);
  if (n === 0) return { value: null, low: null, high: null, n: 0, clusters: 0 };
  const difference = (draw: Iterable<number>): number => {
    let [sumA, sumB, weight] = [0, 0, 0];
    for (const i of draw) {
      sumA += a[kept[i]!]!.sum;
      sumB += b[kept[i]!]!.sum;
      weight += a[kept[i]!]!.weight;
    }
    return metric.finish(sumA / weight) - metric.finish(sumB / weight);
  };
  const value = difference(kept.keys());
  if (kept.length < 2) return { value, low: null, high: null, n, clusters: kept.length };
  return { value, ...percentiles(resample(kept.length, rng, difference)), n, clusters: kept.length };
}

function resample(clusters: number, rng: () => number, statistic: (draw: Int32Array) => number): number[] {
  const draw = new Int32Array(clusters);
  return Array.from({ length: RESAMPLES }, () => {
    for (let i = 0; i < clusters; i++) draw[i] = Math.floor(rng() * clusters);
    return statistic(draw);
  });
}

function percentiles(values: number[]): { low: number; high: number } {
  values.sort((a, b) => a - b);
  return { low: quantileSorted(values, (1 - LEVEL) / 2)!, high: quantileSorted(values, (1 + LEVEL) / 2)! };
}
