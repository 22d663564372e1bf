/** A text that readers answered to: a chapter, or what stands for a book (its premise and summary). */
import { z } from "zod";
import { licenceClassSchema } from "./licence.ts";

export const contentSchema = z.strictObject({
  content_id: z.string().min(1),
  story_id: z.string().min(1),
  chapter_id: z.string().min(1).optional(),
  source: z.string().min(1),
  license_class: licenceClassSchema,
  /** BCP 47. */
  language: z.string().min(2),
  title: z.string(),
  text: z.string(),
});
export type Content = z.infer<typeof contentSchema>;
