/** The command line as a process: exit codes, output streams, reuse, and Ctrl-C. */
import { spawn, spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { writeInteractions } from "../../bench/ingest/interactions.ts";

const ROOT = join(import.meta.dirname, "../..");
const LAUNCHER = join(ROOT, "pipelines/esus.js");
const fresh = (): string => mkdtempSync(join(tmpdir(), "esus-cli-"));

/** One key for all processes: with another, readers have other ids. */
const KEY = join(fresh(), "k");

interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** @param interruptAt  Sends Ctrl-C when stderr shows this. */
function esus(args: readonly string[], interruptAt?: RegExp): Promise<Ended> {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [LAUNCHER, ...args], {
      cwd: ROOT,
      env: { ...process.env, ESUS_KEY_FILE: KEY },
    });
    let [stdout, stderr, sent] = ["", "", false];
    child.stdout.on("data", (chunk) => {
      stdout += chunk;
    });
    child.stderr.on("data", (chunk) => {
      stderr += chunk;
      if (interruptAt?.test(stderr) && !sent) {
        sent = true;
        setTimeout(() => child.kill("SIGINT"), 1500);
      }
    });
    child.on("close", (code) => resolve({ code, stdout, stderr }));
  });
}

describe("help and usage", () => {
  it("lists every command, each with an example", async () => {
    const { code, stdout } = await esus(["--help"]);
    expect(code).toBe(0);
    const commands = ["run", "doctor", "sources", "ingest", "encode", "train", "eval", "publish"];
    for (const name of commands) expect(stdout).toContain(`  ${name} `);
    expect(stdout).toContain("Exit codes: 0 done, 1 input or device refused, 2 wrong usage, 3 our fault");
    for (const name of commands) expect((await esus([name, "--help"])).stdout).toContain(`Example: npx esus ${name}`);
  });

  it.each([
    [["rnu"], "Did you mean run?"],
    [["run", "--devcie", "cpu"], "Did you mean --device?"],
    [["run", "--device", "gpu"], '--device: no "gpu". Did you mean'],
    [["run", "--seed", "-3"], "--seed: expected a whole number from 0 to 4294967295"],
    [["run", "--set", "epoch=1"], 'no setting "epoch". Did you mean "epochs"?'],
    [["run", "--data", "longstoryeval"], "expected SOURCE=PATH"],
    [["ingest", "goodread", "x"], 'no source "goodread". Did you mean'],
  ])("%j is wrong usage: exit 2, nothing on stdout", async (args, message) => {
    const { code, stdout, stderr } = await esus(args);
    expect(stderr).toContain(message);
    expect([code, stdout]).toEqual([2, ""]);
  });

  it.each([
    [["run", "--data", "longstoryeval=/nowhere"], "/nowhere: cannot be read (ENOENT); check the path"],
    [["encode", "/nowhere"], "holds no manifest.json, so no finished ingest"],
    [["train", "/nowhere", "--out", join(fresh(), "t")], "holds no manifest.json, so no finished ingest"],
    [["eval", "/nowhere", "/nowhere"], "expected the folder of a finished train"],
    [["doctor", "--device", "coreml"], "CoreML comes with onnxruntime-node on macOS only"],
    [["run", "--device", "cuda", "--out", fresh()], "ONNXRUNTIME_NODE_INSTALL=cuda12"],
  ])("%j is a refused input: exit 1, nothing on stdout", async (args, message) => {
    const { code, stdout, stderr } = await esus(args);
    expect(stderr).toContain(message);
    expect([code, stdout]).toEqual([1, ""]);
  });
});

it("a reader that closes the pipe early is no error", async () => {
  const { status, stderr } = spawnSync(
    "bash",
    ["-c", `set -o pipefail; "${process.execPath}" "${LAUNCHER}" sources | head -1`],
    { encoding: "utf8" },
  );
  expect([status, stderr]).toEqual([0, ""]);
});

describe("doctor and sources", () => {
  it("doctor --json tells engines, the chosen one and why", async () => {
    const { code, stdout } = await esus(["doctor", "--json"]);
    const report = JSON.parse(stdout);
    expect(code).toBe(0);
    const names = report.engines.map(({ name }: { name: string }) => name);
    expect(names).toEqual(["cpu", "cuda", "dml", "coreml", "webgpu", "wasm", "dawn", "tfjs"]);
    for (const { description, missing } of report.engines)
      expect((description === null) !== (missing === null)).toBe(true);
    expect(report.chosen.reason.length).toBeGreaterThan(10);
    expect(report.machine.node).toBe(process.version);
  });

  it("sources --json tells licences and what they permit", async () => {
    const { sources } = JSON.parse((await esus(["sources", "--json"])).stdout);
    const longStoryEval = sources.find(({ name }: { name: string }) => name === "longstoryeval");
    expect(longStoryEval).toMatchObject({
      licence: "noncommercial",
      permits: { train: true, publishText: false, redistribute: false },
    });
  });
});

const FAST = ["--set", "epochs=2", "--device", "cpu"];
const SMALL = ["population", "--readers", "150", "--stories", "4", "--turns", "10"];

/** A small population in DIR/population, and the run on it in DIR. */
async function runSmall(dir: string, seed: number): Promise<void> {
  const population = join(dir, "population");
  await esus([...SMALL, "--out", population, "--seed", String(seed)]);
  await esus(["run", "--data", population, "--out", dir, ...FAST, "--seed", String(seed)]);
}

describe("run", () => {
  it("runs, reuses what is finished, and repeats only what depends on a change", async () => {
    const out = fresh();
    const first = JSON.parse((await esus(["run", "--out", out, "--json", ...FAST])).stdout);
    expect(first.stages.map(({ name }: { name: string }) => name)).toEqual([
      "ingest simulator",
      "label",
      "pairs",
      "encode",
      "train",
      "eval",
    ]);
    for (const { rowsIn, kept, refused, reused } of first.stages) {
      expect(rowsIn).toBe(kept + refused);
      expect(reused).toBe(false);
    }
    const rmse = [...first.metrics, ...first.baselines].filter(
      ({ name, group }: { name: string; group: string }) => name === "rmse" && group === "all",
    );
    expect(rmse.map(({ model }: { model: string }) => model)).toEqual([
      "ESUS",
      "global mean",
      "reader mean",
      "story mean",
      "reader + story bias",
      "reader x story histogram",
    ]);
    for (const row of rmse)
      expect(row).toMatchObject({
        unit: "stars",
        better: "lower",
        ceiling: 0,
        protocol: "rmse-1",
        n: expect.any(Number),
        low: expect.any(Number),
        high: expect.any(Number),
      });
    expect(existsSync(first.report)).toBe(true);

    const again = JSON.parse((await esus(["run", "--out", out, "--json", ...FAST])).stdout);
    expect(again.stages.map(({ reused }: { reused: boolean }) => reused)).toEqual([true, true, true, true, true, true]);
    expect(again.metrics).toEqual(first.metrics);

    const changed = JSON.parse(
      (await esus(["run", "--out", out, "--json", ...FAST, "--set", "peakLearningRate=0.001"])).stdout,
    );
    expect(changed.stages.map(({ reused }: { reused: boolean }) => reused)).toEqual([
      true,
      true,
      true,
      true,
      false,
      false,
    ]);
  });

  it("equal seeds give equal bytes in every file; another seed does not", async () => {
    const [a, b, c] = [fresh(), fresh(), fresh()];
    await runSmall(a, 1);
    await runSmall(b, 1);
    await runSmall(c, 2);
    const files = readdirSync(a, { recursive: true, encoding: "utf8" })
      .filter((name) => /\.\w+$/.test(name))
      .sort();
    expect(files.length).toBeGreaterThan(10);
    for (const name of files) expect(readFileSync(join(a, name)).equals(readFileSync(join(b, name))), name).toBe(true);
    const records = "population/kept.jsonl";
    expect(readFileSync(join(a, records)).equals(readFileSync(join(c, records)))).toBe(false);
  });

  it("Ctrl-C stops with 130 and a state from which the same command ends in the same bits", async () => {
    const [cut, whole] = [fresh(), fresh()];
    const population = fresh();
    await esus([...SMALL, "--out", population]);
    const args = (out: string): string[] => [
      "run",
      "--data",
      population,
      "--out",
      out,
      "--device",
      "cpu",
      "--set",
      "epochs=60",
      "--set",
      "patience=60",
      "--set",
      "batchSize=64",
    ];
    const stopped = await esus(args(cut), /^device: /m);
    expect(stopped.code).toBe(130);
    expect(stopped.stdout).toBe("");
    expect(stopped.stderr).toMatch(/train: stopped after step \d+; run the same command again to continue/);
    expect(existsSync(join(cut, "train/manifest.json"))).toBe(false);
    expect(readdirSync(join(cut, "train"))).toEqual(["resume.safetensors"]);
    const continued = await esus(args(cut));
    expect(continued.stderr).toMatch(/train: continues after step \d+/);
    expect(continued.code).toBe(0);
    await esus(args(whole));
    for (const name of ["train/params.safetensors", "train/metrics.jsonl", "train/manifest.json", "eval/table.json"]) {
      expect(readFileSync(join(cut, name)).equals(readFileSync(join(whole, name))), name).toBe(true);
    }
    expect(existsSync(join(cut, "train/resume.safetensors"))).toBe(false);
  });

  it("Ctrl-C in an ingest leaves nothing under a final name, and the same command then gives the same bytes", async () => {
    const [from, cut, whole] = [fresh(), fresh(), fresh()];
    await writeInteractions(join(from, "goodreads_interactions_made_up.json"), 60_000);
    writeFileSync(join(from, "notes.txt"), "not of the source: makes the ingest say that it has begun");
    const args = (out: string): string[] => ["ingest", "goodreads-ucsd", from, "--out", out];
    const stopped = await esus(args(cut), /left alone/);
    expect([stopped.code, stopped.stdout]).toEqual([130, ""]);
    expect(readdirSync(cut)).toEqual([]);
    expect((await esus(args(cut))).code).toBe(0);
    await esus(args(whole));
    const files = readdirSync(whole).sort();
    expect(files).toContain("manifest.json");
    for (const name of files)
      expect(readFileSync(join(cut, name)).equals(readFileSync(join(whole, name))), name).toBe(true);
  });

  it("eval refuses an encoding that is unfinished or of other texts, and a stage another stage's folder", async () => {
    const [dir, other] = [fresh(), fresh()];
    await runSmall(dir, 1);
    await runSmall(other, 5);
    const at = (root: string, name: string): string => join(root, name);
    const ingested = at(dir, "population");
    const evaluate = (encoded: string): Promise<Ended> =>
      esus(["eval", at(dir, "train"), ingested, "--encoded", encoded, "--out", at(dir, "eval2"), "--device", "cpu"]);
    const foreign = await evaluate(at(other, "encode"));
    expect([foreign.code, foreign.stderr]).toEqual([
      1,
      expect.stringContaining("was made of other texts than those of"),
    ]);
    rmSync(at(dir, "encode/manifest.json"));
    const unfinished = await evaluate(at(dir, "encode"));
    expect([unfinished.code, unfinished.stderr]).toEqual([
      1,
      expect.stringContaining("no finished encode; run that stage first"),
    ]);
    const over = await esus(["encode", ingested, "--out", ingested]);
    expect([over.code, over.stderr]).toEqual([
      1,
      expect.stringContaining('holds the result of "ingest"; choose another --out for encode'),
    ]);
  });

  it("--dry-run prints the plan and writes nothing", async () => {
    const out = join(fresh(), "none");
    const { code, stdout } = await esus(["run", "--dry-run", "--out", out]);
    expect(code).toBe(0);
    expect(stdout).toContain("ingest simulator: a seed ->");
    expect(existsSync(out)).toBe(false);
  });

  it("the stages one by one give what run gives", async () => {
    const [dir, together] = [fresh(), fresh()];
    const at = (name: string): string => join(dir, name);
    expect((await esus([...SMALL, "--out", at("i")])).stdout).toMatch(
      /^ingest: 1,654 rows in, 1,654 kept, 0 refused, /,
    );
    expect((await esus(["encode", at("i"), "--out", at("e")])).code).toBe(0);
    const train = (...more: string[]): Promise<Ended> =>
      esus(["train", at("i"), at("e"), "--out", at("t"), ...FAST, ...more]);
    expect((await train()).code).toBe(0);
    const resumed = await train("--resume", "--seed", "9");
    expect(resumed.code).toBe(1);
    expect(resumed.stderr).toContain("holds a finished train of other data, settings or code; leave out --resume");
    expect((await train("--resume")).stdout).toContain("reused");
    // No encoding is named: eval makes the one that the checkpoint reads.
    const evaluated = await esus(["eval", at("t"), at("i"), "--out", at("v"), "--device", "cpu"]);
    expect(evaluated.stdout).toContain("reader + story bias");
    expect(existsSync(join(at("v"), "encoded/manifest.json"))).toBe(true);
    const empty = await esus(["train", at("i"), "--encoded", at("e"), "--out", at("u"), ...FAST, "--resume"]);
    expect([empty.code, empty.stdout]).toEqual([1, ""]);
    expect(empty.stderr).toContain("holds no interrupted training");
    await esus(["run", "--data", at("i"), "--out", together, ...FAST]);
    expect(
      readFileSync(join(at("t"), "params.safetensors")).equals(
        readFileSync(join(together, "train/params.safetensors")),
      ),
    ).toBe(true);
    expect(readFileSync(join(at("v"), "table.json")).equals(readFileSync(join(together, "eval/table.json")))).toBe(
      true,
    );
  });
});
