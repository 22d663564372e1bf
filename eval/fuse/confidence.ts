/** Whether atoms are as often right as they say: expected calibration error over 15 bins of equal mass. */
import type { EpisodeLog } from "../../data-schemas/fuse-log.ts";
import type { CountStatistic } from "../interval.ts";
import { sameRoute } from "./atom-match.ts";

const BINS = 15;
/** n, right, Σ confidence. */
const PARTS = 3;
/** Counts of a reader. */
export const CONFIDENCE_COUNTS = BINS * PARTS;

interface StatedAtom {
  readonly confidence: number;
  readonly right: boolean;
}

export function statedAtoms({ predicted, gold }: EpisodeLog): StatedAtom[] {
  return predicted.map((atom) => ({
    confidence: atom.atom.confidence,
    right: gold.some((other) => sameRoute(atom, other)),
  }));
}

/** Upper ends of the bins, each with as many atoms as the others as far as ties let. */
export function equalMassEdges(atoms: readonly StatedAtom[]): number[] {
  const sorted = atoms.map(({ confidence }) => confidence).sort((a, b) => a - b);
  return Array.from({ length: BINS - 1 }, (_, b) => sorted[Math.floor(((b + 1) * sorted.length) / BINS)] ?? 1);
}

export function confidenceCounts(atoms: readonly StatedAtom[], edges: readonly number[]): Float64Array {
  const counts = new Float64Array(CONFIDENCE_COUNTS);
  for (const { confidence, right } of atoms) {
    const bin = edges.filter((edge) => edge < confidence).length;
    counts[bin * PARTS]!++;
    counts[bin * PARTS + 1]! += right ? 1 : 0;
    counts[bin * PARTS + 2]! += confidence;
  }
  return counts;
}

const total = (counts: Float64Array): number =>
  counts.reduce((sum, count, i) => sum + (i % PARTS === 0 ? count : 0), 0);

export const confidenceError: CountStatistic = {
  value: (counts) => {
    const all = total(counts);
    if (all === 0) return null;
    let error = 0;
    for (let b = 0; b < BINS; b++) error += Math.abs(counts[b * PARTS + 2]! - counts[b * PARTS + 1]!) / all;
    return error;
  },
  units: total,
};
