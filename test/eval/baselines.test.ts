import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  discretisedNormal,
  globalMean,
  normalCdf,
  readerMean,
  readerStoryBias,
  readerStoryProduct,
  storyMean,
} from "../../eval/baselines/biases.ts";
import { expectedRating } from "../../eval/prediction.ts";

const answers = fc.array(fc.record({ reader: fc.nat(4), story: fc.nat(4), rating: fc.integer({ min: 1, max: 5 }) }), {
  maxLength: 30,
});
const ALL = [globalMean, readerMean, storyMean, readerStoryBias, readerStoryProduct];

it.each(ALL.map((baseline) => [baseline.name, baseline] as const))(
  "%s gives a distribution for known and unknown readers and stories",
  (_, baseline) => {
    fc.assert(
      fc.property(answers, fc.nat(9), fc.nat(9), (training, reader, story) => {
        const probability = baseline.fit(training)({ reader, story });
        expect(probability.reduce((a, b) => a + b)).toBeCloseTo(1, 6);
        for (const value of probability) expect(value).toBeGreaterThanOrEqual(0);
      }),
    );
  },
);

describe("by hand", () => {
  it("the global mean is the smoothed histogram: 1 + count over n + 5", () => {
    const training = [5, 5, 4].map((rating) => ({ reader: 0, story: 0, rating }));
    expect([...globalMean.fit(training)({ reader: 0, story: 0 })]).toEqual([1 / 8, 1 / 8, 1 / 8, 2 / 8, 3 / 8]);
  });

  it("one reader above and one below: the bias of each is n (mean − overall) / (n + 5)", () => {
    // Ten answers of 5 by reader 0, ten of 1 by reader 1; overall mean 3. Bias ±2·10/15.
    const training = [0, 1].flatMap((reader) =>
      Array.from({ length: 10 }, (_, story) => ({ reader, story: reader * 10 + story, rating: reader === 0 ? 5 : 1 })),
    );
    const fitted = readerMean.fit(training);
    const expected = (mean: number): number => expectedRating(discretisedNormal(mean, 2 - 20 / 15));
    expect(expectedRating(fitted({ reader: 0, story: 99 }))).toBeCloseTo(expected(3 + 20 / 15), 6);
    expect(expectedRating(fitted({ reader: 1, story: 99 }))).toBeCloseTo(expected(3 - 20 / 15), 6);
    expect(expectedRating(fitted({ reader: 7, story: 99 }))).toBeCloseTo(3, 6);
  });

  it("recovers additive biases: with many answers the residual is what was not additive", () => {
    const training = Array.from({ length: 40 }, (_, reader) =>
      Array.from({ length: 40 }, (_, story) => ({
        reader,
        story,
        rating: Math.min(5, Math.max(1, 3 + (reader % 2) - (story % 2))),
      })),
    ).flat();
    const fitted = readerStoryBias.fit(training);
    for (const [reader, story] of [
      [0, 0],
      [1, 0],
      [0, 1],
      [1, 1],
    ] as const) {
      expect(Math.abs(expectedRating(fitted({ reader, story })) - (3 + (reader % 2) - (story % 2)))).toBeLessThan(0.25);
    }
  });

  it("normalCdf at known points (Φ(1.96) = 0.9750021)", () => {
    expect(normalCdf(0)).toBeCloseTo(0.5, 6);
    expect(normalCdf(1.96)).toBeCloseTo(0.9750021, 6);
    expect(normalCdf(-1.96)).toBeCloseTo(0.0249979, 6);
  });
});
