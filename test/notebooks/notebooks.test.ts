/** The notebooks on a small run of their own. */
import { join } from "node:path";
import { beforeAll, expect, it } from "vitest";
import { NOTEBOOKS } from "../../notebooks/main.ts";
import { esus, FAST_RUN, fresh, SMALL } from "../e2e/process.ts";

let dir: string;
beforeAll(async () => {
  dir = fresh();
  await esus([...SMALL, "--out", join(dir, "population")]);
  const { code } = await esus(["run", "--data", join(dir, "population"), "--out", dir, ...FAST_RUN]);
  expect(code).toBe(0);
}, 180_000);

it("calibration: every answer stands in one bin of each threshold", async () => {
  const text = await NOTEBOOKS["calibration"]!(dir);
  const answers = Number(/(\d+) answers/.exec(text)![1]);
  const tables = text.split("## More than").slice(1);
  expect(tables).toHaveLength(4);
  for (const each of tables) {
    const counts = [...each.matchAll(/^0?[\d.]+–[\d.]+ +(\d+) /gm)].map(([, n]) => Number(n));
    expect(counts.reduce((a, b) => a + b, 0)).toBe(answers);
  }
});

it("axes: both languages of all axes", async () => {
  const text = await NOTEBOOKS["axes"]!(dir);
  expect(text.match(/^\w+ +(?:zh|en) +-?[\d.]+ /gm)).toHaveLength(98);
});

it("fuse failures: gold fails nowhere, the over-generaliser changes what it should not", async () => {
  const text = await NOTEBOOKS["fuse-failures"]!(dir);
  const of = (agent: string, failure: string): string =>
    text
      .split(`## ${agent}\n`)[1]!
      .split("##")[0]!
      .split("\n")
      .find((line) => line.startsWith(failure))!;
  expect(of("gold", "changes what it should not")).not.toMatch(/[1-9]\d* of/);
  expect(of("over-generaliser", "changes what it should not")).toMatch(/[1-9]\d* of/);
});
