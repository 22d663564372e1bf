/** One contender on one file, in a process of its own: prints seconds and the most memory that it held. */
import { DuckDBInstance } from "@duckdb/node-api";
import { ingest } from "../../pipelines/ingest/ingest.ts";
import { SILENT } from "../../pipelines/io/progress.ts";

const [name, file, out] = process.argv.slice(2) as [string, string, string];
const started = performance.now();
if (name === "esus") {
  const context = { progress: SILENT, log: () => undefined, signal: new AbortController().signal };
  await ingest({ source: "goodreads-ucsd", paths: [file], out, seed: 1, splitBy: "answer" }, context);
} else {
  const database = await DuckDBInstance.create(":memory:", { threads: "2" });
  const connection = await database.connect();
  await connection.run(`COPY (SELECT * FROM read_json_auto('${file}')) TO '${out}.parquet'`);
}
const seconds = (performance.now() - started) / 1000;
console.log(JSON.stringify({ seconds, peakMiB: process.resourceUsage().maxRSS / 1024 }));
