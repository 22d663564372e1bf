import { LEVELS } from "../../data-schemas/rating.ts";
import type { Metric } from "../metric.ts";

/** Below this, a probability counts as this: one impossible answer must not hide all others. */
export const SMALLEST = 1e-9;

/** Mean −ln P(observed level). Nats per rating; ln 5 for a uniform guess. */
export const ordinalNll: Metric = {
  name: "ordinalNll",
  unit: "nats per rating",
  better: "lower",
  floor: Math.log(LEVELS),
  ceiling: 0,
  protocol: "ordinal-nll-1",
  contribution: (answers) => ({
    sum: answers.reduce(
      (sum, { rating, probability }) => sum - Math.log(Math.max(probability[rating - 1]!, SMALLEST)),
      0,
    ),
    weight: answers.length,
  }),
  finish: (mean) => mean,
};
