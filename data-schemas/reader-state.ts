/**
 * A reader's hidden state and what is visible of it, in the field names of the design. The simulator gives both; an agent
 * under test gets the visible part only.
 */
import { z } from "zod";
import { ratingSchema } from "./rating.ts";

const unit = z.number().min(0).max(1);
/** By axis, in [−1, 1]: the pole that the reader wants, and how much. */
const preferences = z.record(z.string(), z.number().min(-1).max(1));

export const hiddenReaderStateSchema = z.strictObject({
  z_stable: preferences,
  z_dynamic: preferences,
  trust_t: unit,
  fatigue_t: unit,
  story_knowledge_t: z.array(z.string()),
  /** How far apart two chapters must be for the reader to call one slightly, or much, better. */
  ordinal_thresholds: z.strictObject({
    tie: z.number().min(0),
    slightly: z.number().min(0),
    strong: z.number().min(0),
  }),
});
export type HiddenReaderState = z.infer<typeof hiddenReaderStateSchema>;

export const visibleFeedbackSchema = z.strictObject({
  explicit_feedback: z.strictObject({
    rating: ratingSchema.nullable(),
    tags: z.array(z.string()),
    comment: z.string(),
    prior_feedback_fulfilled: z.int().min(0).max(2).nullable(),
  }),
  implicit_feedback: z.strictObject({
    dwell_time_sec: z.number().min(0),
    scroll_depth: unit,
    reread_spans: z.array(z.string()),
    continue_clicked: z.boolean(),
    regenerate_requested: z.boolean(),
  }),
});
export type VisibleFeedback = z.infer<typeof visibleFeedbackSchema>;

export const stateAndFeedbackSchema = z.strictObject({
  hidden_user_state: hiddenReaderStateSchema,
  visible_feedback: visibleFeedbackSchema,
});
