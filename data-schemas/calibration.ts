/** How near a population was brought to a real source. */
import { z } from "zod";
import { spreadSchema } from "./population.ts";

export const calibrationSchema = z.strictObject({
  protocol: z.literal("calibration-1"),
  source: z.string().min(1),
  readers: z.int().min(2),
  ratings: z.int().min(1),
  spread: spreadSchema,
  marginals: z.array(
    z.strictObject({
      name: z.string(),
      observed: z.number().nullable(),
      /** 95% interval of the source, over resampled readers. */
      low: z.number().nullable(),
      high: z.number().nullable(),
      simulated: z.number().nullable(),
      inside: z.boolean(),
    }),
  ),
  /** Of a classifier that tells real readers from planted ones, five folds; 0.5: it cannot. null: too few readers. */
  two_sample_auc: z.number().min(0).max(1).nullable(),
});
export type Calibration = z.infer<typeof calibrationSchema>;
