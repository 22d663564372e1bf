/** `npm run bench [-- NAME] [-- --json]`: each benchmark pits contenders against each other in one run. */
import { cpus } from "node:os";
import { textTable } from "../pipelines/io/text-table.ts";
import { benchActive } from "./active/active.bench.ts";
import type { BenchRow } from "./contender.ts";
import { benchEncoders } from "./encoders/encoders.bench.ts";
import { benchEngines } from "./engine/engine.bench.ts";
import { benchIngest } from "./ingest/ingest.bench.ts";
import { benchAblations } from "./reader/ablations.bench.ts";
import { benchReader } from "./reader/reader.bench.ts";
import { benchSelect } from "./select/select.bench.ts";

const BENCHMARKS: Readonly<Record<string, () => Promise<{ rows: BenchRow[]; notes: string[] }>>> = {
  active: benchActive,
  ablations: benchAblations,
  encoders: benchEncoders,
  engine: benchEngines,
  ingest: benchIngest,
  reader: benchReader,
  select: benchSelect,
};

const names = process.argv.slice(2).filter((argument) => !argument.startsWith("--"));
const json = process.argv.includes("--json");
const unknown = names.find((name) => BENCHMARKS[name] === undefined);
if (unknown !== undefined) {
  console.error(`bench: no "${unknown}". Known: ${Object.keys(BENCHMARKS).join(", ")}`);
  process.exit(2);
}
const machine = { cpu: cpus()[0]?.model.trim() ?? "unknown", cores: cpus().length, node: process.version };
const rows: BenchRow[] = [];
const notes: string[] = [];
for (const name of names.length > 0 ? names : Object.keys(BENCHMARKS)) {
  const result = await BENCHMARKS[name]!();
  rows.push(...result.rows);
  notes.push(...result.notes);
}
if (json) {
  console.log(JSON.stringify({ rows, machine, notes }));
} else {
  const body = rows.map(({ task, contender, median, min, max, unit, runs }) => {
    return [`${task}: ${contender}`, ...[median, min, max].map((value) => value.toFixed(2)), unit, String(runs)];
  });
  console.log(textTable([["task: contender", "median", "min", "max", "unit", "runs"], ...body]));
  console.log(`\n${notes.join("\n")}\n\n${machine.cpu}, ${machine.cores} cores, Node ${machine.node}`);
}
process.exit(0);
