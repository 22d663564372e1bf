import type { Metric } from "../metric.ts";
import { expectedRating } from "../prediction.ts";

/** Root mean square error of the expected rating. Stars; 0 is perfect. */
export const rmse: Metric = {
  name: "rmse",
  unit: "stars",
  better: "lower",
  floor: null,
  ceiling: 0,
  protocol: "rmse-1",
  contribution: (answers) => ({
    sum: answers.reduce((sum, { rating, probability }) => sum + (rating - expectedRating(probability)) ** 2, 0),
    weight: answers.length,
  }),
  finish: Math.sqrt,
};
