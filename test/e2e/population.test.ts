/** `esus population` and `esus pairs` as processes. */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { esus, fresh, SMALL } from "./process.ts";

describe("esus population and esus pairs", () => {
  it("from readers to pairs to a sheet and back", async () => {
    const [dir, answers] = [fresh(), fresh()];
    const at = (name: string): string => join(dir, name);
    const made = JSON.parse((await esus([...SMALL, "--out", at("p"), "--json"])).stdout);
    expect(made).toMatchObject({ readers: 150, refused: 0, calibration: null });
    expect(made.events).toBe(made.records);
    const pairs = await esus([
      "pairs",
      at("p"),
      "--per-axis",
      "1",
      "--kind",
      "axis,memory",
      "--out",
      at("q"),
      "--json",
    ]);
    expect(pairs.code).toBe(0);
    expect(JSON.parse(pairs.stdout)).toMatchObject({
      pairs: 114,
      byKind: { axis: 98, memory: 16 },
      leakage: { axes: 98, failed: [] },
    });
    const sheet = await esus(["pairs", at("p"), "--kind", "active", "--count", "3", "--out", at("s")]);
    expect(sheet.stdout).toMatch(/^active-pairs: /);
    const questions = readFileSync(at("s/questions.jsonl"), "utf8")
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line));
    const said = questions.map(({ pair_id }) => ({ pair_id, answer: "tie", annotator: "A" }));
    writeFileSync(join(answers, "answers.json"), JSON.stringify(said));
    const back = await esus(["pairs", at("s"), "--answers", join(answers, "answers.json"), "--out", at("a"), "--json"]);
    expect(JSON.parse(back.stdout)).toMatchObject({ answers: 3, refused: 0 });
  }, 60_000);

  it("a trained checkpoint chooses pairs too", async () => {
    const dir = fresh();
    const at = (name: string): string => join(dir, name);
    await esus([...SMALL, "--out", at("p")]);
    await esus(["encode", at("p"), "--out", at("e")]);
    await esus(["train", at("p"), at("e"), "--out", at("t"), "--set", "epochs=2", "--device", "cpu"]);
    const chosen = await esus([
      "pairs",
      at("p"),
      at("e"),
      "--kind",
      "active",
      "--checkpoint",
      at("t"),
      "--count",
      "5",
      "--out",
      at("s"),
    ]);
    expect([chosen.code, chosen.stderr]).toEqual([0, expect.stringMatching(/^device: .*\n$/)]);
    expect(readFileSync(at("s/questions.jsonl"), "utf8").trimEnd().split("\n").length).toBe(5);
  }, 60_000);

  it.each([
    [["population", "--lang", "fr"], '--lang: no "fr"'],
    [["population", "--readers", "0"], "--readers: expected a whole number from 1"],
    [["pairs", "--kind", "axes"], 'no "axes". Did you mean'],
    [["pairs", "--kind", "active,axis"], "--kind active makes a sheet"],
    [["pairs", "--answers", "x.json"], "--answers: expected one folder"],
    [
      ["pairs", "--writer-set", "url=http://localhost:1/v1", "--writer-set", "model=m", "--writer-set", "costCap=1"],
      "costCap needs",
    ],
    [["pairs", "--writer-set", "url=nowhere", "--writer-set", "model=m"], "url:"],
  ])("%j is wrong usage: exit 2, nothing on stdout", async (args, message) => {
    const { code, stdout, stderr } = await esus([...args, "--out", fresh()]);
    expect([code, stdout]).toEqual([2, ""]);
    expect(stderr).toContain(message);
  });
});
