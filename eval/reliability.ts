/**
 * Of stated probabilities of yes or no: the expected calibration error (Naeini, Cooper & Hauskrecht, AAAI 2015), the area
 * under the ROC curve, and the average precision, all of counts in narrow bins, so that readers can be drawn again.
 */
import type { CountStatistic } from "./interval.ts";

const NARROW = 60;
const WIDE = 15;
/** Of a bin: yes, no, sum of probability. */
const PARTS = 3;

export interface Stated {
  readonly probability: number;
  readonly happened: boolean;
}

export function reliabilityCounts(stated: readonly Stated[]): Float64Array {
  const counts = new Float64Array(NARROW * PARTS);
  for (const { probability, happened } of stated) {
    const bin = Math.min(NARROW - 1, Math.floor(probability * NARROW)) * PARTS;
    counts[bin + (happened ? 0 : 1)]!++;
    counts[bin + 2]! += probability;
  }
  return counts;
}

const totals = (counts: Float64Array): { yes: number; no: number } => {
  let [yes, no] = [0, 0];
  for (let b = 0; b < NARROW; b++) {
    yes += counts[b * PARTS]!;
    no += counts[b * PARTS + 1]!;
  }
  return { yes, no };
};

const units = (counts: Float64Array): number => {
  const { yes, no } = totals(counts);
  return yes + no;
};

/** Σ over bins of share · |mean probability − frequency|. 0 is perfect. */
export const expectedCalibrationError: CountStatistic = {
  value: (counts) => {
    const all = units(counts);
    if (all === 0) return null;
    let error = 0;
    const width = NARROW / WIDE;
    for (let wide = 0; wide < WIDE; wide++) {
      let [yes, sum] = [0, 0];
      for (let b = wide * width; b < (wide + 1) * width; b++) {
        yes += counts[b * PARTS]!;
        sum += counts[b * PARTS + 2]!;
      }
      error += Math.abs(sum - yes) / all;
    }
    return error;
  },
  units,
};

/** P that a yes was given the higher probability; equal bins count half. null where all are alike. */
export const binnedAuc: CountStatistic = {
  value: (counts) => {
    const { yes, no } = totals(counts);
    if (yes === 0 || no === 0) return null;
    let [below, area] = [0, 0];
    for (let b = 0; b < NARROW; b++) {
      area += counts[b * PARTS]! * (below + counts[b * PARTS + 1]! / 2);
      below += counts[b * PARTS + 1]!;
    }
    return area / (yes * no);
  },
  units,
};

/** Mean precision over the yes, from the most probable bin down. null without a yes. */
export const averagePrecision: CountStatistic = {
  value: (counts) => {
    const { yes } = totals(counts);
    if (yes === 0) return null;
    let [seenYes, seen, area] = [0, 0, 0];
    for (let b = NARROW - 1; b >= 0; b--) {
      const [y, n] = [counts[b * PARTS]!, counts[b * PARTS + 1]!];
      seenYes += y;
      seen += y + n;
      if (seen > 0) area += (y / yes) * (seenYes / seen);
    }
    return area;
  },
  units,
};

const PIT_BINS = 20;

/** Of probability integral transforms, in [0, 1]. */
export function pitCounts(values: readonly number[]): Float64Array {
  const counts = new Float64Array(PIT_BINS);
  for (const value of values) counts[Math.min(PIT_BINS - 1, Math.floor(value * PIT_BINS))]!++;
  return counts;
}

/** Largest distance of their distribution from the uniform one (Kolmogorov and Smirnov, at the bins' edges). */
export const pitDistance: CountStatistic = {
  value: (counts) => {
    const all = counts.reduce((sum, count) => sum + count, 0);
    if (all === 0) return null;
    let [below, farthest] = [0, 0];
    for (const [b, count] of counts.entries()) {
      below += count;
      farthest = Math.max(farthest, Math.abs(below / all - (b + 1) / PIT_BINS));
    }
    return farthest;
  },
  units: (counts) => counts.reduce((sum, count) => sum + count, 0),
};
