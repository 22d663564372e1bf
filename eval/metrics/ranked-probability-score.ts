import { LEVELS } from "../../data-schemas/rating.ts";
import type { Metric } from "../metric.ts";

/**
 * Ranked probability score: Σ_k (P(y ≤ k) − 1[y ≤ k])² / (K − 1). 0 is perfect, 1 the worst.
 * Epstein, "A Scoring System for Probability Forecasts of Ranked Categories", J. Appl. Meteorol. 8 (1969).
 */
export const rankedProbabilityScore: Metric = {
  name: "rankedProbabilityScore",
  unit: "score",
  better: "lower",
  floor: null,
  ceiling: 0,
  protocol: "rps-1",
  contribution: (answers) => ({
    sum: answers.reduce((sum, { rating, probability }) => sum + score(rating, probability), 0),
    weight: answers.length,
  }),
  finish: (mean) => mean,
};

function score(rating: number, probability: ArrayLike<number>): number {
  let cumulative = 0;
  let total = 0;
  for (let k = 1; k < LEVELS; k++) {
    cumulative += probability[k - 1]!;
    total += (cumulative - (rating <= k ? 1 : 0)) ** 2;
  }
  return total / (LEVELS - 1);
}
