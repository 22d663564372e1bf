/** How near a population was brought to a real source. */
import { z } from "zod";
import { licenceClassSchema } from "./licence.ts";
import { spreadSchema } from "./population.ts";

export const calibrationSchema = z.strictObject({
  protocol: z.literal("calibration-1"),
  source: z.string().min(1),
  /** Of what the numbers were taken from. */
  license_class: licenceClassSchema,
  /** Of the levels, in the source and in the population as it is generated. */
  shares: z.strictObject({ observed: z.array(z.number()), generated: z.array(z.number()) }),
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
      /** Of planted readers in the source's own design: who rated what. */
      simulated: z.number().nullable(),
      inside: z.boolean(),
      /** Of the population as it is generated, in serials; other items, and more ratings of each. */
      generated: z.number().nullable(),
    }),
  ),
  /** Of a classifier that tells real readers from planted ones, five folds; 0.5: it cannot. null: too few readers. */
  two_sample_auc: z.number().min(0).max(1).nullable(),
});
export type Calibration = z.infer<typeof calibrationSchema>;
