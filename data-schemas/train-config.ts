/** Configuration of training. Each default has its reason beside it. */
import { z } from "zod";

export const SIZES = ["tiny", "small", "base"] as const;
export type Size = (typeof SIZES)[number];

/** Widths of the model by size; `--size` sets these three together. */
export const MODEL_SIZES = {
  tiny: { hidden: 32, latent: 8 },
  small: { hidden: 64, latent: 16 },
  base: { hidden: 128, latent: 32 },
} as const satisfies Record<Size, { hidden: number; latent: number }>;

export const trainConfigSchema = z.strictObject({
  size: z.enum(SIZES).default("tiny"),
  /** Below 2^32: epochs use the digits above. */
  seed: z
    .int()
    .min(0)
    .max(2 ** 32 - 1)
    .default(1),
  /** Large enough that a step is bound by arithmetic, small enough for some hundred steps an epoch. */
  batchSize: z.int().min(1).max(65_536).default(256),
  /** Upper bound; early stopping ends most runs sooner. */
  epochs: z.int().min(1).max(1000).default(20),
  /** Epochs without a better validation loss before stopping. */
  patience: z.int().min(1).default(3),
  /** Highest rate at which the small sizes still descend smoothly. */
  peakLearningRate: z.number().positive().default(3e-3),
  /** A tenth of an epoch or so is enough for AdamW's second moments to settle. */
  warmupSteps: z.int().min(0).default(50),
  weightDecay: z.number().min(0).default(0.05),
  /** On the weights through which z moves thresholds and rewards: the hierarchy's prior. */
  penalty: z.number().min(0).default(1e-3),
  /** More than 1 keeps the state on a graphics card between steps; on the processor it gains nothing. */
  stepsPerCall: z.int().min(1).max(256).default(1),
  /** Checkpoint for resuming, in steps. */
  saveEvery: z.int().min(1).default(200),
});
export type TrainConfig = z.infer<typeof trainConfigSchema>;
