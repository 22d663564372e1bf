/** The baselines that stand in every table of ratings. */
import type { Baseline } from "./baseline.ts";
import { globalMean, readerMean, readerStoryBias, readerStoryProduct, storyMean } from "./biases.ts";
import { bradleyTerry, contentRidge, nonPersonalOrdinal } from "./content.ts";
import { matrixFactorisation } from "./matrix-factorisation.ts";

export const BASELINES: readonly Baseline[] = [
  globalMean,
  readerMean,
  storyMean,
  readerStoryBias,
  readerStoryProduct,
  matrixFactorisation,
  contentRidge,
  nonPersonalOrdinal,
  bradleyTerry,
];
