/** Simulate, export and compare, as processes, on a small trained reader. */
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import * as ort from "onnxruntime-node";
import { beforeAll, describe, expect, it } from "vitest";
import { recordSchema } from "../../data-schemas/record.ts";
import { simulatedStateSchema } from "../../data-schemas/simulated-state.ts";
import { tinyEncoder } from "../pipelines/encode/tiny-encoder.ts";
import { esus, fresh, runSmall } from "./process.ts";

let dir: string;
const at = (...names: string[]): string => join(dir, ...names);
const linesOf = (path: string): unknown[] =>
  readFileSync(path, "utf8")
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line));

beforeAll(async () => {
  dir = fresh();
  await runSmall(dir, 1);
}, 120_000);

describe("simulate", () => {
  const simulate = (out: string, ...more: string[]) =>
    esus([
      "simulate",
      at("train"),
      at("population"),
      at("encode"),
      "--readers",
      "40",
      "--turns",
      "6",
      "--out",
      out,
      "--device",
      "cpu",
      ...more,
    ]);

  it("writes records that validate, and what is hidden in a file of its own", async () => {
    const { code, stdout } = await simulate(at("s"), "--json");
    expect(code).toBe(0);
    const report = JSON.parse(stdout);
    expect(report).toMatchObject({ events: 240, explained: [expect.any(String), expect.any(String)] });
    expect(report.eventsPerSecond).toBeGreaterThan(0);
    const records = linesOf(at("s/kept.jsonl")).map((line) => recordSchema.parse(line));
    const hidden = linesOf(at("s/hidden.jsonl")).map((line) => simulatedStateSchema.parse(line));
    expect(records).toHaveLength(240);
    expect(hidden.map(({ example_id }) => example_id)).toEqual(records.map(({ example_id }) => example_id));
    for (const record of records) expect(record.hidden_user_state).toBeUndefined();
    expect(readFileSync(at("s/kept.jsonl"), "utf8")).not.toContain("trust_t");
    // Both languages are read, and every reader reads chapters of one story in their order.
    expect(new Set(records.map(({ language }) => language))).toEqual(new Set(["en", "zh"]));
    const first = records.filter(({ user_id }) => user_id === records[0]!.user_id);
    expect(first[0]!.chapter_id).toMatch(/^ch_001/);
  });

  it("the reader that comes with ESUS reads at once, and each kind of reader is there", async () => {
    const shipped = join(import.meta.dirname, "../../checkpoints/reader");
    const { code, stdout } = await esus([
      "simulate",
      shipped,
      at("population"),
      at("encode"),
      "--readers",
      "10",
      "--turns",
      "2",
      "--persona",
      "stylist",
      "--out",
      at("s6"),
      "--device",
      "cpu",
    ]);
    expect([code, stdout]).toEqual([0, expect.stringContaining("reader-turns/s")]);
    const hidden = linesOf(at("s6/hidden.jsonl")).map((line) => simulatedStateSchema.parse(line));
    // Drawn around the kind: most of ten look most like it.
    const likest = hidden.map(({ prototypes }) => Object.entries(prototypes).sort(([, a], [, b]) => b - a)[0]![0]);
    expect(likest.filter((name) => name === "stylist").length).toBeGreaterThan(12);
  });

  it("equal seeds give equal bytes, another seed others; a persona is one kind of reader", async () => {
    await simulate(at("s2"));
    await simulate(at("s3"), "--seed", "2");
    const read = (name: string): string => readFileSync(at(name, "kept.jsonl"), "utf8");
    expect(read("s2")).toBe(read("s"));
    expect(read("s3")).not.toBe(read("s2"));
    const wrong = await simulate(at("s4"), "--persona", "power_fantasie");
    expect([wrong.code, wrong.stderr]).toEqual([2, expect.stringContaining("Did you mean")]);
  });
});

describe("export", () => {
  it("writes one graph that onnxruntime runs at any number of readers", async () => {
    const file = at("esus.onnx");
    const { code, stdout } = await esus(["export", at("train"), "--out", file, "--device", "cpu", "--json"]);
    expect(code).toBe(0);
    const { inputs, outputs, farthest } = JSON.parse(stdout);
    expect(farthest).toBeLessThan(1e-4);
    expect(outputs.map(({ name }: { name: string }) => name)).toContain("rating");
    const session = await ort.InferenceSession.create(file);
    const feeds = Object.fromEntries(
      (inputs as { name: string; dtype: "float32" | "int32"; shape: (string | number)[] }[]).map(
        ({ name, dtype, shape }) => {
          const dims = [5, ...(shape.slice(1) as number[])];
          const size = dims.reduce((a, b) => a * b);
          return [name, new ort.Tensor(dtype, dtype === "int32" ? new Int32Array(size) : new Float32Array(size), dims)];
        },
      ),
    );
    const { rating } = await session.run(feeds);
    expect(rating!.dims).toEqual([5, 5]);
    const row = Array.from(rating!.data.slice(0, 5) as Float32Array);
    expect(row.reduce((a, b) => a + b)).toBeCloseTo(1, 4);
  });

  it("refuses a name that is no .onnx file", async () => {
    const { code, stderr } = await esus(["export", at("train"), "--out", at("esus.bin"), "--device", "cpu"]);
    expect([code, stderr]).toEqual([1, expect.stringContaining("expected the name of an .onnx file")]);
  });
});

describe("a checkpoint", () => {
  it("stands beside another in one table", async () => {
    const other = at("noswap");
    await esus([
      "train",
      at("population"),
      at("pairs"),
      at("encode"),
      "--out",
      other,
      "--set",
      "epochs=2",
      "--set",
      "lossWeights.swap=0",
      "--device",
      "cpu",
    ]);
    const { stdout } = await esus([
      "eval",
      at("train"),
      at("population"),
      at("pairs"),
      at("encode"),
      "--compare",
      `no swap=${other}`,
      "--out",
      at("both"),
      "--device",
      "cpu",
    ]);
    expect(stdout).toContain("ESUS, no swap");
  });

  it("of another encoder or ontology is refused with both named", async () => {
    const tiny = at("tiny");
    await esus(["encode", at("population"), "--encoder", tinyEncoder(), "--out", tiny]);
    const foreign = await esus([
      "eval",
      at("train"),
      at("population"),
      "--encoded",
      tiny,
      "--out",
      at("v2"),
      "--device",
      "cpu",
    ]);
    expect([foreign.code, foreign.stderr]).toEqual([
      1,
      expect.stringMatching(/reads ngram-lsa-1:[0-9a-f]{12} \(96 wide\), these texts were encoded by onnx:tiny/),
    ]);
    const old = at("old");
    mkdirSync(old);
    const config = JSON.parse(readFileSync(at("train/config.json"), "utf8"));
    writeFileSync(join(old, "config.json"), JSON.stringify({ ...config, ontology: 0 }));
    const aged = await esus(["simulate", old, at("population"), "--out", at("s5"), "--device", "cpu"]);
    expect([aged.code, aged.stderr]).toEqual([1, expect.stringContaining("was trained on ontology 0")]);
  });
});
