/** What `esus run` prints: a line a stage, the main numbers, and where the report lies. */
import type { EvalTable } from "../data-schemas/eval-table.ts";
import type { FuseTable } from "../data-schemas/fuse-table.ts";
import { formatMainTable } from "./eval/format.ts";
import { formatFuse } from "./fuse/format.ts";
import type { CommandResult } from "./io/command.ts";
import type { StageOutcome } from "./io/stage.ts";
import { grouped, textTable } from "./io/text-table.ts";
import type { PlannedSources, RunDirs } from "./run-plan.ts";

export interface StageLine {
  readonly name: string;
  readonly rowsIn: number;
  readonly kept: number;
  readonly refused: number;
  readonly seconds: number;
  readonly reused: boolean;
}

export function lineOf(name: string, { manifest, reused, seconds }: StageOutcome): StageLine {
  const { rows_in: rowsIn, kept, refused } = manifest;
  return { name, rowsIn, kept, refused, seconds: Math.round(seconds * 100) / 100, reused };
}

export function stageTable(stages: readonly StageLine[]): string {
  const rows = stages.map(({ name, rowsIn, kept, refused, seconds, reused }) => [
    name,
    grouped(rowsIn),
    grouped(kept),
    grouped(refused),
    reused ? "reused" : seconds.toFixed(1),
  ]);
  return textTable([["stage", "rows in", "kept", "not used", "seconds"], ...rows]);
}

export interface RunFindings {
  readonly stages: readonly StageLine[];
  /** null: nothing could be trained on. */
  readonly table: EvalTable | null;
  readonly fuse: FuseTable | null;
  /** A line each. */
  readonly selections: readonly string[];
  readonly report: string;
}

export function describeFindings({ stages, table, fuse, selections, report }: RunFindings): string {
  const parts = [
    stageTable(stages),
    table === null ? "" : formatMainTable(table),
    fuse === null ? "" : formatFuse(fuse, false),
    selections.join("\n"),
    `report: ${report}`,
  ];
  return parts.filter((part) => part !== "").join("\n\n");
}

export function describePlan(
  { sources, lives }: PlannedSources,
  finished: readonly string[],
  dirs: RunDirs,
): CommandResult {
  const ingested = [...finished, ...sources.map(({ out }) => out)];
  const plan = [
    ...sources.map(({ source, paths, out }) => ({ stage: `ingest ${source}`, reads: [...paths], writes: out })),
    { stage: "label", reads: ingested, writes: dirs.label },
    { stage: "pairs", reads: ingested, writes: dirs.pairs },
    { stage: "encode", reads: ingested, writes: dirs.encode },
    { stage: "train", reads: [...ingested, dirs.encode], writes: dirs.train },
    { stage: "eval", reads: [dirs.train, dirs.encode], writes: dirs.eval },
    { stage: "simulate", reads: [dirs.train, dirs.encode], writes: dirs.simulate },
    { stage: "fuse suite", reads: [], writes: dirs.suite },
    { stage: "fuse run", reads: [dirs.suite, dirs.train], writes: dirs.fuse },
    { stage: "life reward", reads: lives.length > 0 ? [...lives] : [dirs.lives], writes: dirs.lifeReward },
    { stage: "best of n", reads: [dirs.candidates, dirs.train], writes: dirs.bestOf },
    { stage: "publish", reads: ingested, writes: dirs.publish },
  ];
  const text = plan
    .map(({ stage, reads, writes }) => `${stage}: ${reads.join(", ") || "a seed"} -> ${writes}`)
    .join("\n");
  return { json: { plan }, text };
}
