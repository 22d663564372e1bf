/** Measures whether each axis was moved alone, on the very pairs that are written. */

import { AXES } from "../../data-schemas/ontology.ts";
import type { AxisPair, LeakageTable } from "../../data-schemas/pair.ts";
import { type EditEffect, leakage } from "../../eval/leakage.ts";
import type { Language } from "../../models/content/language.ts";
import { axisPair } from "../../models/pairs/axis-pairs.ts";
import { COLUMNS, columnsMovedBy, measureAll, spreadOf } from "../../models/pairs/columns.ts";
import { pairScene, sideOf } from "../../models/pairs/grammar-chapter.ts";
import { bibleOf } from "../../models/population/grammar/story.ts";

/** Chapters by which effects are scaled. */
const REFERENCES = 240;

/** SD of each column over chapters of the language that nobody edited. Shape [COLUMNS]. */
export function columnSpread(seed: number, language: Language): Float64Array {
  const chapters = Array.from({ length: REFERENCES }, (_, n) => {
    const scene = pairScene(seed, `reference/${language}/${n}`, language);
    return measureAll(sideOf(scene, scene.levels).text, language, bibleOf(scene.story));
  });
  return spreadOf(chapters);
}

interface CheckedPairs {
  readonly pairs: readonly AxisPair[];
  readonly table: LeakageTable;
}

/** @param step  Called after each pair. */
export function checkedAxisPairs(
  seed: number,
  languages: readonly Language[],
  perAxis: number,
  spread: ReadonlyMap<Language, Float64Array>,
  step: () => void,
): CheckedPairs {
  const pairs: AxisPair[] = [];
  const rows: LeakageTable["rows"] = [];
  for (const language of languages) {
    const edits: EditEffect[] = [];
    for (const axis of AXES.keys()) {
      for (let n = 0; n < perAxis; n++) {
        const pair = axisPair(seed, axis, language, n);
        const context = bibleOf(pairScene(seed, `${pair.axis}/${language}/${n}`, language).story);
        const measured = (text: string): number[] => [...measureAll(text, language, context)];
        edits.push({ axis: pair.axis, low: measured(pair.low.text), high: measured(pair.high.text) });
        pairs.push(pair);
        step();
      }
    }
    for (const row of leakage(edits, COLUMNS, [...spread.get(language)!], columnsMovedBy)) {
      const { axis, pairs: count, onTarget, offTarget, passes, worst, effects } = row;
      rows.push({
        language,
        axis,
        pairs: count,
        on_target: onTarget,
        off_target: offTarget,
        passes,
        worst: [...worst],
        effects: [...effects],
      });
    }
  }
  const failed = rows.filter(({ passes }) => !passes).map(({ axis, language }) => `${axis} (${language})`);
  return { pairs, table: { columns: [...COLUMNS], rows, failed } };
}
