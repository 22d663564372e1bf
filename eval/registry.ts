/** Every metric of ratings that a report can hold. Adding one here is the whole registration. */
import type { Metric } from "./metric.ts";
import { ordinalNll } from "./metrics/ordinal-nll.ts";
import { pairAccuracy } from "./metrics/pair-accuracy.ts";
import { rankedProbabilityScore } from "./metrics/ranked-probability-score.ts";
import { rmse } from "./metrics/rmse.ts";
import { withinOne } from "./metrics/within-one.ts";

export const RATING_METRICS: readonly Metric[] = [rmse, ordinalNll, rankedProbabilityScore, withinOne, pairAccuracy];
