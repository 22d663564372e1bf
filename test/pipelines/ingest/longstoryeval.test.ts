/** The LongStoryEval adapter on files of its real layout, made here; and on the real files where they are. */
import { existsSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { beforeAll, describe, expect, it } from "vitest";
import { InputError, UsageError } from "../../../data-schemas/errors.ts";
import { ingest } from "../../../pipelines/ingest/ingest.ts";
import type { Context } from "../../../pipelines/io/context.ts";
import { SILENT } from "../../../pipelines/io/progress.ts";
import { stageResult } from "../../../pipelines/io/stage-result.ts";

const context: Context = { progress: SILENT, log: () => undefined, signal: new AbortController().signal };
const fresh = (): string => mkdtempSync(join(tmpdir(), "esus-lse-"));
const REAL = join(import.meta.dirname, "../../../../shared/data/longstoryeval");

beforeAll(() => {
  process.env["ESUS_KEY_FILE"] = join(fresh(), "reader.key");
});

const BOOK = {
  book_id: "A_-_B",
  title: "A",
  author: "B",
  published_date: "2024-01-11",
  published_date_raw: "First published January 11, 2024",
  genres: ["Fantasy", "Romance"],
  score: 3.61,
  rating_counts_5to1: [1, 2, 3, 4, 5],
  word_count: 77082,
  premise: "A premise.",
  overall_sum: "A summary.",
  overall_char: "Characters.",
};
const REVIEW = {
  user: "u_00088c0c7a4850eb",
  book_id: "A_-_B",
  order_date: "2024-02-20",
  rating: 4,
  likes: null,
  followers: 39,
  user_review_count: 988,
  aspects: ["Characters"],
  review: ["my secret words"],
  conclusion: "in the end",
};

function source(rows: { books?: unknown[]; ratings?: string[]; reviews?: unknown[] } = {}): string {
  const dir = fresh();
  const lines = (values: unknown[]): string =>
    values.map((value) => `${typeof value === "string" ? value : JSON.stringify(value)}\n`).join("");
  writeFileSync(join(dir, "books.jsonl.gz"), gzipSync(lines(rows.books ?? [BOOK])));
  writeFileSync(
    join(dir, "ratings.csv.gz"),
    gzipSync(lines(["user,book_id,rating,likes,aspect_mask", ...(rows.ratings ?? ["00088c0c7a,A_-_B,4,3,11"])])),
  );
  writeFileSync(join(dir, "reviews.jsonl.gz"), gzipSync(lines(rows.reviews ?? [REVIEW])));
  return dir;
}

const run = (path: string, out: string) =>
  ingest({ source: "longstoryeval", paths: [path], out, seed: 1, splitBy: "answer" }, context);
const read = (out: string, name: string): Record<string, unknown>[] =>
  readFileSync(join(out, name), "utf8")
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line));

describe("ingest longstoryeval", () => {
  it("turns a rating, its review and the book into two records and a text", async () => {
    const out = fresh();
    const { manifest } = await run(source(), out);
    expect([manifest.rows_in, manifest.kept, manifest.refused, manifest.licences]).toEqual([
      3,
      3,
      0,
      ["noncommercial"],
    ]);
    const [rating, review] = read(out, "kept.jsonl");
    expect(rating).toMatchObject({
      schema_version: 1,
      source: "longstoryeval",
      license_class: "noncommercial",
      label_origin: "rating",
      story_id: "A_-_B",
      language: "en",
      order_basis: "publication",
      generated_content_ref_or_text: "content:longstoryeval:A_-_B",
      observed_feedback: { explicit: { rating: 4, likes: 3 } },
    });
    expect(review).toMatchObject({
      label_origin: "review",
      occurred_at: "2024-02-20",
      observed_feedback: {
        explicit: { rating: 4, likes: 0, tags: ["Characters"], comment: "my secret words\nin the end" },
      },
    });
    // The rating's reader and the review's are one person, under a pseudonym.
    expect(review!["user_id"]).toBe(rating!["user_id"]);
    expect(rating!["user_id"]).toMatch(/^r_[0-9a-f]{16}$/);
    expect(rating!["split"]).toBe(review!["split"]);
    expect(read(out, "contents.jsonl")).toMatchObject([
      { content_id: "longstoryeval:A_-_B", text: "Fantasy, Romance\n\nA premise.\n\nA summary." },
    ]);
  });

  it("takes over neither the book's score nor its histogram, which hold the answers", async () => {
    const out = fresh();
    await run(source(), out);
    for (const name of ["kept.jsonl", "contents.jsonl"])
      expect(readFileSync(join(out, name), "utf8")).not.toContain("3.61");
  });

  it("refuses bad rows with file, line and reason, counts every row, and quotes no reader", async () => {
    const out = fresh();
    const { manifest } = await run(
      source({
        books: [BOOK, "not json", { ...BOOK, title: 3 }],
        ratings: ["00088c0c7a,A_-_B,4,3,11", "00088c0c7a,A_-_B,6,3,11", "short,row", "my secret name,A_-_B,4,3,11"],
        reviews: [REVIEW, { ...REVIEW, rating: "4" }, { ...REVIEW, surprise: 1 }],
      }),
      out,
    );
    expect([manifest.rows_in, manifest.kept, manifest.refused]).toEqual([10, 3, 7]);
    expect(manifest.reasons).toEqual({ "field-count": 1, "not-json": 1, schema: 5 });
    const refused = read(out, "refused.jsonl");
    expect(refused.map(({ file, line }) => `${file}:${line}`)).toEqual([
      "books.jsonl.gz:2",
      "books.jsonl.gz:3",
      "ratings.csv.gz:3",
      "ratings.csv.gz:4",
      "ratings.csv.gz:5",
      "reviews.jsonl.gz:2",
      "reviews.jsonl.gz:3",
    ]);
    expect(readFileSync(join(out, "refused.jsonl"), "utf8")).not.toContain("secret");
  });

  it("gives the same bytes twice, and other reader ids under another key", async () => {
    const [a, b, c] = [fresh(), fresh(), fresh()];
    const path = source();
    await run(path, a);
    await run(path, b);
    expect(readFileSync(join(a, "kept.jsonl"))).toEqual(readFileSync(join(b, "kept.jsonl")));
    expect(readFileSync(join(a, "manifest.json"))).toEqual(readFileSync(join(b, "manifest.json")));
    const key = process.env["ESUS_KEY_FILE"];
    process.env["ESUS_KEY_FILE"] = join(fresh(), "other.key");
    await run(path, c);
    process.env["ESUS_KEY_FILE"] = key;
    expect(readFileSync(join(c, "kept.jsonl"))).not.toEqual(readFileSync(join(a, "kept.jsonl")));
  });

  it("of a truncated file keeps what came whole, and says where it broke", async () => {
    const path = source({
      reviews: Array.from({ length: 3000 }, (_, i) => ({ ...REVIEW, review: [`${i} ${Math.sin(i)}`] })),
    });
    const packed = readFileSync(join(path, "reviews.jsonl.gz"));
    writeFileSync(join(path, "reviews.jsonl.gz"), packed.subarray(0, packed.length - 2000));
    const out = fresh();
    const outcome = await run(path, out);
    const [broken] = outcome.manifest.summary["broken"] as string[];
    expect(broken).toMatch(/^reviews\.jsonl\.gz: the gzip stream breaks off after line \d+; fetch the file again$/);
    const line = Number(/line (\d+)/.exec(String(broken))![1]);
    expect(line).toBeGreaterThan(1000);
    expect(outcome.manifest.kept).toBe(2 + line);
    expect(stageResult(outcome, out).exitCode).toBe(1);
  });

  it("reads the files that come after a truncated one", async () => {
    const path = source();
    const packed = gzipSync("{}\n".repeat(9));
    writeFileSync(join(path, "books.jsonl.gz"), packed.subarray(0, packed.length - 9));
    const outcome = await run(path, fresh());
    const whole = await run(source(), fresh());
    expect(outcome.manifest.summary["broken"]).toHaveLength(1);
    expect(outcome.manifest.summary["records"]).toBe(whole.manifest.summary["records"]);
  });

  it("says what is missing", async () => {
    const dir = fresh();
    await expect(run(dir, fresh())).rejects.toThrow(InputError);
    await expect(run(dir, fresh())).rejects.toThrow(
      /longstoryeval: none of the 0 files under .* is one that it reads: books\.jsonl, ratings\.csv/,
    );
    await expect(run(join(dir, "nowhere"), fresh())).rejects.toThrow("cannot be read (ENOENT)");
    const other = ingest({ source: "longstory", paths: [dir], out: fresh(), seed: 1, splitBy: "answer" }, context);
    await expect(other).rejects.toThrow(UsageError);
    await expect(other).rejects.toThrow('no source "longstory". Did you mean "longstoryeval"?');
  });

  it("a quote that is never closed is refused as a whole, and nothing is left under a final name", async () => {
    const out = fresh();
    await expect(run(source({ ratings: ["a,b,4,3,11", '"open,c,4,3,11'] }), out)).rejects.toThrow(
      "ratings.csv.gz: the record that starts at line 3 never ends",
    );
    for (const name of ["manifest.json", "kept.jsonl", "kept.jsonl.partial"])
      expect(existsSync(join(out, name))).toBe(false);
  });

  it.runIf(existsSync(REAL))(
    "the real folder: 495 books, 103,366 ratings and 12,283 reviews, none refused",
    async () => {
      const { manifest } = await run(REAL, fresh());
      expect([manifest.rows_in, manifest.kept, manifest.refused]).toEqual([495 + 103_366 + 12_283, 116_144, 0]);
    },
  );
  if (!existsSync(REAL)) console.warn(`SKIPPED: the real LongStoryEval files are not at ${REAL}`);
});
