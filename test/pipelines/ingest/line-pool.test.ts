/** Threads write what one thread writes, whatever the file is like. */
import { mkdtempSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { writeInteractions } from "../../../bench/ingest/interactions.ts";
import { ingest } from "../../../pipelines/ingest/ingest.ts";
import { LinePool } from "../../../pipelines/ingest/line-pool.ts";
import type { SplitUnit } from "../../../pipelines/ingest/split.ts";
import type { Context } from "../../../pipelines/io/context.ts";
import { SILENT } from "../../../pipelines/io/progress.ts";

const context: Context = { progress: SILENT, log: () => undefined, signal: new AbortController().signal };
const fresh = (): string => mkdtempSync(join(tmpdir(), "esus-pool-"));
process.env["ESUS_KEY_FILE"] = join(fresh(), "reader.key");

async function ingested(path: string, threads: number, splitBy: SplitUnit = "answer"): Promise<Map<string, string>> {
  const out = fresh();
  await ingest({ source: "goodreads-ucsd", paths: [path], out, seed: 1, splitBy, threads, largeBytes: 0 }, context);
  return new Map(readdirSync(out).map((name) => [name, readFileSync(join(out, name), "utf8")]));
}

const interactions = join(fresh(), "goodreads_interactions_made_up.json");
const review = (i: number, text: string): string =>
  JSON.stringify({
    user_id: `u${i % 7}`,
    book_id: String(i % 5),
    review_id: `r${i}`,
    rating: i % 6,
    review_text: text,
    date_added: "Thu Aug 17 15:15:28 -0700 2017",
    date_updated: "",
    read_at: "",
    started_at: "",
    n_votes: 1,
    n_comments: 0,
  });
const LONG =
  "I have read this trilogy three times, and each time the ending of the second book has taken me by surprise.";

describe("threads", () => {
  it("write the same bytes as one thread, over many blocks", async () => {
    await writeInteractions(interactions, 20_000);
    expect(await ingested(interactions, 3)).toEqual(await ingested(interactions, 1));
  });

  it.each<[string, (text: string) => string | Uint8Array, string, SplitUnit]>([
    ["no newline at the end", (text) => text.trimEnd(), "", "reader"],
    ["CRLF and a byte order mark", (text) => `\uFEFF${text.replaceAll("\n", "\r\n")}`, "", "story"],
    ["empty lines and junk", (text) => `${text}\n\nnot json\n{"a":1}\n`, "", "time"],
    ["gz", (text) => gzipSync(text), ".gz", "answer"],
    ["a gz that breaks off", (text) => gzipSync(text, { level: 1 }).subarray(0, 100_000), ".gz", "reader"],
    ["a byte order mark only", () => "\uFEFF", "", "reader"],
  ])("%s", async (_, made, ending, unit) => {
    // Over several blocks, one of them of a line longer than a block, another with what is no row.
    const lines = Array.from({ length: 9000 }, (_, i) => review(i, i % 400 === 0 ? LONG : `评论 ${i} with words`));
    lines.splice(4000, 0, review(9001, `Long${" ".repeat(1_200_000)}indeed`));
    lines.splice(6000, 0, "", "not json", '{"a":1}');
    const file = join(fresh(), `goodreads_reviews_made_up.json${ending}`);
    writeFileSync(file, made(`${lines.join("\n")}\n`));
    const [one, two] = [await ingested(file, 1, unit), await ingested(file, 2, unit)];
    expect(two).toEqual(one);
  });

  it("say so when one of them cannot go on, also while nothing waits for it", async () => {
    const pool = new LinePool(2, { source: "no such source", unit: "answer", key: new Uint8Array(32) });
    await new Promise((resolve) => setTimeout(resolve, 3000));
    await expect(pool.read(interactions).next()).rejects.toThrow("no source");
    await pool.close();
  });

  it("a stop between the two passes leaves no record under its final name", async () => {
    const stop = new AbortController();
    const progress = { ...SILENT, start: (title: string) => title === "split" && stop.abort() };
    const out = fresh();
    const request = {
      source: "goodreads-ucsd",
      paths: [interactions],
      out,
      seed: 1,
      splitBy: "time",
      threads: 1,
    } as const;
    await expect(ingest(request, { ...context, progress, signal: stop.signal })).rejects.toThrow("stopped on request");
    expect(readdirSync(out).filter((name) => /kept|draft|manifest/.test(name))).toEqual([]);
  });
});
