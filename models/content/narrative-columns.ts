/** What the content encoder reads of a text beside its embedding: the features and axis meters that need no story. */
import { FEATURES } from "../../data-schemas/feature.ts";
import { AXES } from "../../data-schemas/ontology.ts";
import { measureAxes } from "../axes/meters.ts";
import { measureFeatures, type StoryContext } from "./features/measure.ts";
import type { Language } from "./language.ts";
import { readNarrative } from "./narrative.ts";

const STANDALONE = FEATURES.flatMap(({ needs }, i) => (needs === "nothing" ? [i] : []));

/** Names, in the order of the columns. */
export const NARRATIVE_COLUMNS: readonly string[] = [
  ...STANDALONE.map((i) => FEATURES[i]!.id),
  ...AXES.map(({ id }) => `axis_${id}`),
];

/** A text counts as Chinese when Chinese characters are more than a fifth of its letters. */
export function languageOf(text: string): Language {
  const han = text.match(/\p{Script=Han}/gu)?.length ?? 0;
  const letters = text.match(/\p{L}/gu)?.length ?? 0;
  return han > letters / 5 ? "zh" : "en";
}

/** Whether a text has letters and at least half of them are Chinese or Latin: of other scripts nothing can be measured. */
export function isReadable(text: string): boolean {
  const letters = text.match(/\p{L}/gu)?.length ?? 0;
  const known = text.match(/[\p{Script=Han}\p{Script=Latin}]/gu)?.length ?? 0;
  return letters > 0 && 2 * known >= letters;
}

/** @param context What is known of the story: rules that are not known are not broken.
 *  @returns Shape [NARRATIVE_COLUMNS]; null for a text without words. */
export function measureColumns(text: string, language: Language, context: StoryContext): Float64Array | null {
  const narrative = readNarrative(text, language);
  if (narrative.words === 0) return null;
  const features = measureFeatures(narrative, context);
  return Float64Array.from([...STANDALONE.map((i) => features[i]!), ...measureAxes(narrative, context)]);
}
