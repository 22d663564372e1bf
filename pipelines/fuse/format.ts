/** The table of FUSE in words. */
import type { FuseCell, FuseTable } from "../../data-schemas/fuse-table.ts";
import { formatInterval, textTable } from "../io/text-table.ts";

const ARROWS = { lower: " ↓", higher: " ↑", neither: "" } as const;

/** Metrics of the main table, and their heads. */
const MAIN: readonly (readonly [metric: string, group: string, head: string])[] = [
  ["ncfu", "all", "NCFU"],
  ["robustNcfu", "all", "robust NCFU"],
  ["selectivity", "all", "selectivity"],
  ["fgr", "all", "FGR"],
  ["negativeTransfer", "all", "neg. transfer"],
  ["rollbackSuccess", "drift", "rollback"],
  ["scarRate", "drift", "scar"],
  ["contamination", "isolation", "contamination"],
];

export function formatFuse(table: FuseTable, everything: boolean): string {
  const agents = [...new Set(table.cells.map(({ agent }) => agent))];
  const find = (agent: string, metric: string, group: string): FuseCell | undefined =>
    table.cells.find((cell) => cell.agent === agent && cell.metric === metric && cell.group === group);
  const grid = (columns: typeof MAIN): string => {
    const present = columns.filter(([metric, group]) => agents.some((agent) => find(agent, metric, group)));
    const heads = present.map(([metric, group, head]) => `${head}${ARROWS[find(agents[0]!, metric, group)!.better]}`);
    const rows = agents.map((agent) => [
      agent,
      ...present.map(([metric, group]) => cellText(find(agent, metric, group))),
    ]);
    return textTable([["agent", ...heads], ...rows]);
  };
  const tasks = [...new Set(table.cells.filter(({ metric }) => metric === "taskScore").map(({ group }) => group))];
  const scores = tasks.filter((task) => task !== "all").map((task) => ["taskScore", task, task] as const);
  const parts = [
    `FUSE-Hard, judged by ${table.judge} (*: differs from ${table.reference})`,
    grid(MAIN),
    "Task scores (label is the easy one)",
    grid(scores),
    ...table.agreement.map(
      ({ judges: [a, b], spearman, sameRanking }) =>
        `${a} and ${b} over ${spearman.n} scenes: Spearman ${spearman.value === null ? "n/a" : formatInterval(spearman.value, spearman.low, spearman.high)}; the agents are ranked ${alike(sameRanking.ncfu)} by NCFU, ${alike(sameRanking.selectivity)} by selectivity`,
    ),
  ];
  if (everything) parts.push(everyCell(table));
  return parts.join("\n\n");
}

const alike = (same: boolean): string => (same ? "alike" : "differently");

function cellText(cell: FuseCell | undefined): string {
  if (cell === undefined || cell.estimate.value === null) return "n/a";
  const { value, low, high } = cell.estimate;
  const { difference } = cell;
  const apart = difference?.low != null && difference.high != null && (difference.low > 0 || difference.high < 0);
  return `${formatInterval(value, low, high)}${apart ? "*" : " "}`;
}

function everyCell({ cells }: FuseTable): string {
  const rows = cells.map((cell) => [
    cell.metric,
    cell.group,
    cell.agent,
    cellText(cell),
    String(cell.estimate.n),
    String(cell.unmeasurable),
  ]);
  return textTable([["metric", "of", "agent", "value", "n", "unmeasurable"], ...rows]);
}

/** The flat lists of the command line. */
export function fuseJson({ cells, agreement, unmeasurable, judge }: FuseTable): Record<string, unknown> {
  const tasks = Object.fromEntries(
    cells
      .filter(({ metric, group }) => metric === "taskScore" && group !== "all")
      .map(({ agent, group, estimate }) => [`${agent} ${group}`, estimate.value]),
  );
  const metrics = cells.map(({ metric, estimate, ...rest }) => ({ name: metric, ...rest, ...estimate }));
  return { judge, metrics, tasks, agreement, unmeasurable };
}
