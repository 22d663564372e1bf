import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { AXES } from "../../../data-schemas/ontology.ts";
import { leakageTableSchema, type Pair, pairSchema } from "../../../data-schemas/pair.ts";
import { pairAnswerSchema, pairQuestionSchema } from "../../../data-schemas/pair-answer.ts";
import { populationSchema } from "../../../data-schemas/population.ts";
import { ingest } from "../../../pipelines/ingest/ingest.ts";
import type { Context } from "../../../pipelines/io/context.ts";
import { SILENT } from "../../../pipelines/io/progress.ts";
import { chooseActivePairs } from "../../../pipelines/pairs/active.ts";
import { annotationCsv } from "../../../pipelines/pairs/annotation-sheet.ts";
import { readAnswers } from "../../../pipelines/pairs/answers.ts";
import { formatLeakage } from "../../../pipelines/pairs/format.ts";
import { makePairs, type PairsRequest } from "../../../pipelines/pairs/pairs.ts";

const context: Context = { progress: SILENT, log: () => undefined, signal: new AbortController().signal };
const fresh = (): string => mkdtempSync(join(tmpdir(), "esus-pairs-"));
const lines = <T>(dir: string, name: string): T[] =>
  readFileSync(join(dir, name), "utf8")
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line));

const request = (out: string, more: Partial<PairsRequest> = {}): PairsRequest => ({
  ingested: [],
  out,
  kinds: ["axis", "swap", "consistency", "memory", "rewrite", "edit"],
  seed: 1,
  perAxis: 1,
  editsPerChapter: 6,
  writer: null,
  ...more,
});

async function novel(): Promise<string> {
  const [dir, out] = [fresh(), fresh()];
  const chapter = (n: number): string =>
    `Chapter ${n}\n\nHe saw Marlow, and Marlow saw him. There is a rule that is known as the custom.\n\n“Do you stay?” asked Marlow. He went on, and Marlow followed.\n\nThen the door opened. Who was it?\n\nIt was late, and Marlow slept.\n`;
  writeFileSync(join(dir, "book.txt"), [1, 2, 3].map(chapter).join("\n"));
  await ingest({ source: "public-domain-novels", paths: [dir], out, seed: 1, splitBy: "answer" }, context);
  return out;
}

async function smallPopulation(): Promise<string> {
  const out = fresh();
  const population = populationSchema.parse({ readers: 40, stories: 4, turns: 6 });
  await ingest({ source: "simulator", paths: [], out, seed: 1, splitBy: "answer", population }, context);
  return out;
}

describe("esus pairs", () => {
  it("makes every kind, each valid, counts them, and gives the same bytes again", async () => {
    const [a, b, book] = [fresh(), fresh(), await novel()];
    const population = await smallPopulation();
    const { manifest } = await makePairs(request(a, { ingested: [population, book] }), context);
    const pairs = lines<Pair>(a, "pairs.jsonl").map((pair) => pairSchema.parse(pair));
    const byKind = manifest.summary["byKind"] as Record<string, number>;
    expect(byKind).toMatchObject({ axis: 2 * AXES.length, swap: 86, consistency: 24, memory: 16 });
    expect(byKind["edit"]).toBeGreaterThan(5);
    for (const [kind, count] of Object.entries(byKind))
      expect(pairs.filter((pair) => pair.kind === kind).length).toBe(count);
    expect(manifest.rows_in).toBe(manifest.kept + manifest.refused);
    expect(new Set(pairs.map(({ pair_id }) => pair_id)).size).toBe(pairs.length);
    for (const { kind, license_class } of pairs)
      expect(license_class).toBe(kind === "edit" ? "public_domain" : "synthetic");
    expect(manifest.licences).toEqual(["public_domain", "synthetic"]);
    await makePairs(request(b, { ingested: [population, book] }), context);
    for (const name of ["pairs.jsonl", "leakage.json", "refused.jsonl", "manifest.json"])
      expect(readFileSync(join(b, name)).equals(readFileSync(join(a, name))), name).toBe(true);
  });

  it("measures leakage on the pairs: a row an axis and language, and a table for people", async () => {
    const out = fresh();
    const { manifest } = await makePairs(request(out, { kinds: ["axis"], perAxis: 3 }), context);
    const table = leakageTableSchema.parse(JSON.parse(readFileSync(join(out, "leakage.json"), "utf8")));
    expect(table.rows.length).toBe(2 * AXES.length);
    for (const { axis, on_target, passes, pairs } of table.rows) {
      expect(pairs).toBe(3);
      expect(on_target, axis).toBeGreaterThan(1);
      expect(passes, axis).toBe(true);
    }
    expect(manifest.summary["leakage"]).toMatchObject({ axes: 98, failed: [] });
    expect((await formatLeakage(out)).table).toContain("moves alone");
  });

  it("makes at least 500 minimal pairs over all axes by default", async () => {
    const out = fresh();
    await makePairs(request(out, { kinds: ["axis"], perAxis: 6 }), context);
    const pairs = lines<Pair>(out, "pairs.jsonl");
    expect(pairs.length).toBeGreaterThanOrEqual(500);
    expect(new Set(pairs.map((pair) => (pair.kind === "axis" ? pair.axis : ""))).size).toBe(AXES.length);
  });

  it("refuses folders that are no ingest or hold no text", async () => {
    await expect(makePairs(request(fresh(), { ingested: [fresh()] }), context)).rejects.toThrow(
      "holds no manifest.json",
    );
  });

  it("an interrupt leaves nothing under a final name", async () => {
    const out = fresh();
    const abort = new AbortController();
    let steps = 0;
    const progress = { ...SILENT, update: () => void (++steps === 20 && abort.abort()) };
    const cut = makePairs(request(out, { kinds: ["axis"] }), { ...context, progress, signal: abort.signal });
    await expect(cut).rejects.toThrow("run the same command again");
    expect(() => readFileSync(join(out, "pairs.jsonl"))).toThrow("ENOENT");
  });
});

describe("esus pairs --kind active", () => {
  it("chooses pairs of one language, puts them on a sheet, and reads the answers back", async () => {
    const [out, filled, answers, population] = [fresh(), fresh(), fresh(), await smallPopulation()];
    const { manifest } = await chooseActivePairs(
      { ingested: [population], out, seed: 1, count: 8, model: null, after: [] },
      context,
    );
    const questions = lines(out, "questions.jsonl").map((question) => pairQuestionSchema.parse(question));
    expect([questions.length, manifest.summary["pairs"]]).toEqual([8, 8]);
    for (const { content_a, content_b, language } of questions) {
      expect(content_a).not.toBe(content_b);
      expect([content_a, content_b].every((id) => id.includes(`_${language}_`))).toBe(true);
    }
    const said = ["a_much", "a_slightly", "tie", "b_slightly", "b_much", "", "better", "tie"];
    const rows = questions.map(({ pair_id }, i) => ({ pair_id, answer: said[i]!, annotator: "Jane Q. Reader" }));
    const json = join(filled, "answers-Jane.json");
    writeFileSync(
      json,
      JSON.stringify([...rows, { ...rows[0]!, answer: "tie" }, { pair_id: "x", answer: "tie", annotator: "J" }, 5]),
    );
    // The same sheet as a spreadsheet keeps it, filled by somebody without a name.
    const csv = join(filled, "sheet.csv");
    writeFileSync(csv, readFileSync(join(out, "annotation.csv"), "utf8").replace(/,,\r\n/g, ",tie,\r\n"));
    const back = await readAnswers({ sheet: out, filled: [json, csv], out: answers });
    const read = lines(answers, "answers.jsonl").map((answer) => pairAnswerSchema.parse(answer));
    expect(read.map(({ answer }) => answer)).toEqual([-2, -1, 0, 1, 2, 0]);
    expect(back.manifest.reasons).toEqual({
      "no-annotator": 8,
      "not-a-row": 1,
      "not-answered": 1,
      "second-answer": 1,
      "unknown-answer": 1,
      "unknown-pair": 1,
    });
    // What was answered is known: the next sheet asks other pairs.
    const next = fresh();
    await chooseActivePairs(
      { ingested: [population], out: next, seed: 1, count: 8, model: null, after: [answers] },
      context,
    );
    const asked = new Set(read.map(({ pair_id }) => pair_id));
    for (const { pair_id } of lines<{ pair_id: string }>(next, "questions.jsonl"))
      expect(asked.has(pair_id)).toBe(false);
    const left = ["answers.jsonl", "refused.jsonl", "manifest.json"]
      .map((name) => readFileSync(join(answers, name), "utf8"))
      .join();
    expect(left).not.toContain("Jane");
  });

  it("is the same sheet again; without planted readers it asks for a checkpoint", async () => {
    const [a, b, population, book] = [fresh(), fresh(), await smallPopulation(), await novel()];
    for (const out of [a, b])
      await chooseActivePairs({ ingested: [population], out, seed: 1, count: 5, model: null, after: [] }, context);
    for (const name of ["questions.jsonl", "annotation.csv", "annotation.html"])
      expect(readFileSync(join(b, name)).equals(readFileSync(join(a, name)))).toBe(true);
    const blind = chooseActivePairs(
      { ingested: [book], out: fresh(), seed: 1, count: 5, model: null, after: [] },
      context,
    );
    await expect(blind).rejects.toThrow("name a trained checkpoint with --checkpoint");
  });

  it("guards spreadsheets against cells that run", () => {
    const question = {
      pair_id: "p",
      language: "en",
      content_a: "a",
      content_b: "b",
      text_a: "=1+1",
      text_b: 'say "x",\ny',
      worth: 1,
    } as const;
    const csv = annotationCsv([question]);
    expect(csv.startsWith("\ufeffpair_id,")).toBe(true);
    expect(csv).toContain('p,en,\'=1+1,"say ""x"",\ny",,\r\n');
  });
});
