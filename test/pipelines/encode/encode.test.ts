/** Encoding with real files: the embedded encoder, an ONNX one, reuse by content, interruption, and texts at the edge. */
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { columnMapSchema } from "../../../data-schemas/column-map.ts";
import { InterruptedError } from "../../../data-schemas/errors.ts";
import { NARRATIVE_COLUMNS } from "../../../models/content/narrative-columns.ts";
import { SEGMENTS } from "../../../models/content/segments.ts";
import { readEmbeddedEncoder } from "../../../pipelines/encode/embedded-encoder.ts";
import { encode } from "../../../pipelines/encode/encode.ts";
import { openEncoder } from "../../../pipelines/encode/open-encoder.ts";
import { ingest } from "../../../pipelines/ingest/ingest.ts";
import type { Context } from "../../../pipelines/io/context.ts";
import { readEncodedTexts } from "../../../pipelines/io/encoded-texts.ts";
import { SILENT } from "../../../pipelines/io/progress.ts";
import { TINY_WIDTH, tinyEncoder } from "./tiny-encoder.ts";

const fresh = (): string => mkdtempSync(join(tmpdir(), "esus-encode-"));
const EMBEDDED = { encoder: "ngram-lsa-1", remote: false };

function context(signal = new AbortController().signal): Context & { lines: string[] } {
  const lines: string[] = [];
  return { progress: SILENT, log: (line) => lines.push(line), signal, lines };
}

/** An ingest of our own texts, through the generic adapter. */
async function ingested(texts: readonly string[]): Promise<string> {
  const [from, out] = [fresh(), fresh()];
  const rows = texts.map((text, i) => JSON.stringify({ r: "a", s: "s", c: `c${i}`, stars: 4, t: text }));
  writeFileSync(join(from, "rows.jsonl"), rows.join("\n"));
  const columnMap = columnMapSchema.parse({
    source: "ours",
    license_class: "synthetic",
    format: "jsonl",
    columns: { reader: "r", story: "s", chapter: "c", rating: { column: "stars", low: 1, high: 5 }, text: "t" },
  });
  await ingest({ source: "generic", paths: [from], out, seed: 1, splitBy: "answer", threads: 1, columnMap }, context());
  return out;
}

describe("texts at the edge", () => {
  const long = "The old city slept. She walked on, and the rain came down on the sword. ".repeat(14_000);
  const texts = [
    "",
    "ข้าวเหนียวมะม่วง อร่อยมาก วันนี้ฝนตก",
    "她拔剑。雨落在城墙上。",
    "The sword was wet.\nThe rain fell.",
    long,
  ];
  let table: Awaited<ReturnType<typeof readEncodedTexts>>;
  let told: string[];

  beforeAll(async () => {
    const dir = await ingested(texts);
    const out = fresh();
    const ctx = context();
    await encode({ folders: [dir], out, ...EMBEDDED }, ctx);
    table = await readEncodedTexts(join(out, "embeddings.arrow"));
    told = ctx.lines;
  });

  const rowOf = (i: number): number => table.ids.findIndex((id) => id.endsWith(`c${i}`));
  const vector = (i: number): Float32Array =>
    table.embedding.subarray(rowOf(i) * SEGMENTS * table.width, (rowOf(i) + 1) * SEGMENTS * table.width);

  it("a chapter in another script is encoded by its letters, and nothing of its narrative is measured; it is said", () => {
    expect(table.measured[rowOf(1)]).toBe(0);
    expect(table.segments[rowOf(1)]).toBe(1);
    expect(told.join("\n")).toMatch(/\d text\(s\) are empty or mostly in no script that is known/);
    expect(table.measured[rowOf(2)]).toBe(1);
    expect(table.languages[rowOf(2)]).toBe("zh");
  });

  it("a chapter of 196,000 words has at most six windows of its own", () => {
    expect(table.segments[rowOf(4)]).toBe(SEGMENTS);
    const length = NARRATIVE_COLUMNS.indexOf("length");
    expect(table.columns[rowOf(4) * NARRATIVE_COLUMNS.length + length]).toBeGreaterThan(190_000);
    expect([...vector(4)].every(Number.isFinite)).toBe(true);
  });

  it("each window has length 1, what is behind the last is 0", () => {
    const { width } = table;
    expect(Math.hypot(...vector(3).subarray(0, width))).toBeCloseTo(1, 5);
    expect(
      vector(3)
        .subarray(width)
        .every((value) => value === 0),
    ).toBe(true);
  });
});

describe("reuse", () => {
  it("encodes only what is new: rows are found by the hash of their text", async () => {
    const out = fresh();
    const first = await encode({ folders: [await ingested(["one sword", "two swords"])], out, ...EMBEDDED }, context());
    expect(first.manifest.summary).toMatchObject({ texts: 2, cached: 0 });
    const more = await encode(
      { folders: [await ingested(["two swords", "three swords"])], out, ...EMBEDDED },
      context(),
    );
    expect(more.manifest.summary).toMatchObject({ texts: 2, cached: 1 });
  });

  it("an interrupted run leaves its rows, nothing under the final name, and ends in the same bytes", async () => {
    const dir = await ingested(Array.from({ length: 100 }, (_, i) => `chapter ${i} of the sword and the rain`));
    const [cut, whole] = [fresh(), fresh()];
    const controller = new AbortController();
    const progress = { ...SILENT, update: () => controller.abort() };
    const stopped = encode({ folders: [dir], out: cut, ...EMBEDDED }, { ...context(controller.signal), progress });
    await expect(stopped).rejects.toThrow(InterruptedError);
    expect(existsSync(join(cut, "embeddings.arrow"))).toBe(false);
    expect(readdirSync(join(cut, "shards"))).toHaveLength(1);
    const ctx = context();
    const resumed = await encode({ folders: [dir], out: cut, ...EMBEDDED }, ctx);
    expect(ctx.lines.join()).toContain("continues with");
    expect(Number(resumed.manifest.summary["cached"])).toBeGreaterThan(0);
    await encode({ folders: [dir], out: whole, ...EMBEDDED }, context());
    expect(readFileSync(join(cut, "embeddings.arrow")).equals(readFileSync(join(whole, "embeddings.arrow")))).toBe(
      true,
    );
    expect(existsSync(join(cut, "shards"))).toBe(false);
  });
});

describe("an ONNX encoder in a folder", () => {
  it("gives unit vectors of its own width, the same alone and in a batch; its name tells its files apart", async () => {
    const encoder = await openEncoder({ encoder: tinyEncoder(), remote: false });
    expect(encoder.width).toBe(TINY_WIDTH);
    const together = await encoder.embed(["the sword", "她 雨 雨 剑", "rain"]);
    const alone = await encoder.embed(["她 雨 雨 剑"]);
    expect(Math.hypot(...together.subarray(0, TINY_WIDTH))).toBeCloseTo(1, 5);
    for (const [i, value] of alone.entries()) expect(together[TINY_WIDTH + i]).toBeCloseTo(value, 5);
    await encoder.close();
    const other = await openEncoder({ encoder: tinyEncoder(1), remote: false });
    expect(other.name).not.toBe(encoder.name);
    expect(other.name).toMatch(/^onnx:tiny:[0-9a-f]{12}$/);
    await other.close();
  });

  it("encodes a stage, and what another encoder encoded is not taken for its own", async () => {
    const [dir, out] = [await ingested(["the sword", "the rain"]), fresh()];
    await encode({ folders: [dir], out, ...EMBEDDED }, context());
    const tiny = await encode({ folders: [dir], out, encoder: tinyEncoder(), remote: false }, context());
    expect(tiny.manifest.summary).toMatchObject({ texts: 2, cached: 0 });
    expect((await readEncodedTexts(join(out, "embeddings.arrow"))).width).toBe(TINY_WIDTH);
  });

  it("is refused with what is missing, and nothing is downloaded", async () => {
    await expect(openEncoder({ encoder: "BAAI/bge-m3", remote: false })).rejects.toThrow(
      "neither the embedded encoder nor a folder",
    );
    const broken = tinyEncoder();
    rmSync(join(broken, "tokenizer.json"));
    await expect(openEncoder({ encoder: broken, remote: false })).rejects.toThrow("lacks tokenizer.json");
  });
});

it("the embedded table is refused where it is damaged", async () => {
  const file = join(fresh(), "encoder.bin");
  writeFileSync(file, "{}\nxyz");
  await expect(readEmbeddedEncoder(file)).rejects.toThrow("restore it");
  await expect(readEmbeddedEncoder(join(fresh(), "none"))).rejects.toThrow("cannot be read (ENOENT)");
});
