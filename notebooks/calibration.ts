/** How well calibrated is the reader? Stated against happened, threshold by threshold, and where it is worst. */

import { join } from "node:path";
import { type Prediction, predictionSchema } from "../data-schemas/prediction.ts";
import { expectedCalibrationError, reliabilityCounts } from "../eval/reliability.ts";
import { readOwnJsonl } from "../pipelines/io/jsonl.ts";
import { PREDICTIONS_FILE } from "../pipelines/io/layout.ts";
import { textTable } from "../pipelines/io/text-table.ts";

const BINS = 10;

/** @param dir Of `esus run`. @returns Markdown. */
export async function calibration(dir: string): Promise<string> {
  const rows: Prediction[] = [];
  for await (const row of readOwnJsonl(join(dir, "eval", PREDICTIONS_FILE), predictionSchema)) rows.push(row);
  const parts = [`# How well calibrated is the reader? / 概率可信吗？\n\n${rows.length} answers of held-out readers.`];
  for (const threshold of [1, 2, 3, 4]) {
    const stated = rows.map(({ rating, probability }) => ({
      probability: Math.min(
        1,
        probability.slice(threshold).reduce((sum, p) => sum + p, 0),
      ),
      happened: rating > threshold,
    }));
    const error = expectedCalibrationError.value(reliabilityCounts(stated));
    const lines = Array.from({ length: BINS }, (_, b) => {
      const mine = stated.filter(({ probability }) => Math.min(BINS - 1, Math.floor(probability * BINS)) === b);
      const mean = (of: (each: (typeof mine)[number]) => number): string =>
        mine.length === 0 ? "n/a" : (mine.reduce((sum, each) => sum + of(each), 0) / mine.length).toFixed(3);
      return [
        `${b / BINS}–${(b + 1) / BINS}`,
        String(mine.length),
        mean(({ probability }) => probability),
        mean(({ happened }) => Number(happened)),
      ];
    });
    parts.push(
      `## More than ${threshold} stars / 高于 ${threshold} 星: ECE ${error?.toFixed(4) ?? "n/a"}\n\n\`\`\`text\n${textTable([["stated", "answers", "mean stated", "happened"], ...lines])}\n\`\`\``,
    );
  }
  return `${parts.join("\n\n")}\n`;
}
