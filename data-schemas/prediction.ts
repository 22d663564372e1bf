/** What the model said of a held-out answer, as `esus eval` writes it. */
import { z } from "zod";

export const predictionSchema = z.strictObject({
  example_id: z.string(),
  /** Stars that were given. */
  rating: z.number(),
  /** Of one to five stars. */
  probability: z.array(z.number()),
});
export type Prediction = z.infer<typeof predictionSchema>;
