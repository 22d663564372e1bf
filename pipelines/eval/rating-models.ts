/** Models and baselines on the ratings of the test answers. */
import { MODEL } from "../../data-schemas/eval-table.ts";
import { LEVELS } from "../../data-schemas/rating.ts";
import type { Baseline, ContentVectors, Held, RatedAnswer } from "../../eval/baselines/baseline.ts";
import { normalCdf, readerStoryBias } from "../../eval/baselines/biases.ts";
import { nonPersonalOrdinal } from "../../eval/baselines/content.ts";
import type { Prediction } from "../../eval/prediction.ts";
import type { ModelPredictions } from "../../eval/table.ts";
import type { ReaderEvent } from "../../models/reader/event.ts";
import type { Meddling } from "../../models/training/predictor.ts";
import type { Collected } from "./collect.ts";

export const REFERENCE = readerStoryBias.name;
/** The row that a personal model must beat. */
export const NON_PERSONAL = nonPersonalOrdinal.name;
export const CEILING = "planted utility";

const MEDDLED: Readonly<Record<Meddling, string>> = {
  none: MODEL,
  shuffled: `${MODEL}, z of another reader`,
  opposite: `${MODEL}, -z`,
  absent: `${MODEL}, no z`,
};

export function modelPredictions(
  collected: Collected,
  events: readonly ReaderEvent[],
  name = MODEL,
): ModelPredictions[] {
  return Object.entries(MEDDLED).map(([meddling, model]) => ({
    model: model.replace(MODEL, name),
    predictions: predictionsOf(collected, events, (row) => ({
      probability: collected.rating[meddling as Meddling].subarray(row * LEVELS, (row + 1) * LEVELS),
      score: collected.score[meddling as Meddling][row]!,
    })),
  }));
}

export function baselinePredictions(
  baseline: Baseline,
  training: readonly RatedAnswer[],
  held: readonly Held[],
  contents: ContentVectors,
  collected: Collected,
  events: readonly ReaderEvent[],
): ModelPredictions {
  const predict = baseline.fit(training, contents, held);
  const { picked, histories, scoreHistories } = collected;
  return {
    model: baseline.name,
    predictions: predictionsOf(collected, events, (row) => {
      const { item } = events[picked[row]!]!;
      return { ...predict(item, histories[row]!), score: predict(item, scoreHistories[row]!).score };
    }),
  };
}

/**
 * What one would say who knew the planted utility and thresholds, with normal noise of the SD that fits best: no model can
 * be expected to do better. null: no answer has them.
 */
export function ceilingPredictions(collected: Collected, events: readonly ReaderEvent[]): ModelPredictions | null {
  const planted = collected.picked.map((i) => events[i]!.hidden);
  if (planted.some((hidden) => hidden?.utility == null || hidden.thresholds === null)) return null;
  const of = (sd: number) => (row: number) => {
    const { utility, thresholds } = planted[row]!;
    let below = 0;
    const probability = Float64Array.from({ length: LEVELS }, (_, k) => {
      const upTo = k === LEVELS - 1 ? 1 : normalCdf((thresholds![k]! - utility!) / sd);
      const p = Math.max(upTo - below, 1e-6);
      below = upTo;
      return p;
    });
    return { probability, score: utility! };
  };
  const loss = (sd: number): number =>
    collected.picked.reduce((sum, i, row) => sum - Math.log(of(sd)(row).probability[events[i]!.rating! - 1]!), 0);
  const sds = Array.from({ length: 12 }, (_, i) => 0.3 + 0.1 * i);
  const best = sds.reduce((found, sd) => (loss(sd) < loss(found) ? sd : found));
  return { model: CEILING, predictions: predictionsOf(collected, events, of(best)) };
}

function predictionsOf(
  { picked, score }: Collected,
  events: readonly ReaderEvent[],
  said: (row: number) => Pick<Prediction, "probability" | "score">,
): Prediction[] {
  return picked.map((i, row) => {
    const { reader, rating } = events[i]!;
    const known = { reader, rating: rating!, ...said(row) };
    return Number.isNaN(score.none[row]) ? { ...known, score: null } : known;
  });
}
