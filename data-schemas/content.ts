/** A text that readers answered to: a chapter, or what stands for a book (its premise and summary). */
import { z } from "zod";
import { licenceClassSchema } from "./licence.ts";
import { storyBibleSchema } from "./story-bible.ts";

export const contentSchema = z.strictObject({
  content_id: z.string().min(1),
  story_id: z.string().min(1),
  chapter_id: z.string().min(1).optional(),
  source: z.string().min(1),
  license_class: licenceClassSchema,
  /** BCP 47; "und" where the source does not say. */
  language: z.string().min(2),
  title: z.string(),
  /** Empty where a source gives statistics only. */
  text: z.string(),
  story_bible: storyBibleSchema.optional(),
  author: z.string().optional(),
  /** ISO 8601, as precise as the source is. */
  published_at: z.string().optional(),
  updated_at: z.string().optional(),
  tags: z.array(z.string()).optional(),
  /** What the source counted or scored, each name with its unit or scale. */
  features: z.record(z.string(), z.number()).optional(),
});
export type Content = z.infer<typeof contentSchema>;
