/** Configuration of training. Each default has its reason beside it. */
import { z } from "zod";

export const SIZES = ["tiny", "small", "base"] as const;
export type Size = (typeof SIZES)[number];

/** Widths of the model by size; `--size` sets them together. */
export const MODEL_SIZES = {
  tiny: { hidden: 32, memory: 64, latent: 16, kinship: 16, head: 16 },
  small: { hidden: 64, memory: 96, latent: 24, kinship: 16, head: 32 },
  base: { hidden: 128, memory: 128, latent: 32, kinship: 32, head: 32 },
} as const satisfies Record<Size, Readonly<Record<"hidden" | "memory" | "latent" | "kinship" | "head", number>>>;

const weight = (value: number) => z.number().min(0).default(value);

/** How much each term counts. Set one with --set lossWeights.NAME=…; 0 leaves it out. */
export const lossWeightsSchema = z.strictObject({
  /** −log P of the rating: what the rest is measured against. */
  ordinal: weight(1),
  /** Orders within readers; adds to what ratings say of them. */
  pair: weight(0.3),
  /** Small beside the reconstruction, or z says nothing (VPL: 1e-4 to 3e-6 a nat; here z is small). */
  kl: weight(0.02),
  /** The cosine is of order 1. */
  swap: weight(0.1),
  reconstruction: weight(0.1),
  named: weight(1),
  leakage: weight(1),
  tags: weight(0.1),
  wish: weight(0.05),
  behaviour: weight(0.2),
  prototype: weight(0.1),
  mood: weight(1),
  calibration: weight(0.1),
  penalty: weight(1e-3),
});
export type LossWeights = z.infer<typeof lossWeightsSchema>;
export type LossTerm = keyof LossWeights;
export const LOSS_TERMS = Object.keys(lossWeightsSchema.shape) as LossTerm[];

export const trainConfigSchema = z.strictObject({
  size: z.enum(SIZES).default("tiny"),
  /** Below 2^32: epochs use the digits above. */
  seed: z
    .int()
    .min(0)
    .max(2 ** 32 - 1)
    .default(1),
  /** Reader-turns a step: enough that arithmetic outweighs overhead, few enough for some dozen steps an epoch. */
  batchSize: z.int().min(1).max(65_536).default(320),
  /** Counterfactual pairs a step; 48 of them tell every axis apart in a few steps. */
  pairBatchSize: z.int().min(1).max(4096).default(64),
  /** Turns in a row of a batch; null: as many as the longest history has, at most 32. Longer ones are cut, half a row of memory kept. */
  rowTurns: z.int().min(2).max(512).nullable().default(null),
  /** The cosine ends with the last: more epochs are a slower decay too. Twelve are where the default population stops gaining. */
  epochs: z.int().min(1).max(1000).default(12),
  /** Epochs without a better validation loss before stopping. */
  patience: z.int().min(1).default(4),
  /** Highest rate at which the small sizes still descend smoothly. */
  peakLearningRate: z.number().positive().default(3e-3),
  /** A tenth of an epoch or so is enough for AdamW's second moments to settle. */
  warmupSteps: z.int().min(0).default(50),
  weightDecay: z.number().min(0).default(0.5),
  lossWeights: lossWeightsSchema.prefault({}),
  /** More than 1 keeps the state on a graphics card between steps; on the processor it gains nothing. */
  stepsPerCall: z.int().min(1).max(256).default(1),
  /** Checkpoint for resuming, in steps. */
  saveEvery: z.int().min(1).default(200),
});
export type TrainConfig = z.infer<typeof trainConfigSchema>;
