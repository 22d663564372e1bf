/** Models and baselines side by side on the same answers: one row a model, one cell a metric. */
import { type Estimate, estimate, estimateDifference } from "./interval.ts";
import type { Contribution, Metric } from "./metric.ts";
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
 * @param makeRng    A fresh generator of the same seed at each call: every cell sees the same resamples.
 */
export function compareModels(
  models: readonly ModelPredictions[],
  metrics: readonly Metric[],
  reference: string,
  makeRng: () => () => number,
): TableRow[] {
  return metrics.flatMap((metric) => {
    const contributions = new Map<string, readonly Contribution[]>(
      models.map(({ model, predictions }) => [model, byReader(predictions).map((group) => metric.contribution(group))]),
    );
    const base = contributions.get(reference);
    return models.map(({ model }) => ({
      model,
      metric: metric.name,
      estimate: estimate(metric, contributions.get(model)!, makeRng()),
      difference:
        base === undefined || model === reference
          ? null
          : estimateDifference(metric, contributions.get(model)!, base, makeRng()),
    }));
  });
}
