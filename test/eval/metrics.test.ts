/** Each metric by hand on two readers, and its laws. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Metric } from "../../eval/metric.ts";
import { ordinalNll } from "../../eval/metrics/ordinal-nll.ts";
import { pairAccuracy } from "../../eval/metrics/pair-accuracy.ts";
import { rankedProbabilityScore } from "../../eval/metrics/ranked-probability-score.ts";
import { rmse } from "../../eval/metrics/rmse.ts";
import { withinOne } from "../../eval/metrics/within-one.ts";
import { byReader, expectedRating, type Prediction } from "../../eval/prediction.ts";
import { RATING_METRICS } from "../../eval/registry.ts";

const p = (reader: number, rating: number, probability: number[]): Prediction => ({
  reader,
  rating,
  probability,
  score: expectedRating(probability),
});
const certain = (level: number): number[] => [1, 2, 3, 4, 5].map((k) => (k === level ? 1 : 0));

function measured(metric: Metric, predictions: readonly Prediction[]): number | null {
  const parts = byReader(predictions).map((group) => metric.contribution(group));
  const weight = parts.reduce((sum, part) => sum + part.weight, 0);
  return weight === 0 ? null : metric.finish(parts.reduce((sum, part) => sum + part.sum, 0) / weight);
}

const TWO = [p(0, 4, [0, 0, 0.5, 0.5, 0]), p(1, 1, [0.2, 0.8, 0, 0, 0])];

describe("by hand", () => {
  it("rmse: errors 4 − 3.5 and 1 − 1.8 give sqrt((0.25 + 0.64) / 2)", () => {
    expect(measured(rmse, TWO)).toBeCloseTo(Math.sqrt(0.445), 12);
  });

  it("ordinalNll: −(ln 0.5 + ln 0.2) / 2", () => {
    expect(measured(ordinalNll, TWO)).toBeCloseTo(-(Math.log(0.5) + Math.log(0.2)) / 2, 12);
  });

  it("ordinalNll of an impossible answer is −ln 1e-9, not infinite", () => {
    expect(measured(ordinalNll, [p(0, 1, certain(5))])).toBeCloseTo(-Math.log(1e-9), 9);
  });

  it("rankedProbabilityScore: cumulative gaps", () => {
    // Row 1: F = 0, 0, .5, 1 against 0, 0, 0, 1: .25 / 4. Row 2: F = .2, 1, 1, 1 against 1, 1, 1, 1: .64 / 4.
    expect(measured(rankedProbabilityScore, TWO)).toBeCloseTo((0.25 / 4 + 0.64 / 4) / 2, 12);
  });

  it("withinOne: the mode of the first is 3 (first of equals), of the second 2: both within one", () => {
    expect(measured(withinOne, TWO)).toBe(1);
    expect(measured(withinOne, [p(0, 5, [0, 0, 0.5, 0.5, 0])])).toBe(0);
  });

  it("pairAccuracy: one right, one wrong, one tie of scores, equal ratings left out", () => {
    const answers = [p(0, 5, certain(4)), p(0, 3, certain(2)), p(0, 1, certain(3)), p(0, 1, certain(3))];
    // (5,3) right; (5,1) right twice; (3,1) wrong twice; (1,1) left out: 3 of 5.
    expect(measured(pairAccuracy, answers)).toBeCloseTo(3 / 5, 12);
    expect(measured(pairAccuracy, [p(0, 5, certain(2)), p(0, 1, certain(2))])).toBe(0.5);
  });

  it("pairAccuracy leaves out what has no score", () => {
    const known = { ...p(0, 5, certain(1)), score: null };
    expect(measured(pairAccuracy, [known, p(0, 3, certain(3)), p(0, 1, certain(1))])).toBe(1);
    expect(measured(pairAccuracy, [known, p(0, 1, certain(1))])).toBeNull();
  });

  it("pairAccuracy never compares two readers, and is not measured without pairs", () => {
    expect(measured(pairAccuracy, [p(0, 5, certain(5)), p(1, 1, certain(1))])).toBeNull();
    expect(measured(pairAccuracy, [])).toBeNull();
  });
});

const simplex = fc.array(fc.double({ min: 0.01, max: 1, noNaN: true }), { minLength: 5, maxLength: 5 }).map((w) => {
  const total = w.reduce((a, b) => a + b);
  return w.map((x) => x / total);
});
const predictions = fc.array(
  fc
    .record({ reader: fc.nat(3), rating: fc.integer({ min: 1, max: 5 }), probability: simplex })
    .map(({ reader, rating, probability }) => p(reader, rating, probability)),
  { minLength: 1, maxLength: 12 },
);

describe("laws", () => {
  it.each(RATING_METRICS.map((metric) => [metric.name, metric] as const))(
    "%s does not depend on the order of answers",
    (_, metric) => {
      fc.assert(
        fc.property(predictions, (rows) => {
          const [a, b] = [measured(metric, rows), measured(metric, [...rows].reverse())];
          if (a === null || b === null) expect(a).toBe(b);
          else expect(a).toBeCloseTo(b, 10);
        }),
      );
    },
  );

  it.each(RATING_METRICS.map((metric) => [metric.name, metric] as const))(
    "%s gives its ceiling to certainty in the truth",
    (_, metric) => {
      const rows = [1, 2, 3, 4, 5].map((rating) => p(0, rating, certain(rating)));
      expect(measured(metric, rows)).toBeCloseTo(metric.ceiling, 12);
    },
  );

  it("expectedRating lies in [1, 5]", () => {
    fc.assert(
      fc.property(simplex, (probability) => {
        expect(expectedRating(probability)).toBeGreaterThanOrEqual(1);
        expect(expectedRating(probability)).toBeLessThanOrEqual(5);
      }),
    );
  });

  it("the ordinal NLL of a uniform guess is its floor", () => {
    expect(measured(ordinalNll, [p(0, 2, [0.2, 0.2, 0.2, 0.2, 0.2])])).toBeCloseTo(ordinalNll.floor!, 12);
  });
});
