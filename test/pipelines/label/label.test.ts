/** The label stage on ingests made here, and on the annotated comments where they are there. */
import { existsSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { type Label, labelSchema } from "../../../data-schemas/label.ts";
import { populationSchema } from "../../../data-schemas/population.ts";
import { LEXICON } from "../../../models/label/lexicon.ts";
import { ingest } from "../../../pipelines/ingest/ingest.ts";
import type { Context } from "../../../pipelines/io/context.ts";
import { SILENT } from "../../../pipelines/io/progress.ts";
import { label } from "../../../pipelines/label/label.ts";
import { readLabelTable } from "../../../pipelines/label/label-table.ts";
import { readShipped, SHIPPED_FILE } from "../../../pipelines/label/shipped.ts";
import { fitShippedLabeller } from "../../../pipelines/labeller.ts";
import { publish } from "../../../pipelines/publish/publish.ts";

const SMALL = populationSchema.parse({ readers: 300, stories: 4, turns: 15 });

const context: Context = { progress: SILENT, log: () => undefined, signal: new AbortController().signal };
const fresh = (): string => mkdtempSync(join(tmpdir(), "esus-label-"));
process.env["ESUS_KEY_FILE"] = join(fresh(), "reader.key");

const read = (dir: string): Label[] =>
  readFileSync(join(dir, "labels.jsonl"), "utf8")
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => labelSchema.parse(JSON.parse(line)));

async function ingested(source: string, name: string, text: string): Promise<string> {
  const [from, out] = [fresh(), fresh()];
  writeFileSync(join(from, name), text);
  await ingest({ source, paths: [from], out, seed: 1, splitBy: "answer" }, context);
  return out;
}

const chapterReviews = (rows: readonly string[]): Promise<string> =>
  ingested(
    "qidian-webnovel",
    "webnovelReviews_Chapterlevel_1234567890.csv",
    ["chapterId,reviewId,content,userID,level", ...rows].join("\n"),
  );

describe("esus label", () => {
  it("labels what has a comment, counts what has none, and writes no word of a reader's", async () => {
    const dir = await chapterReviews(["11,1,这章太水了XYZZY,u1,3", "11,2,PLUGH the pacing drags,u2,3", "12,3,.,u3,1"]);
    const out = fresh();
    const { manifest } = await label({ ingested: [dir], teachers: [], out }, context);
    expect([manifest.rows_in, manifest.kept, manifest.refused]).toEqual([3, 3, 0]);
    expect(manifest.summary).toMatchObject({ tone: "shipped", aspect: "lexicon", labelled: 2 });
    const labels = read(out);
    expect(labels.map(({ language }) => language)).toEqual(["zh", "en", "en"]);
    expect(labels[0]!.atoms[0]).toMatchObject({ aspect: "pacing", scope: "chapter" });
    expect(labels[0]!.license_class).toBe("restricted_dta");
    expect(readFileSync(join(out, "labels.jsonl"), "utf8")).not.toMatch(/XYZZY|PLUGH|drags|太水/);
  });

  it("is the same bytes again, and reads a finished one", async () => {
    const dir = await chapterReviews(["11,1,太好看了,u1,3"]);
    const [a, b] = [fresh(), fresh()];
    await label({ ingested: [dir], teachers: [], out: a }, context);
    await label({ ingested: [dir], teachers: [], out: b }, context);
    expect(readFileSync(join(b, "labels.jsonl"))).toEqual(readFileSync(join(a, "labels.jsonl")));
    expect((await label({ ingested: [dir], teachers: [], out: a }, context)).reused).toBe(true);
  });

  it("reads the planted wishes of the sample back, in both languages", async () => {
    const [dir, out] = [fresh(), fresh()];
    await ingest({ source: "simulator", population: SMALL, paths: [], out: dir, seed: 1, splitBy: "answer" }, context);
    await label({ ingested: [dir], teachers: [], out }, context);
    const { cells } = await readLabelTable(out);
    for (const language of ["zh", "en"]) {
      const value = (model: string, metric: string) =>
        cells.find((cell) => cell.task === `wish ${language}` && cell.model === model && cell.metric === metric)!
          .value!;
      expect(value("labeller", "precisionAtCoverage")).toBeGreaterThan(0.55);
      expect(value("labeller", "macroF1")).toBeGreaterThan(0.45);
      expect(value("labeller", "accuracy")).toBeGreaterThan(value("majority", "accuracy") + 0.1);
    }
  });

  it("teaches itself on what people labelled; the labels carry the teachers' licence, and publish keeps them in", async () => {
    const rows = Array.from({ length: 120 }, (_, i) => [`zorgle ${i % 9};0;EN`, `frimble ${i % 8};2;EN`]).flat();
    const dir = await ingested(
      "qidian-webnovel",
      "annotator_goldenlabel.csv",
      ["text;label;language", ...rows].join("\n"),
    );
    const other = await chapterReviews(["11,1,frimble frimble,u1,3"]);
    const out = fresh();
    const { manifest } = await label({ ingested: [dir, other], teachers: [], out }, context);
    expect(manifest.summary["tone"]).toBe("taught");
    const last = read(out).at(-1)!;
    expect(last).toMatchObject({ sentiment: "positive", license_class: "author_consented|restricted_dta" });
    const { cells, confusions } = await readLabelTable(out);
    expect(cells.find(({ task, metric }) => task === "sentiment en" && metric === "accuracy")!.value).toBe(1);
    expect(confusions[0]!.counts).toEqual([
      [120, 0, 0],
      [0, 0, 0],
      [0, 0, 120],
    ]);
    const published = await publish({ folders: [out], out: fresh() }, context);
    expect(published.manifest.summary).toMatchObject({
      rows: 240,
      withheld: { "author_consented|restricted_dta": 1 },
      withoutWords: { author_consented: 240 },
    });
  });

  it("publishes labels of synthetic comments whole", async () => {
    const [dir, out, published] = [fresh(), fresh(), fresh()];
    await ingest({ source: "simulator", population: SMALL, paths: [], out: dir, seed: 1, splitBy: "answer" }, context);
    await label({ ingested: [dir], teachers: [], out }, context);
    await publish({ folders: [out], out: published }, context);
    expect(read(published)).toEqual(read(out));
  });
});

describe("the labeller that comes with ESUS", () => {
  it("weighs features that the lexicon has, and holds nothing else", async () => {
    const { threshold, model } = await readShipped();
    expect(model.weight.length).toBe(3 * (model.rowOf.size + 1));
    expect(threshold.en).toBeGreaterThan(1 / 3);
    const text = readFileSync(SHIPPED_FILE, "utf8");
    const ids = LEXICON.map(({ id }) => id);
    const names = Object.keys(JSON.parse(text).weights).map((name) => name.replace(/^not |, more than once$/g, ""));
    const surface = names.filter((name) => !ids.includes(name));
    expect(new Set(surface).size).toBeLessThanOrEqual(14);
  });
});

const REAL = join(import.meta.dirname, "../../../../shared/data/qidian_webnovel");
describe.skipIf(!existsSync(REAL))("on 1,120 comments that people annotated", () => {
  const [dir, out] = [fresh(), fresh()];
  beforeAll(async () => {
    await ingest({ source: "qidian-webnovel", paths: [REAL], out: dir, seed: 1, splitBy: "answer" }, context);
    await label({ ingested: [dir], teachers: [], out }, context);
  }, 120_000);

  it.each([
    ["en", 0.641],
    ["zh", 0.573],
  ])("%s: beats the best offline accuracy on record, in five folds", async (language, best) => {
    const { cells } = await readLabelTable(out);
    const value = (model: string, metric: string) =>
      cells.find((cell) => cell.task === `sentiment ${language}` && cell.model === model && cell.metric === metric)!;
    expect(value("labeller", "accuracy").value).toBeGreaterThan(best);
    expect(value("labeller", "macroF1").value).toBeGreaterThan(value("lexicon only", "macroF1").value!);
    expect(value("labeller", "accuracy").n).toBe({ en: 538, zh: 582 }[language]);
  });

  it("npm run labeller gives the labeller that comes with ESUS, to the byte", async () => {
    const file = join(fresh(), "labeller.json");
    await fitShippedLabeller(dir, JSON.parse(readFileSync(SHIPPED_FILE, "utf8")).taught_on, file);
    expect(readFileSync(file, "utf8")).toBe(readFileSync(SHIPPED_FILE, "utf8"));
  });

  it("reaches its precision in English, where it answers a fifth and more", async () => {
    const { cells } = await readLabelTable(out);
    const value = (metric: string) =>
      cells.find((cell) => cell.task === "sentiment en" && cell.model === "labeller" && cell.metric === metric)!.value;
    expect(value("precisionAtCoverage")).toBeGreaterThan(0.85);
    expect(value("coverage")).toBeGreaterThan(0.2);
  });
});
if (!existsSync(REAL)) console.warn("skipped: ../shared/data/qidian_webnovel is not there");
