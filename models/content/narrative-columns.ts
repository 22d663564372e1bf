/** What the content encoder reads of a text beside its embedding: the features and axis meters that need no story. */
import { FEATURES } from "../../data-schemas/feature.ts";
import { AXES } from "../../data-schemas/ontology.ts";
import { measureAxes } from "../axes/meters.ts";
import { measureFeatures } from "./features/measure.ts";
import { LANGUAGES, type Language } from "./language.ts";
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

/** Shape [NARRATIVE_COLUMNS]; null for a text without words. */
export function measureColumns(text: string, language: Language): Float64Array | null {
  const narrative = readNarrative(text, language);
  if (narrative.words === 0) return null;
  const features = measureFeatures(narrative, {});
  return Float64Array.from([...STANDALONE.map((i) => features[i]!), ...measureAxes(narrative, {})]);
}

/**
 * Columns of many texts, each with mean 0 and mean square 1 within its language: a text without words has zeros, the mean.
 *
 * @returns Shape [texts, NARRATIVE_COLUMNS], row-major.
 */
export function standardColumns(
  measured: readonly (Float64Array | null)[],
  languages: readonly Language[],
): Float32Array {
  const width = NARRATIVE_COLUMNS.length;
  const out = new Float32Array(measured.length * width);
  for (const language of LANGUAGES) {
    const rows = measured.flatMap((row, i) => (row !== null && languages[i] === language ? [i] : []));
    for (let c = 0; c < width; c++) {
      const mean = rows.reduce((sum, i) => sum + measured[i]![c]!, 0) / Math.max(1, rows.length);
      const variance = rows.reduce((sum, i) => sum + (measured[i]![c]! - mean) ** 2, 0) / Math.max(1, rows.length);
      // Rounding of equal values is not variance.
      if (variance <= 1e-12 * (1 + mean * mean)) continue;
      for (const i of rows) out[i * width + c] = (measured[i]![c]! - mean) / Math.sqrt(variance);
    }
  }
  return out;
}
