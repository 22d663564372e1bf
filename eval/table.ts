/** Models and baselines side by side on the same answers: one row a model, one cell a metric. */
import { type Estimate, Resampler } from "./interval.ts";
import type { Metric } from "./metric.ts";
import { byReader, type Prediction } from "./prediction.ts";

export interface ModelPredictions {
  readonly model: string;
  /** The same answers in the same order for every model. */
  readonly predictions: readonly Prediction[];
}

export interface TableRow {
  readonly model: string;
  readonly metric: string;
  readonly estimate: Estimate;
  /** This model minus the reference model, on the same resamples; null for the reference itself. */
  readonly difference: Estimate | null;
}

/**
 * @param reference  Name of the model that differences are taken from.
 * @param rng        Of the bootstrap. Draws from [0, 1).
 */
export function compareModels(
  models: readonly ModelPredictions[],
  metrics: readonly Metric[],
  reference: string,
  rng: () => number,
): TableRow[] {
  const groups = models.map(({ model, predictions }) => ({ model, readers: byReader(predictions) }));
  const resampler = new Resampler(groups[0]?.readers.length ?? 0, rng);
  return metrics.flatMap((metric) => {
    const cells = groups.map(({ model, readers }) => ({
      model,
      parts: readers.map((group) => metric.contribution(group)),
    }));
    const base = cells.find(({ model }) => model === reference);
    return cells.map(({ model, parts }) => ({
      model,
      metric: metric.name,
      estimate: resampler.estimate(metric, parts),
      difference: base === undefined || model === reference ? null : resampler.difference(metric, parts, base.parts),
    }));
  });
}
