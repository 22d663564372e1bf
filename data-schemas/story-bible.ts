/** What is known of a story beside its text: what a chapter can be held to. */
import { z } from "zod";

const words = z.array(z.string().min(1));

/** A sentence that names the subject and what is forbidden to it breaks the rule. */
export const ruleTermsSchema = z.strictObject({ subject: words, forbidden: words });

export const storyBibleSchema = z.strictObject({
  /** Names of the protagonist. */
  protagonist: words,
  /** Words for each open thread. */
  threads: words,
  /** Of the world. */
  rules: z.array(ruleTermsSchema),
  /** What the protagonist never does. */
  traits: z.array(ruleTermsSchema),
});
export type StoryBible = z.infer<typeof storyBibleSchema>;
