/** What a single stage prints. */
import type { CommandResult } from "./command.ts";
import type { StageOutcome } from "./stage.ts";
import { grouped } from "./text-table.ts";

export function stageResult({ manifest, reused, seconds }: StageOutcome, out: string): CommandResult {
  const { stage, rows_in, kept, refused, reasons, outputs, summary } = manifest;
  const bytes = outputs.reduce((sum, file) => sum + file.bytes, 0);
  const why = Object.entries(reasons).map(([reason, count]) => `${reason} ${grouped(count)}`);
  const text =
    `${stage}: ${grouped(rows_in)} rows in, ${grouped(kept)} kept, ${grouped(refused)} refused` +
    `${why.length > 0 ? ` (${why.join(", ")})` : ""}, ${reused ? "reused" : `${seconds.toFixed(1)} s`} -> ${out}`;
  // A part of the input could not be read: the rest is there, and the exit code says that it is a part.
  const exitCode = Array.isArray(summary["broken"]) && summary["broken"].length > 0 ? 1 : 0;
  return { exitCode, json: { rowsIn: rows_in, kept, refused, reasons, bytes, seconds, reused, ...summary, out }, text };
}
