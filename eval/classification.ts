/**
 * Classifiers of comments side by side: the same answers for every model, intervals clustered by reader. A model may be
 * silent; what it would have said counts in accuracy and macro-F1, what it said in coverage and precision.
 */
import { internal } from "../data-schemas/errors.ts";
import type { Estimate } from "./interval.ts";
import { Resampler } from "./interval.ts";

export interface ClassAnswer {
  /** Intervals are clustered by this. */
  readonly reader: number;
  /** Indices of classes. */
  readonly gold: number;
  readonly guess: number;
  readonly answered: boolean;
}

export interface ClassifierAnswers {
  readonly model: string;
  /** The same comments in the same order for every model. */
  readonly answers: readonly ClassAnswer[];
}

export interface ClassificationMetric {
  readonly name: string;
  readonly unit: "fraction";
  readonly better: "higher";
  readonly floor: number;
  readonly ceiling: number;
  readonly protocol: string;
  /** @param counts  Of one model: [class][class] by gold and guess, first all answers, then those that were given. */
  value(counts: Counts, classes: number): number | null;
  /** Whether it is of all answers, or of those that were given. */
  readonly of: "all" | "given";
}

type Counts = ArrayLike<number>;

const at = (classes: number, gold: number, guess: number): number => gold * classes + guess;
const metric = (
  name: string,
  protocol: string,
  value: ClassificationMetric["value"],
  of: ClassificationMetric["of"] = "all",
): ClassificationMetric => ({
  name,
  unit: "fraction",
  better: "higher",
  floor: 0,
  ceiling: 1,
  protocol,
  value,
  of,
});

export const CLASSIFICATION_METRICS: readonly ClassificationMetric[] = [
  metric("accuracy", "accuracy-1", (counts, classes) => share(counts, classes, 0)),
  /** Unweighted mean of F1 = 2·TP / (2·TP + FP + FN) over the classes that occur or are guessed. */
  metric("macroF1", "macro-f1-1", (counts, classes) => {
    const scores: number[] = [];
    for (let k = 0; k < classes; k++) {
      let guessed = 0;
      let occurs = 0;
      for (let other = 0; other < classes; other++) {
        guessed += counts[at(classes, other, k)]!;
        occurs += counts[at(classes, k, other)]!;
      }
      if (guessed + occurs > 0) scores.push((2 * counts[at(classes, k, k)]!) / (guessed + occurs));
    }
    return scores.length === 0 ? null : scores.reduce((sum, score) => sum + score, 0) / scores.length;
  }),
  metric("coverage", "coverage-1", (counts, classes) => {
    const all = total(counts, classes, 0);
    return all === 0 ? null : total(counts, classes, 1) / all;
  }),
  metric("precisionAtCoverage", "precision-at-coverage-1", (counts, classes) => share(counts, classes, 1), "given"),
];

/** @param part  0: of all answers; 1: of those that were given. */
function share(counts: Counts, classes: number, part: 0 | 1): number | null {
  let right = 0;
  for (let k = 0; k < classes; k++) right += counts[part * classes * classes + at(classes, k, k)]!;
  const all = total(counts, classes, part);
  return all === 0 ? null : right / all;
}

function total(counts: Counts, classes: number, part: 0 | 1): number {
  let sum = 0;
  for (let i = 0; i < classes * classes; i++) sum += counts[part * classes * classes + i]!;
  return sum;
}

export interface ClassificationRow {
  readonly model: string;
  readonly metric: ClassificationMetric;
  readonly estimate: Estimate;
}

/** @param rng  Of the bootstrap. Draws from [0, 1). */
export function compareClassifiers(
  models: readonly ClassifierAnswers[],
  classes: number,
  rng: () => number,
): ClassificationRow[] {
  const readers = [...new Set(models[0]?.answers.map(({ reader }) => reader) ?? [])];
  const positions = new Map(readers.map((reader, i) => [reader, i]));
  const resampler = new Resampler(readers.length, rng);
  return models.flatMap(({ model, answers }) => {
    const byReader = readers.map(() => new Float64Array(2 * classes * classes));
    for (const { reader, gold, guess, answered } of answers) {
      const position = positions.get(reader);
      if (position === undefined)
        throw internal(`compareClassifiers: "${model}" answers other comments than the first`);
      byReader[position]![at(classes, gold, guess)]!++;
      if (answered) byReader[position]![classes * classes + at(classes, gold, guess)]!++;
    }
    const statistics = CLASSIFICATION_METRICS.map((each) => ({
      value: (counts: Float64Array) => each.value(counts, classes),
      units: (counts: Float64Array) => total(counts, classes, each.of === "given" ? 1 : 0),
    }));
    const estimates = resampler.statistics(byReader, statistics);
    return CLASSIFICATION_METRICS.map((each, i) => ({ model, metric: each, estimate: estimates[i]! }));
  });
}

/** Rows: gold; columns: guess. */
export function confusionOf(answers: readonly ClassAnswer[], classes: number): number[][] {
  const confusion = Array.from({ length: classes }, () => new Array<number>(classes).fill(0));
  for (const { gold, guess } of answers) confusion[gold]![guess]!++;
  return confusion;
}
