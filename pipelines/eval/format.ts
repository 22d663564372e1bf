/** The evaluation table for people and for programs. */
import { type Cell, type EvalTable, MODEL } from "../../data-schemas/eval-table.ts";
import { formatInterval, grouped, textTable } from "../io/text-table.ts";

const TITLES: Readonly<Record<string, string>> = {
  rmse: "RMSE",
  ordinalNll: "ordinal NLL",
  rankedProbabilityScore: "RPS",
  withinOne: "within 1",
  pairAccuracy: "pair accuracy",
};

/** One block a group of answers: a row a model, a column a metric, each value with its interval. */
export function formatTable({ cells, interval, reference }: EvalTable): string {
  const groups = [...new Set(cells.map(({ group }) => group))];
  const blocks = groups.map((group) =>
    formatGroup(
      group,
      cells.filter((cell) => cell.group === group),
    ),
  );
  return `${blocks.join("\n\n")}\n\nIntervals: ${interval}. * differs from "${reference}" (interval of the difference excludes 0).`;
}

function formatGroup(group: string, cells: readonly Cell[]): string {
  const metrics = [...new Set(cells.map(({ metric }) => metric))];
  const models = [...new Set(cells.map(({ model }) => model))];
  const cellOf = (model: string, metric: string): Cell =>
    cells.find((cell) => cell.model === model && cell.metric === metric)!;
  const heads = metrics.map(
    (metric) => `${TITLES[metric] ?? metric} ${cellOf(models[0]!, metric).better === "lower" ? "↓" : "↑"}`,
  );
  const rows = models.map((model) => [model, ...metrics.map((metric) => formatCell(cellOf(model, metric)))]);
  const first = cellOf(models[0]!, metrics[0]!).estimate;
  const pairs = cells.find(({ metric }) => metric === "pairAccuracy")!.estimate;
  const size = `${grouped(first.n)} answers of ${grouped(first.clusters)} readers; ${grouped(pairs.n)} pairs of ${grouped(pairs.clusters)} readers`;
  return `Test: ${group} (${size})\n${textTable([["model", ...heads], ...rows])}`;
}

function formatCell({ estimate: { value, low, high, n }, difference }: Cell): string {
  if (value === null) return `n/a (${n})`;
  const text = formatInterval(value, low, high);
  if (low === null || high === null) return text;
  const apart = difference?.low != null && difference.high != null && (difference.low > 0 || difference.high < 0);
  return `${text}${apart ? "*" : " "}`;
}

/** The flat lists of the command line: the model's own metrics, and its baselines' on the same answers. */
export function metricsJson({ cells }: EvalTable): {
  metrics: Record<string, unknown>[];
  baselines: Record<string, unknown>[];
} {
  const rows = cells.map(({ metric: name, estimate, ...rest }) => ({ ...rest, name, ...estimate }));
  return {
    metrics: rows.filter(({ model }) => model === MODEL),
    baselines: rows.filter(({ model }) => model !== MODEL),
  };
}
