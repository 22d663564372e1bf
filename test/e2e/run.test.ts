/** `esus run` and its stages as processes: reuse, equal bytes, refusals. */
import { existsSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { type Ended, esus, FAST, FAST_RUN, fresh, runSmall, SMALL } from "./process.ts";

describe("run", () => {
  it("runs, reuses what is finished, and repeats only what depends on a change", async () => {
    const out = fresh();
    const population = join(out, "population");
    await esus([...SMALL, "--out", population]);
    const run = ["run", "--data", population, "--out", out, "--json", ...FAST_RUN];
    const first = JSON.parse((await esus(run)).stdout);
    const stages = [
      ...["label", "pairs", "encode", "train", "eval", "simulate"],
      ...["fuse suite", "fuse run", "life reward", "candidates", "best of n", "publish", "report"],
    ];
    expect(first.stages.map(({ name }: { name: string }) => name)).toEqual(stages);
    expect(first.explained).toHaveLength(2);
    for (const { rowsIn, kept, refused, reused } of first.stages) {
      expect(rowsIn).toBe(kept + refused);
      expect(reused).toBe(false);
    }
    const rmse = [...first.metrics, ...first.baselines].filter(
      ({ name, group }: { name: string; group: string }) => name === "rmse" && group === "all",
    );
    expect(rmse.map(({ model }: { model: string }) => model)).toEqual([
      "ESUS",
      "ESUS, z of another reader",
      "ESUS, -z",
      "ESUS, no z",
      "global mean",
      "reader mean",
      "story mean",
      "reader + story bias",
      "reader x story histogram",
      "matrix factorisation",
      "TF-IDF ridge on content",
      "non-personal ordinal",
      "non-personal Bradley-Terry",
      "planted utility",
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

    const again = JSON.parse((await esus(run)).stdout);
    expect(again.stages.map(({ reused }: { reused: boolean }) => reused)).toEqual(stages.map(() => true));
    expect(again.metrics).toEqual(first.metrics);

    const changed = JSON.parse((await esus([...run, "--set", "peakLearningRate=0.001"])).stdout);
    expect(changed.stages.map(({ reused }: { reused: boolean }) => reused)).toEqual([
      ...[true, true, true, false, false, false],
      // What does not hang on the trained reader is not done again.
      ...[true, false, true, true, false, true, false],
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

  it("eval refuses an encoding that is unfinished or of other texts, and a stage another stage's folder", async () => {
    const [dir, other] = [fresh(), fresh()];
    await runSmall(dir, 1);
    await esus([...SMALL, "--out", join(other, "population"), "--seed", "5"]);
    await esus(["encode", join(other, "population"), "--out", join(other, "encode")]);
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
      /^ingest: (1,6\d\d) rows in, \1 kept, 0 refused, /,
    );
    expect((await esus(["pairs", at("i"), "--out", at("p"), "--per-axis", "1"])).code).toBe(0);
    expect((await esus(["encode", at("i"), at("p"), "--out", at("e")])).code).toBe(0);
    const train = (...more: string[]): Promise<Ended> =>
      esus(["train", at("i"), at("p"), at("e"), "--out", at("t"), ...FAST, ...more]);
    expect((await train()).code).toBe(0);
    const resumed = await train("--resume", "--seed", "9");
    expect(resumed.code).toBe(1);
    expect(resumed.stderr).toContain("holds a finished train of other data, settings or code; leave out --resume");
    expect((await train("--resume")).stdout).toContain("reused");
    // No encoding is named: eval makes the one that the checkpoint reads.
    const evaluated = await esus(["eval", at("t"), at("i"), at("p"), "--out", at("v"), "--device", "cpu"]);
    expect(evaluated.stdout).toContain("reader + story bias");
    expect(existsSync(join(at("v"), "encoded/manifest.json"))).toBe(true);
    const empty = await esus(["train", at("i"), "--encoded", at("e"), "--out", at("u"), ...FAST, "--resume"]);
    expect([empty.code, empty.stdout]).toEqual([1, ""]);
    expect(empty.stderr).toContain("holds no interrupted training");
    await esus(["run", "--data", at("i"), "--out", together, ...FAST_RUN]);
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
