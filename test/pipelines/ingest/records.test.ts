/** The interchange format goes out as JSON Lines and Parquet and comes in again, whole. */
import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { asyncBufferFromFile, parquetReadObjects } from "hyparquet";
import { parquetWriteBuffer } from "hyparquet-writer";
import { describe, expect, it } from "vitest";
import { populationSchema } from "../../../data-schemas/population.ts";
import { type EsusRecord, recordSchema } from "../../../data-schemas/record.ts";
import { ingest } from "../../../pipelines/ingest/ingest.ts";
import type { Context } from "../../../pipelines/io/context.ts";
import { readParquet, writeParquet } from "../../../pipelines/io/parquet.ts";
import { SILENT } from "../../../pipelines/io/progress.ts";
import { run } from "./ingested.ts";

const SMALL = populationSchema.parse({ readers: 60, stories: 4, turns: 8 });

const context: Context = { progress: SILENT, log: () => undefined, signal: new AbortController().signal };
const fresh = (): string => mkdtempSync(join(tmpdir(), "esus-records-"));

/** In the manner of the design's record, with every kind of field. */
const whole: EsusRecord = recordSchema.parse({
  schema_version: 1,
  example_id: "x:1",
  source: "x",
  license_class: "restricted_dta|synthetic",
  label_origin: "human_comment",
  confidence: 0.86,
  user_id: "u",
  story_id: "故事",
  chapter_id: "c",
  turn_index: 3,
  occurred_at: "2024-05-01",
  split: "test",
  story_state: { open_threads: ["导师的秘密"], character_arcs: { a: "fragile" }, world_rules: [] },
  observed_feedback: {
    explicit: { rating: null, comment: '解释太久了\n"quoted"', tags: ["pacing_slow"] },
    implicit: { continue_clicked: false },
  },
  gold_preference_update: [{ axis: "pacing", direction: "increase_speed", scope: "arc", confidence: 0.77 }],
  counterfactuals: { aligned_rewrite_ref: "r" },
  provenance: { "observed_feedback.explicit.rating": "observed" },
});
const small: EsusRecord = recordSchema.parse({
  example_id: "x:2",
  source: "x",
  license_class: "synthetic",
  label_origin: "rating",
  confidence: 1,
  user_id: "u",
  story_id: "s",
  observed_feedback: {},
});

async function* rows<T>(...values: T[]): AsyncGenerator<T> {
  yield* values;
}

describe("Parquet", () => {
  it("gives back what was written; what a row lacks stays absent", async () => {
    const path = join(fresh(), "r.parquet");
    expect((await writeParquet(path, recordSchema, rows(whole, small))).rows).toBe(2);
    const back = [];
    for await (const rows of readParquet(path, recordSchema)) back.push(...rows);
    expect(back).toEqual([
      { ok: true, line: 1, value: whole },
      { ok: true, line: 2, value: small },
    ]);
  });

  it("has typed columns for plain fields and JSON for nested ones, also where no row has a value", async () => {
    const path = join(fresh(), "r.parquet");
    await writeParquet(path, recordSchema, rows(whole, small));
    const read = await parquetReadObjects({ file: await asyncBufferFromFile(path) });
    expect(read[0]).toMatchObject({ confidence: 0.86, turn_index: 3n, story_id: "故事", language: null });
    expect(read[0]!["observed_feedback"]).toEqual(whole.observed_feedback);
    expect(Object.keys(read[0]!)).toEqual(Object.keys(recordSchema.shape));
  });

  it("writes an empty table, and more rows than one group", async () => {
    const [none, many] = [join(fresh(), "none.parquet"), join(fresh(), "many.parquet")];
    expect((await writeParquet(none, recordSchema, rows<EsusRecord>())).rows).toBe(0);
    const records = Array.from({ length: 25_001 }, (_, i) => ({ ...small, example_id: `x:${i}` }));
    await writeParquet(many, recordSchema, rows(...records));
    const ids = [];
    for await (const rows of readParquet(many, recordSchema))
      ids.push(...rows.map((row) => row.ok && row.value.example_id));
    expect(ids).toEqual(records.map(({ example_id }) => example_id));
  });

  it("refuses what does not fit by its row, and a file that is no Parquet by name", async () => {
    const dir = fresh();
    writeFileSync(
      join(dir, "other.parquet"),
      new Uint8Array(parquetWriteBuffer({ columnData: [{ name: "user", data: ["a"], type: "STRING" }] })),
    );
    const refused = [];
    for await (const rows of readParquet(join(dir, "other.parquet"), recordSchema)) refused.push(...rows);
    expect(refused).toMatchObject([{ ok: false, line: 1, reason: "schema" }]);
    writeFileSync(join(dir, "cut.parquet"), "PAR1 and then nothing");
    await expect(readParquet(join(dir, "cut.parquet"), recordSchema).next()).rejects.toThrow(
      "cut.parquet: is no whole",
    );
  });
});

describe("esus ingest records", () => {
  it("an ingest's records, as JSON Lines and as Parquet, give the same records", async () => {
    const [first, second, third] = [fresh(), fresh(), fresh()];
    const common = { seed: 1, splitBy: "answer" } as const;
    const sample = { ...common, source: "simulator", population: SMALL, paths: [], out: first, parquet: true };
    expect((await ingest(sample, context)).manifest.outputs.map(({ name }) => name)).toContain("kept.parquet");
    await ingest({ ...common, source: "records", paths: [join(first, "kept.jsonl")], out: second }, context);
    await ingest({ ...common, source: "records", paths: [join(first, "kept.parquet")], out: third }, context);
    const read = (dir: string) =>
      readFileSync(join(dir, "kept.jsonl"), "utf8")
        .trimEnd()
        .split("\n")
        .map((line) => JSON.parse(line));
    expect(read(second)).toEqual(read(first));
    expect(read(third)).toEqual(read(first));
  });

  it("takes each record of a run folder once, and refuses bad ones with file and line", async () => {
    const lines = [whole, small].map((record) => JSON.stringify(record));
    const { manifest, refused } = await run("records", {
      "kept.jsonl": `${lines.join("\n")}\n{"example_id": 5}\nnot json\n`,
      "contents.jsonl": "{}\n",
      "facts.jsonl": "",
    });
    expect([manifest.rows_in, manifest.kept, manifest.refused]).toEqual([4, 2, 2]);
    expect(refused.map(({ file, line, reason }) => [file, line, reason])).toEqual([
      ["kept.jsonl", 3, "schema"],
      ["kept.jsonl", 4, "not-json"],
    ]);
  });
});
