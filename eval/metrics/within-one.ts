import { LEVELS } from "../../data-schemas/rating.ts";
import type { Metric } from "../metric.ts";

/** Share of answers whose most probable level is at most one from the observed one. */
export const withinOne: Metric = {
  name: "withinOne",
  unit: "fraction",
  better: "higher",
  floor: null,
  ceiling: 1,
  protocol: "within-one-1",
  contribution: (answers) => ({
    sum: answers.filter(({ rating, probability }) => Math.abs(rating - mode(probability)) <= 1).length,
    weight: answers.length,
  }),
  finish: (mean) => mean,
};

/** The first of equally probable levels. */
function mode(probability: ArrayLike<number>): number {
  let best = 0;
  for (let k = 1; k < LEVELS; k++) if (probability[k]! > probability[best]!) best = k;
  return best + 1;
}
