/** Candidates for selection: several texts for a prompt, of which the best are kept. */
import { z } from "zod";
import { messageSchema } from "./chat.ts";
import { storyBibleSchema } from "./story-bible.ts";

const name = z.string().min(1);

export const candidatesRowSchema = z.strictObject({
  prompt_id: name,
  prompt: z.union([z.string(), z.array(messageSchema).min(1)]),
  /** Whom it is for: a reader of the histories that are given. Absent: the panel. */
  user_id: name.optional(),
  story_bible: storyBibleSchema.optional(),
  candidates: z
    .array(
      z.strictObject({
        id: name,
        text: z.string().min(1),
        /** Planted truth, of made candidates: the share of the stars that this reader would give. Never used to select. */
        oracle: z.number().min(0).max(1).optional(),
      }),
    )
    .min(1),
});
export type CandidatesRow = z.infer<typeof candidatesRowSchema>;
