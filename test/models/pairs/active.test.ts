import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { runActive } from "../../../bench/active/experiment.ts";
import { afterAnswer, beliefFrom, chooseActive, type WeightBelief, worthOf } from "../../../models/pairs/active.ts";
import { integer, makeRng } from "../../../models/rng.ts";

/** Solves A x = b by Gauss and Jordan: an independent way to the posterior. */
function inverse(matrix: number[][]): number[][] {
  const n = matrix.length;
  const a = matrix.map((row, i) => [...row, ...row.map((_, j) => (i === j ? 1 : 0))]);
  for (let k = 0; k < n; k++) {
    const pivot = a[k]![k]!;
    for (let j = 0; j < 2 * n; j++) a[k]![j]! /= pivot;
    for (let i = 0; i < n; i++) {
      if (i === k) continue;
      const factor = a[i]![k]!;
      for (let j = 0; j < 2 * n; j++) a[i]![j]! -= factor * a[k]![j]!;
    }
  }
  return a.map((row) => row.slice(n));
}

describe("the belief", () => {
  it("after an answer is the posterior of linear regression (Σ⁻¹ + ddᵀ/s²)⁻¹", () => {
    const number = fc.double({ min: -2, max: 2, noNaN: true });
    fc.assert(
      fc.property(fc.array(number, { minLength: 3, maxLength: 3 }), number, (d, said) => {
        const belief = beliefFrom(
          [
            [1, 0, 2],
            [0, 1, 1],
            [-1, 0.5, 0],
          ],
          0.3,
        );
        const { mean, covariance } = afterAnswer(belief, d, said, 0.8);
        const prior = inverse([0, 1, 2].map((i) => [...belief.covariance.slice(3 * i, 3 * i + 3)]));
        const expected = inverse(prior.map((row, i) => row.map((value, j) => value + (d[i]! * d[j]!) / 0.8)));
        for (let i = 0; i < 9; i++) expect(covariance[i]).toBeCloseTo(expected[Math.floor(i / 3)]![i % 3]!, 6);
        const right = prior.map(
          (row, i) => row.reduce((sum, value, j) => sum + value * belief.mean[j]!, 0) + (d[i]! * said) / 0.8,
        );
        for (let i = 0; i < 3; i++)
          expect(mean[i]).toBeCloseTo(
            expected[i]!.reduce((sum, value, j) => sum + value * right[j]!, 0),
            6,
          );
      }),
    );
  });
});

describe("chooseActive", () => {
  it("prefers the uncertain direction, then what is left of it", () => {
    const belief: WeightBelief = { mean: new Float64Array(2), covariance: Float64Array.of(4, 0, 0, 1) };
    expect(
      chooseActive(
        belief,
        [
          [0, 1],
          [1, 0],
          [1, 0],
        ],
        3,
        { noise: 1 },
      ),
    ).toEqual([1, 0, 2]);
    // With loud answers one does not tell enough: the uncertain direction is asked again first.
    expect(
      chooseActive(
        belief,
        [
          [0, 1],
          [1, 0],
          [1, 0],
        ],
        3,
        { noise: 20 },
      ),
    ).toEqual([1, 2, 0]);
  });

  it("is the greedy choice: each pick is the best by the belief so far", () => {
    const rng = makeRng(3);
    const differences = Array.from({ length: 40 }, () => Array.from({ length: 5 }, () => integer(rng, 3) - 1));
    let belief = beliefFrom(
      [
        [1, 0, 1, 0, 1],
        [0, 2, 0, 1, 0],
        [1, 1, 1, 1, 0],
      ],
      0.1,
    );
    const left = new Set(differences.keys());
    for (const pick of chooseActive(belief, differences, 10, { noise: 0.8 })) {
      const best = Math.max(...[...left].map((i) => worthOf(belief, differences[i]!, 0.8)));
      expect(worthOf(belief, differences[pick]!, 0.8)).toBeCloseTo(best, 9);
      left.delete(pick);
      belief = afterAnswer(belief, differences[pick]!, null, 0.8);
    }
  });

  it("has no use for more pairs than there are", () => {
    const belief = beliefFrom([[1], [2]], 0.1);
    expect(chooseActive(belief, [[1], [2]], 9, { noise: 1 }).length).toBe(2);
    expect(chooseActive(belief, [], 3, { noise: 1 })).toEqual([]);
  });

  it("needs at most half of the labels that random choice needs for an accuracy of 0.8 on the planted population", () => {
    const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;
    const { chosen, random } = runActive({ readers: 24, candidates: 3000, unseen: 300, sizes: [20, 40] });
    // Half as many chosen labels do as well as all of the random ones; a point of slack for 24 readers.
    expect(mean(chosen[0]!)).toBeGreaterThan(mean(random[1]!) - 0.01);
    expect(mean(chosen[0]!)).toBeGreaterThan(0.76);
    expect(mean(random[0]!)).toBeLessThan(mean(chosen[0]!));
  }, 60_000);
});
