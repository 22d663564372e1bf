/** A person's answer to a pair of chapters, on five levels. */
import { z } from "zod";

/** From "A is much better" to "B is much better". */
export const PAIR_ANSWERS = ["a_much", "a_slightly", "tie", "b_slightly", "b_much"] as const;

export const pairQuestionSchema = z.strictObject({
  pair_id: z.string().min(1),
  language: z.enum(["zh", "en"]),
  content_a: z.string().min(1),
  content_b: z.string().min(1),
  text_a: z.string().min(1),
  text_b: z.string().min(1),
  /** What asking it is worth, by the belief when it was chosen. */
  worth: z.number(),
});
export type PairQuestion = z.infer<typeof pairQuestionSchema>;

export const pairAnswerSchema = z.strictObject({
  pair_id: z.string().min(1),
  content_a: z.string().min(1),
  content_b: z.string().min(1),
  /** A keyed hash: never the name that stood in the sheet. */
  annotator: z.string().min(1),
  /** -2: A is much better … 2: B is much better. */
  answer: z.int().min(-2).max(2),
});
export type PairAnswer = z.infer<typeof pairAnswerSchema>;
