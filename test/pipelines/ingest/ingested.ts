/** Runs a source on files made by a test and reads what it wrote. */
import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { expect } from "vitest";
import type { ColumnMap } from "../../../data-schemas/column-map.ts";
import type { Manifest } from "../../../data-schemas/manifest.ts";
import { ingest } from "../../../pipelines/ingest/ingest.ts";
import type { Context } from "../../../pipelines/io/context.ts";
import { SILENT } from "../../../pipelines/io/progress.ts";

const context: Context = { progress: SILENT, log: () => undefined, signal: new AbortController().signal };
const fresh = (): string => mkdtempSync(join(tmpdir(), "esus-src-"));
process.env["ESUS_KEY_FILE"] = join(fresh(), "reader.key");

interface Ingested {
  readonly manifest: Manifest;
  readonly records: Record<string, unknown>[];
  readonly contents: Record<string, unknown>[];
  readonly facts: Record<string, unknown>[];
  readonly refused: Record<string, unknown>[];
}

/** @param files  By name, or the path of a folder that is there. */
export async function run(
  source: string,
  files: Record<string, string | Uint8Array> | string,
  columnMap?: ColumnMap,
): Promise<Ingested> {
  let path = files;
  if (typeof path !== "string") {
    const dir = fresh();
    for (const [name, content] of Object.entries(files)) {
      mkdirSync(dirname(join(dir, name)), { recursive: true });
      writeFileSync(join(dir, name), content);
    }
    path = dir;
  }
  const out = fresh();
  const { manifest } = await ingest({ source, paths: [path], out, seed: 1, splitBy: "answer", columnMap }, context);
  const read = (name: string): Record<string, unknown>[] =>
    readFileSync(join(out, name), "utf8")
      .split("\n")
      .filter((line) => line !== "")
      .map((line) => JSON.parse(line));
  expect(manifest.rows_in).toBe(manifest.kept + manifest.refused);
  return {
    manifest,
    records: read("kept.jsonl"),
    contents: read("contents.jsonl"),
    facts: read("facts.jsonl"),
    refused: read("refused.jsonl"),
  };
}
