import { describe, expect, it } from "vitest";
import { classProbabilities, fitLogistic, type SparseRow } from "../../../models/label/sparse-logistic.ts";
import { makeRng, normal } from "../../../models/rng.ts";

const row = (...pairs: [number, number][]): SparseRow => ({
  indices: Uint32Array.from(pairs, ([index]) => index),
  values: Float32Array.from(pairs, ([, value]) => value),
});

/** Rows of three sparse features whose class is drawn from known weights. */
function planted(count: number) {
  const rng = makeRng(7);
  const weight = [
    [2, -2],
    [-1, 1],
    [0, 0],
  ];
  const rows: SparseRow[] = [];
  const labels: number[] = [];
  for (let r = 0; r < count; r++) {
    const x = weight.map(() => normal(rng));
    const score = weight.reduce((sum, [a, b], i) => sum + x[i]! * (a! - b!), 0.5);
    labels.push(rng() < 1 / (1 + Math.exp(-score)) ? 0 : 1);
    rows.push(row(...x.map((value, i): [number, number] => [1000 * i, value])));
  }
  return { rows, labels };
}

describe("fitLogistic", () => {
  it("recovers planted weights", () => {
    const { rows, labels } = planted(4000);
    const { weight, rowOf } = fitLogistic(rows, labels, 2, { penalty: 1e-6 });
    const gap = (feature: number) => weight[2 * rowOf.get(feature)!]! - weight[2 * rowOf.get(feature)! + 1]!;
    expect(gap(0)).toBeGreaterThan(3.6);
    expect(gap(0)).toBeLessThan(4.4);
    expect(gap(1000)).toBeGreaterThan(-2.3);
    expect(gap(1000)).toBeLessThan(-1.7);
    expect(Math.abs(gap(2000))).toBeLessThan(0.2);
  });

  it("stands at a minimum: the loss rises in every direction, by central differences its slope is 0", () => {
    const { rows, labels } = planted(200);
    const penalty = 0.01;
    const model = fitLogistic(rows, labels, 2, { penalty, iterations: 200 });
    const loss = (weight: Float64Array): number => {
      const data = rows.reduce(
        (sum, each, r) => sum - Math.log(classProbabilities({ ...model, weight }, each)[labels[r]!]!),
        0,
      );
      const squares = weight.slice(0, -2).reduce((sum, value) => sum + value * value, 0);
      return data / rows.length + 0.5 * penalty * squares;
    };
    const moved = (i: number, by: number) => model.weight.map((value, j) => (j === i ? value + by : value));
    for (let i = 0; i < model.weight.length; i++) {
      expect(Math.abs((loss(moved(i, 1e-4)) - loss(moved(i, -1e-4))) / 2e-4)).toBeLessThan(3e-3);
      expect(loss(moved(i, 0.3))).toBeGreaterThan(loss(model.weight));
    }
  });

  it("gives equal bits for equal rows, and ignores features that it never saw", () => {
    const { rows, labels } = planted(100);
    const [a, b] = [1, 2].map(() => fitLogistic(rows, labels, 2, { penalty: 1e-3 }));
    expect(a!.weight).toEqual(b!.weight);
    expect(classProbabilities(a!, row([5, 9]))).toEqual(classProbabilities(a!, row()));
  });

  it("refuses no rows, and labels beyond the classes", () => {
    expect(() => fitLogistic([], [], 2, { penalty: 1 })).toThrow(RangeError);
    expect(() => fitLogistic([row([0, 1])], [2], 2, { penalty: 1 })).toThrow("labels 0 to 1");
  });
});
