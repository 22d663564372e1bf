import { describe, expect, it } from "vitest";
import { Resampler } from "../../eval/interval.ts";
import type { Contribution, Metric } from "../../eval/metric.ts";
import { makeRng, normal } from "../../models/rng.ts";

const mean: Metric = {
  name: "mean",
  unit: "",
  better: "higher",
  floor: null,
  ceiling: 1,
  protocol: "test",
  contribution: () => ({ sum: 0, weight: 0 }),
  finish: (m) => m,
};
const of = (values: readonly number[], weight = 1): Contribution[] =>
  values.map((sum) => ({ sum: sum * weight, weight }));

describe("Resampler.estimate", () => {
  it("of independent readers is the textbook interval: mean ± 1.96 s / √n", () => {
    const rng = makeRng(1);
    const values = Array.from({ length: 400 }, () => normal(rng));
    const { value, low, high, n, clusters } = new Resampler(400, makeRng(2)).estimate(mean, of(values));
    const m = values.reduce((a, b) => a + b) / 400;
    const s = Math.sqrt(values.reduce((sum, x) => sum + (x - m) ** 2, 0) / 399);
    expect([n, clusters]).toEqual([400, 400]);
    expect(value).toBeCloseTo(m, 12);
    // The bootstrap's own error with 1,000 resamples is a few per cent of the width.
    expect(Math.abs(high! - low! - (2 * 1.96 * s) / 20)).toBeLessThan(0.02);
  });

  it("is wider when the same answers come from fewer readers", () => {
    const rng = makeRng(3);
    const perReader = Array.from({ length: 40 }, () => normal(rng));
    const clustered = new Resampler(40, makeRng(4)).estimate(mean, of(perReader, 10));
    const pretended = new Resampler(400, makeRng(4)).estimate(
      mean,
      of(perReader.flatMap((x) => Array<number>(10).fill(x))),
    );
    expect(clustered.high! - clustered.low!).toBeGreaterThan(2 * (pretended.high! - pretended.low!));
  });

  it("is null when nothing was measured, and has no bounds for a single reader", () => {
    expect(
      new Resampler(2, makeRng(1)).estimate(mean, [
        { sum: 0, weight: 0 },
        { sum: 0, weight: 0 },
      ]),
    ).toEqual({ value: null, low: null, high: null, n: 0, clusters: 0 });
    expect(new Resampler(1, makeRng(1)).estimate(mean, of([3]))).toEqual({
      value: 3,
      low: null,
      high: null,
      n: 1,
      clusters: 1,
    });
  });

  it("gives equal numbers for equal seeds", () => {
    const values = of([1, 2, 3, 4, 5]);
    expect(new Resampler(5, makeRng(9)).estimate(mean, values)).toEqual(
      new Resampler(5, makeRng(9)).estimate(mean, values),
    );
  });
});

describe("Resampler.difference", () => {
  it("of a model with itself is 0 with no width; of a constant shift it is the shift with no width", () => {
    const resampler = new Resampler(50, makeRng(5));
    const rng = makeRng(6);
    const a = Array.from({ length: 50 }, () => normal(rng));
    expect(resampler.difference(mean, of(a), of(a))).toMatchObject({ value: 0, low: 0, high: 0 });
    const { value, low, high } = resampler.difference(mean, of(a.map((x) => x + 1)), of(a));
    for (const bound of [value, low, high]) expect(bound).toBeCloseTo(1, 10);
  });

  it("says internal when the readers do not match", () => {
    expect(() => new Resampler(2, makeRng(1)).estimate(mean, of([1]))).toThrow(
      "internal: Resampler of 2 readers got 1 contributions",
    );
  });
});
