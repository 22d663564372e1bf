/**
 * Ingest of made-up interactions beside DuckDB's own copy of the same file to Parquet, in one run. DuckDB reads and writes;
 * we check each row against a schema, hash its reader, decide its split and count what we refuse.
 */
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { BenchRow } from "../contender.ts";
import { writeInteractions } from "./interactions.ts";

const MILLION = 1_000_000;
/** Set ESUS_BENCH_MILLIONS, such as 1,4,16, for other sizes. */
const sizes = (process.env["ESUS_BENCH_MILLIONS"] ?? "1,4").split(",").map(Number);

interface Measured {
  readonly seconds: number;
  readonly peakMiB: number;
}

export async function benchIngest(): Promise<{ rows: BenchRow[]; notes: string[] }> {
  const dir = mkdtempSync(join(tmpdir(), "esus-bench-"));
  const rows: BenchRow[] = [];
  const notes: string[] = [];
  try {
    for (const millions of sizes) {
      const file = join(dir, `goodreads_interactions_${millions}m.json`);
      await writeInteractions(file, millions * MILLION);
      const duck = contend("duckdb", file, join(dir, "duck"));
      const ours = contend("esus", file, join(dir, "esus"));
      const again = contend("duckdb", file, join(dir, "duck"));
      const rates = (measured: readonly Measured[]) => measured.map(({ seconds }) => (millions * MILLION) / seconds);
      const task = `ingest ${millions} million interactions`;
      const [theirs, own] = [rates([duck, again]), rates([ours])];
      rows.push(rowOf(task, "DuckDB, read_json_auto to Parquet", theirs, "rows/s"), rowOf(task, "ESUS", own, "rows/s"));
      rows.push(rowOf(task, "ESUS", [ours.peakMiB], "MiB at most"));
      const share = own[0]! / Math.max(...theirs);
      notes.push(
        `${task}: ESUS reaches ${(100 * share).toFixed(1)}% of DuckDB's rate (reach 50%), at most ${ours.peakMiB.toFixed(0)} MiB (reach 1024)`,
      );
      rmSync(join(dir, "esus"), { recursive: true, force: true });
      rmSync(file);
    }
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
  return { rows, notes };
}

function contend(name: string, file: string, out: string): Measured {
  const script = fileURLToPath(new URL("contend.ts", import.meta.url));
  const child = spawnSync(process.execPath, ["--import", "tsx", script, name, file, out], {
    encoding: "utf8",
    stdio: ["ignore", "pipe", "inherit"],
  });
  if (child.status !== 0) throw new Error(`${name} ended with ${child.status} on ${file}`);
  return JSON.parse(child.stdout) as Measured;
}

function rowOf(task: string, contender: string, values: readonly number[], unit: string): BenchRow {
  const median = values.reduce((sum, value) => sum + value, 0) / values.length;
  return { task, contender, median, min: Math.min(...values), max: Math.max(...values), unit, runs: values.length };
}
