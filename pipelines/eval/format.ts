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
/** The block with every model in full; other groups of ratings get a line each. */
const FULL = /^all$/;
/** Metrics of a line. */
const BRIEF = ["ordinalNll", "pairAccuracy"] as const;

/** A block a group of answers, a line a part of them, then everything that is not of ratings. */
export function formatTable({ cells, interval, reference }: EvalTable): string {
  const rated = cells.filter(({ metric }) => metric in TITLES);
  const groups = [...new Set(rated.map(({ group }) => group))];
  const of = (group: string): Cell[] => rated.filter((cell) => cell.group === group);
  const blocks = groups.filter((group) => FULL.test(group)).map((group) => formatGroup(group, of(group)));
  const lines = groups.filter((group) => !FULL.test(group));
  if (lines.length > 0) blocks.push(formatLines(lines.map((group) => [group, of(group)] as const)));
  const others = cells.filter(({ metric }) => !(metric in TITLES));
  // Single axes are in the file; on paper those that fail are enough.
  const shown = others.filter(
    ({ metric, estimate }) => !/: .*_|^edits.*: /.test(metric) || (estimate.value ?? 1) < 0.5,
  );
  if (shown.length > 0) blocks.push(formatOthers(shown));
  return `${blocks.join("\n\n")}\n\nIntervals: ${interval}. * differs from "${reference}" (interval of the difference excludes 0).`;
}

/** All answers, every model; the rest stands in the report. */
export function formatMainTable({ cells, interval, reference }: EvalTable): string {
  const all = cells.filter(({ metric, group }) => metric in TITLES && FULL.test(group));
  return `${formatGroup("all", all)}\n\nIntervals: ${interval}. * differs from "${reference}" (interval of the difference excludes 0).`;
}

function formatGroup(group: string, cells: readonly Cell[]): string {
  const metrics = [...new Set(cells.map(({ metric }) => metric))];
  const models = [...new Set(cells.map(({ model }) => model))];
  const cellOf = (model: string, metric: string): Cell =>
    cells.find((cell) => cell.model === model && cell.metric === metric)!;
  const heads = metrics.map((metric) => `${TITLES[metric]} ${arrow(cellOf(models[0]!, metric))}`);
  const rows = models.map((model) => [model, ...metrics.map((metric) => formatCell(cellOf(model, metric)))]);
  const first = cellOf(models[0]!, metrics[0]!).estimate;
  const pairs = cells.find(({ metric }) => metric === "pairAccuracy")!.estimate;
  const size = `${grouped(first.n)} answers of ${grouped(first.clusters)} readers; ${grouped(pairs.n)} pairs of ${grouped(pairs.clusters)} readers`;
  return `Test: ${group} (${size})\n${textTable([["model", ...heads], ...rows])}`;
}

function formatLines(groups: readonly (readonly [string, readonly Cell[]])[]): string {
  const models = [...new Set(groups.flatMap(([, cells]) => cells.map(({ model }) => model)))];
  const heads = BRIEF.flatMap((metric) => models.map((model) => `${TITLES[metric]}: ${model}`));
  const rows = groups.map(([group, cells]) => {
    const values = BRIEF.flatMap((metric) =>
      models.map((model) => {
        const value = cells.find((cell) => cell.model === model && cell.metric === metric)?.estimate.value;
        return value == null ? "n/a" : value.toFixed(3);
      }),
    );
    return [group, String(cells[0]!.estimate.n), ...values];
  });
  return textTable([["part", "answers", ...heads], ...rows]);
}

function formatOthers(cells: readonly Cell[]): string {
  const rows = cells.map((cell) => [
    cell.group,
    `${cell.metric} ${arrow(cell)}`,
    formatCell(cell).trim(),
    String(cell.estimate.n),
  ]);
  return textTable([["of", "metric", "value", "n"], ...rows]);
}

const arrow = ({ better }: Cell): string => (better === "lower" ? "↓" : "↑");

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
