/** What a simulated reader hides, beside each record of theirs. For scoring only: never shown to an agent. */
import { z } from "zod";

const unit = z.number().min(0).max(1);

export const simulatedStateSchema = z.strictObject({
  example_id: z.string().min(1),
  reward: z.number(),
  trust_t: unit,
  fatigue_t: unit,
  curiosity_t: unit,
  frustration_t: unit,
  /** P of each prototype, where it is 0.01 or more. */
  prototypes: z.record(z.string(), unit),
  /** w·φ by axis: those that move the reward most. */
  parts: z.record(z.string(), z.number()),
  /** P of each rating before it was drawn. */
  rating: z.array(unit),
});
export type SimulatedState = z.infer<typeof simulatedStateSchema>;
