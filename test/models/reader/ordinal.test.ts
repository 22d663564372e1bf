import { describe, expect, it } from "vitest";
import { ordinalLogProbabilities, thresholds } from "../../../models/heads/ordinal.ts";
import { crossEntropy } from "../../../models/objective.ts";
import { float32 } from "../../../models/tensor/host-array.ts";
import { OrtEngine } from "../../../models/tensor/ort-engine.ts";
import { randn, runOnce } from "../tensor/arrays.ts";

const engine = new OrtEngine();
const sigmoid = (x: number): number => 1 / (1 + Math.exp(-x));

describe("thresholds", () => {
  it("start at the first and grow by exp of the gaps", async () => {
    // ζ = 0.5, 0.5 + e^0, 0.5 + e^0 + e^1
    const { zeta } = await runOnce(engine, ({ first, gap }) => ({ zeta: thresholds(first!, gap!) }), {
      first: float32([1, 1], [0.5]),
      gap: float32([1, 2], [0, 1]),
    });
    for (const [i, value] of [0.5, 1.5, 1.5 + Math.E].entries()) expect(zeta!.data[i]).toBeCloseTo(value, 5);
  });
});

describe("ordinalLogProbabilities", () => {
  it("by hand on two rows", async () => {
    // Three levels, ζ = (-1, 1). r = 0: σ(-1), σ(1) − σ(-1), 1 − σ(1). r = 2: the same with ζ − 2.
    const inputs = { zeta: float32([2, 2], [-1, 1, -1, 1]), r: float32([2, 1], [0, 2]) };
    const { log } = await runOnce(engine, ({ zeta, r }) => ({ log: ordinalLogProbabilities(zeta!, r!) }), inputs);
    const row = (r: number): number[] => [sigmoid(-1 - r), sigmoid(1 - r) - sigmoid(-1 - r), 1 - sigmoid(1 - r)];
    for (const [i, p] of [...row(0), ...row(2)].entries()) expect(log!.data[i]).toBeCloseTo(Math.log(p), 5);
  });

  it("sums to 1 and stays finite for rewards far out", async () => {
    const inputs = {
      zeta: float32([5, 2], [-1, 1, -1, 1, -1, 1, -1, 1, -1, 1]),
      r: float32([5, 1], [-60, -5, 0, 5, 60]),
    };
    const { log } = await runOnce(engine, ({ zeta, r }) => ({ log: ordinalLogProbabilities(zeta!, r!) }), inputs);
    for (let b = 0; b < 5; b++) {
      const row = log!.data.subarray(3 * b, 3 * b + 3);
      expect([...row].every(Number.isFinite)).toBe(true);
      expect([...row].reduce((sum, value) => sum + Math.exp(value), 0)).toBeCloseTo(1, 5);
    }
  });

  it("the loss is the weighted mean of −log P of the observed level", async () => {
    // P = (1/4, 3/4) for weights 1 and 0: only the first row counts, −log 1/4.
    const inputs = {
      log: float32([2, 2], [Math.log(0.25), Math.log(0.75), 0, -5]),
      level: float32([2, 2], [1, 0, 0, 1]),
      weight: float32([2, 1], [1, 0]),
    };
    const { loss } = await runOnce(
      engine,
      ({ log, level, weight }) => ({ loss: crossEntropy(log!, level!, weight!) }),
      inputs,
    );
    expect(loss!.data[0]).toBeCloseTo(Math.log(4), 5);
  });

  it("collapsed and exploded gaps still give finite probabilities", async () => {
    const inputs = { first: float32([2, 1]), gap: float32([2, 2], [-80, -80, 80, 80]), r: float32([2, 1], [0.3, 0.3]) };
    const { log } = await runOnce(
      engine,
      ({ first, gap, r }) => ({ log: ordinalLogProbabilities(thresholds(first!, gap!), r!) }),
      inputs,
    );
    expect([...log!.data].every(Number.isFinite)).toBe(true);
  });

  it("a larger reward never lowers the expected level", async () => {
    const zeta = randn(1, [1, 4]).data.sort();
    const n = 40;
    const inputs = {
      zeta: float32([n, 4], Array.from({ length: n }, () => [...zeta]).flat()),
      r: float32(
        [n, 1],
        Array.from({ length: n }, (_, i) => (i - 20) / 4),
      ),
    };
    const { log } = await runOnce(engine, ({ zeta: z, r }) => ({ log: ordinalLogProbabilities(z!, r!) }), inputs);
    const expected = Array.from({ length: n }, (_, b) =>
      [0, 1, 2, 3, 4].reduce((sum, k) => sum + (k + 1) * Math.exp(log!.data[5 * b + k]!), 0),
    );
    for (let b = 1; b < n; b++) expect(expected[b]).toBeGreaterThanOrEqual(expected[b - 1]! - 1e-5);
  });
});
