/** The columns of the leakage matrix: every axis meter, then every narrative feature that one chapter has. */
import { FEATURES } from "../../data-schemas/feature.ts";
import { AXES, axisIndex } from "../../data-schemas/ontology.ts";
import { measureAxes } from "../axes/meters.ts";
import { measureFeatures, type StoryContext } from "../content/features/measure.ts";
import type { Language } from "../content/language.ts";
import { readNarrative } from "../content/narrative.ts";

const MEASURED = FEATURES.flatMap(({ needs }, i) => (needs === "previous_chapters" ? [] : [i]));

/** A feature is named "feature: id", since some have the name of their axis. */
export const featureColumn = (id: string): string => `feature: ${id}`;

export const COLUMNS: readonly string[] = [
  ...AXES.map(({ id }) => id),
  ...MEASURED.map((i) => featureColumn(FEATURES[i]!.id)),
];

/** Columns that an axis moves by definition, its own aside. */
export function columnsMovedBy(axis: string): string[] {
  return AXES[axisIndex(axis)]!.moves.map(featureColumn);
}

/** Shape [COLUMNS]. */
export function measureAll(text: string, language: Language, context: StoryContext): Float64Array {
  const narrative = readNarrative(text, language);
  const features = measureFeatures(narrative, context);
  return Float64Array.from([...measureAxes(narrative, context), ...MEASURED.map((i) => features[i] ?? 0)]);
}

/** SD of each column over texts. Shape [COLUMNS]. */
export function spreadOf(measured: readonly Float64Array[]): Float64Array {
  return Float64Array.from(COLUMNS, (_, c) => {
    const mean = measured.reduce((sum, row) => sum + row[c]!, 0) / measured.length;
    return Math.sqrt(measured.reduce((sum, row) => sum + (row[c]! - mean) ** 2, 0) / measured.length);
  });
}
