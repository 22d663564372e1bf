/**
 * Of stated probabilities of yes or no: the expected calibration error (Naeini, Cooper & Hauskrecht, AAAI 2015), the area
 * under the ROC curve, and the average precision, all of counts in narrow bins, so that readers can be drawn again.
 */
import type { CountStatistic } from "./interval.ts";

/** Equal in probability, for calibration: yes, no, sum of probability. */
const WIDE = 15;
const PARTS = 3;
/** Equal in logit from −8 to 8, for order: yes, no. Rare events lie close to 0, where bins of probability would tie them. */
const NARROW = 128;
const LOGIT_MOST = 8;
const ORDER = WIDE * PARTS;

export interface Stated {
  readonly probability: number;
  readonly happened: boolean;
}

export function reliabilityCounts(stated: readonly Stated[]): Float64Array {
  const counts = new Float64Array(ORDER + NARROW * 2);
  for (const { probability, happened } of stated) {
    const wide = Math.min(WIDE - 1, Math.floor(probability * WIDE)) * PARTS;
    counts[wide + (happened ? 0 : 1)]!++;
    counts[wide + 2]! += probability;
    counts[ORDER + logitBin(probability) * 2 + (happened ? 0 : 1)]!++;
  }
  return counts;
}

function logitBin(probability: number): number {
  const logit = Math.log(probability / (1 - probability));
  const share = (Math.min(LOGIT_MOST, Math.max(-LOGIT_MOST, logit)) + LOGIT_MOST) / (2 * LOGIT_MOST);
  return Math.min(NARROW - 1, Math.floor(share * NARROW));
}

const totals = (counts: Float64Array): { yes: number; no: number } => {
  let [yes, no] = [0, 0];
  for (let b = 0; b < WIDE; b++) {
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
    for (let b = 0; b < WIDE; b++) error += Math.abs(counts[b * PARTS + 2]! - counts[b * PARTS]!) / all;
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
      const [y, n] = [counts[ORDER + b * 2]!, counts[ORDER + b * 2 + 1]!];
      area += y * (below + n / 2);
      below += n;
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
      const [y, n] = [counts[ORDER + b * 2]!, counts[ORDER + b * 2 + 1]!];
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
