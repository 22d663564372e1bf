/**
 * A statement of a source about its contents, which is neither a text nor a reader's answer: a tag with its count, two
 * editions of one book, the name behind a tag's number.
 */
import { z } from "zod";
import { licenceClassSchema } from "./licence.ts";

export const factSchema = z.strictObject({
  source: z.string().min(1),
  license_class: licenceClassSchema,
  /** A content id, or a source's own name for a thing, such as "ao3:tag:14". */
  subject: z.string().min(1),
  relation: z.enum(["tag", "tag_name", "tag_merged_into", "translation", "same_as", "recommends"]),
  object: z.string(),
  /** How often, where the source counts; null where it does not. */
  weight: z.number().nullable(),
});
export type Fact = z.infer<typeof factSchema>;
