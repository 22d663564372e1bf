import { expect, it } from "vitest";
import { fitNormaliser, makeTables, medianContent, type TextArrays } from "../../../models/content/normaliser.ts";
import { SEGMENTS } from "../../../models/content/segments.ts";

const E = 2;
const F = 3;
/** Two English texts, two Chinese ones, one that was not measured. */
const texts: TextArrays = {
  languages: ["en", "en", "zh", "zh", "en"],
  segments: [1, 2, 0, 1, 1],
  embedding: Float32Array.from({ length: 5 * SEGMENTS * E }, (_, i) => i % 7),
  measured: [1, 1, 1, 1, 0],
  columns: Float32Array.of(1, 5, 7, 3, 5, 9, 100, 5, 0, 300, 5, 4, 9, 9, 9),
  width: E,
};

it("columns are measured against their own language, and a column that does not vary says nothing", () => {
  const normaliser = fitNormaliser(texts, [0, 1, 2, 3, 4], F);
  const { columns, absent } = makeTables(texts, normaliser);
  const row = (c: number): number[] => Array.from(columns.data.slice((c + 1) * F, (c + 2) * F), Number);
  // ±1 SD, through the steps: tanh(2(±1 − 0.9)) + tanh(2(±1 + 0.9)).
  const one = Math.tanh(0.2) + Math.tanh(3.8);
  expect(row(1)[0]).toBeCloseTo(one, 5);
  expect(row(0)[0]).toBeCloseTo(-one, 5);
  expect(row(3)[0]).toBeCloseTo(one, 5);
  expect(row(1)[1]).toBe(0);
  expect(row(4)).toEqual([0, 0, 0]);
  expect(row(-1)).toEqual([0, 0, 0]);
  expect(Array.from(absent.data.slice(SEGMENTS, 3 * SEGMENTS), (v) => Number(v) === 0)).toEqual([
    true,
    false,
    false,
    false,
    false,
    false,
    true,
    true,
    false,
    false,
    false,
    false,
  ]);
});

it("windows are centred, and have mean square 1 together", () => {
  const normaliser = fitNormaliser(texts, [0, 1, 3, 4], F);
  const { windows } = makeTables(texts, normaliser);
  const used = [0, 1, 3, 4].flatMap((c) =>
    Array.from({ length: texts.segments[c]! * E }, (_, i) => Number(windows.data[(c + 1) * SEGMENTS * E + i])),
  );
  expect(used.reduce((sum, value) => sum + value, 0)).toBeCloseTo(0, 4);
  expect(used.reduce((sum, value) => sum + value * value, 0) / used.length).toBeCloseTo(1, 4);
});

it("nothing to fit on gives zeros, not NaN", () => {
  const normaliser = fitNormaliser(texts, [], F);
  const { windows, columns } = makeTables(texts, normaliser);
  expect([...windows.data, ...columns.data].every((value) => Number(value) === 0)).toBe(true);
  expect([...medianContent(makeTables(texts, normaliser), [])].every((value) => value === 0)).toBe(true);
});
