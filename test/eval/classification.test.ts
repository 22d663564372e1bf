/** Values by hand on five answers: gold 0 0 1 1 2, guesses 0 1 1 1 0; the first and third are given. */
import { expect, it } from "vitest";
import { compareClassifiers, confusionOf } from "../../eval/classification.ts";
import { makeRng } from "../../models/rng.ts";

const answers = [
  [0, 0, 0, true],
  [0, 0, 1, false],
  [1, 1, 1, true],
  [2, 1, 1, false],
  [2, 2, 0, false],
].map(([reader, gold, guess, answered]) => ({ reader, gold, guess, answered }) as never);

it("computes accuracy, macro-F1, coverage and precision where it answers", () => {
  const rows = compareClassifiers([{ model: "m", answers }], 3, makeRng(1));
  const value = (name: string) => rows.find(({ metric }) => metric.name === name)!.estimate.value;
  expect(value("accuracy")).toBeCloseTo(3 / 5);
  // F1: class 0 is 2·1/(2+2), class 1 is 2·2/(3+2), class 2 is 0.
  expect(value("macroF1")).toBeCloseTo((0.5 + 0.8 + 0) / 3);
  expect(value("coverage")).toBeCloseTo(2 / 5);
  expect(value("precisionAtCoverage")).toBe(1);
  const sizes = rows.map(({ metric, estimate: { n, clusters } }) => [metric.name, n, clusters]);
  expect(sizes).toEqual([
    ["accuracy", 5, 3],
    ["macroF1", 5, 3],
    ["coverage", 5, 3],
    // Two answers were given, by two readers.
    ["precisionAtCoverage", 2, 2],
  ]);
  for (const {
    estimate: { value: v, low, high },
  } of rows)
    expect(low! <= v! && v! <= high!).toBe(true);
});

it("has no precision where nothing was answered, and no interval for one reader", () => {
  const silent = answers.map((answer) => Object.assign({}, answer, { answered: false, reader: 1 }));
  const rows = compareClassifiers([{ model: "m", answers: silent }], 3, makeRng(1));
  const of = (name: string) => rows.find(({ metric }) => metric.name === name)!.estimate;
  expect(of("precisionAtCoverage").value).toBeNull();
  expect(of("coverage")).toMatchObject({ value: 0, low: null, high: null });
});

it("counts what was taken for what: rows gold, columns guess", () => {
  expect(confusionOf(answers, 3)).toEqual([
    [1, 1, 0],
    [0, 2, 0],
    [1, 0, 0],
  ]);
});
