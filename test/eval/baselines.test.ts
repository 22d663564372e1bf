import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { ContentVectors, RatedAnswer } from "../../eval/baselines/baseline.ts";
import {
  discretisedNormal,
  globalMean,
  normalCdf,
  readerMean,
  readerStoryBias,
  storyMean,
} from "../../eval/baselines/biases.ts";
import { bradleyTerry, contentRidge, fitContentScore, nonPersonalOrdinal } from "../../eval/baselines/content.ts";
import { matrixFactorisation } from "../../eval/baselines/matrix-factorisation.ts";
import { BASELINES } from "../../eval/baselines/registry.ts";
import { solveSymmetric } from "../../eval/baselines/solve.ts";
import { expectedRating } from "../../eval/prediction.ts";

const answers = fc.array(fc.record({ reader: fc.nat(4), story: fc.nat(4), rating: fc.integer({ min: 1, max: 5 }) }), {
  maxLength: 30,
});
/** Stories 0 to 4 have a text; its first number is the story's. */
const contents: ContentVectors = {
  width: 2,
  vectorOf: (story) => (story > 4 ? null : Float32Array.of(story - 2, 1)),
};
const answersOf = (training: readonly RatedAnswer[], reader: number): RatedAnswer[] =>
  training.filter((answer) => answer.reader === reader);

it.each(BASELINES.map((baseline) => [baseline.name, baseline] as const))(
  "%s gives a distribution for known and unknown readers and stories",
  (_, baseline) => {
    fc.assert(
      fc.property(answers, fc.nat(9), fc.nat(9), (training, reader, story) => {
        const { probability, score } = baseline.fit(training, contents)(story, answersOf(training, reader));
        expect(Number.isFinite(score)).toBe(true);
        expect(probability.reduce((a, b) => a + b)).toBeCloseTo(1, 6);
        for (const value of probability) expect(value).toBeGreaterThanOrEqual(0);
      }),
    );
  },
);

describe("by hand", () => {
  it("the global mean is the smoothed histogram: 1 + count over n + 5", () => {
    const training = [5, 5, 4].map((rating) => ({ reader: 0, story: 0, rating }));
    expect([...globalMean.fit(training, contents)(0, []).probability]).toEqual([1 / 8, 1 / 8, 1 / 8, 2 / 8, 3 / 8]);
  });

  it("one reader above and one below: the bias of each is n (mean − overall) / (n + 5)", () => {
    // Ten answers of 5 by reader 0, ten of 1 by reader 1; overall mean 3. Bias ±2·10/15.
    const training = [0, 1].flatMap((reader) =>
      Array.from({ length: 10 }, (_, story) => ({ reader, story: reader * 10 + story, rating: reader === 0 ? 5 : 1 })),
    );
    const fitted = readerMean.fit(training, contents);
    // What is missed when only the answers before are known: after n of them, 2 − 2n/(n + 5).
    const missed = Array.from({ length: 10 }, (_, n) => (2 - (2 * n) / (n + 5)) ** 2);
    const deviation = Math.sqrt(missed.reduce((a, b) => a + b) / 10);
    const expected = (mean: number): number => expectedRating(discretisedNormal(mean, deviation));
    const said = (reader: number): number => expectedRating(fitted(99, answersOf(training, reader)).probability);
    expect(said(0)).toBeCloseTo(expected(3 + 20 / 15), 6);
    expect(said(1)).toBeCloseTo(expected(3 - 20 / 15), 6);
    expect(said(7)).toBeCloseTo(3, 6);
  });

  it("recovers additive biases: with many answers the residual is what was not additive", () => {
    const training = Array.from({ length: 40 }, (_, reader) =>
      Array.from({ length: 40 }, (_, story) => ({
        reader,
        story,
        rating: Math.min(5, Math.max(1, 3 + (reader % 2) - (story % 2))),
      })),
    ).flat();
    const fitted = readerStoryBias.fit(training, contents);
    for (const [reader, story] of [
      [0, 0],
      [1, 0],
      [0, 1],
      [1, 1],
    ] as const) {
      expect(
        Math.abs(
          expectedRating(fitted(story, answersOf(training, reader)).probability) - (3 + (reader % 2) - (story % 2)),
        ),
      ).toBeLessThan(0.25);
    }
  });

  it("normalCdf at known points (Φ(1.96) = 0.9750021)", () => {
    expect(normalCdf(0)).toBeCloseTo(0.5, 6);
    expect(normalCdf(1.96)).toBeCloseTo(0.9750021, 6);
    expect(normalCdf(-1.96)).toBeCloseTo(0.0249979, 6);
  });
});

describe("learn what is there", () => {
  /** Stories are as good as their number says; readers 0 and 1 love even stories, 2 and 3 odd ones, in the second world. */
  const world = (personal: boolean): RatedAnswer[] =>
    Array.from({ length: 60 }, (_, reader) =>
      Array.from({ length: 5 }, (_, i) => {
        const story = (i + reader) % 5;
        const taste = (reader % 2 === 0) === (story % 2 === 0) ? 2 : -2;
        return { reader, story, rating: personal ? Math.min(5, Math.max(1, 3 + taste)) : story + 1 };
      }),
    ).flat();

  it("content, strengths and thresholds order stories by what all think of them", () => {
    const training = world(false);
    for (const baseline of [contentRidge, nonPersonalOrdinal, bradleyTerry, storyMean]) {
      const fitted = baseline.fit(training, contents);
      const scores = [0, 1, 2, 3, 4].map((story) => fitted(story, []).score);
      expect(scores, baseline.name).toEqual([...scores].sort((a, b) => a - b));
    }
    // A story that nobody has rated is told by its text.
    const seen = training.filter(({ story }) => story !== 4);
    const score = fitContentScore(seen, contents);
    expect(score(4)).toBeGreaterThan(score(3));
  });

  it("factors tell readers apart where biases cannot", () => {
    const training = world(true);
    const [fitted, biases] = [matrixFactorisation, readerStoryBias].map((baseline) => baseline.fit(training, contents));
    const gap = (predict: typeof fitted, reader: number): number =>
      predict!(0, answersOf(training, reader)).score - predict!(1, answersOf(training, reader)).score;
    expect(gap(fitted, 0)).toBeGreaterThan(0.5);
    expect(gap(fitted, 1)).toBeLessThan(-0.5);
    expect(gap(biases, 0)).toBeCloseTo(gap(biases, 1), 9);
  });

  it("solves what it is given: A x = b for a positive definite A", () => {
    fc.assert(
      fc.property(fc.array(fc.double({ min: -2, max: 2, noNaN: true }), { minLength: 12, maxLength: 12 }), (values) => {
        const [x, rows] = [values.slice(0, 3), [values.slice(3, 6), values.slice(6, 9), values.slice(9, 12)]];
        const A = new Float64Array(9);
        for (let i = 0; i < 3; i++)
          for (let j = 0; j < 3; j++)
            A[i * 3 + j] = rows.reduce((sum, row) => sum + row[i]! * row[j]!, i === j ? 1 : 0);
        const b = Float64Array.from({ length: 3 }, (_, i) =>
          x.reduce((sum, value, j) => sum + A[i * 3 + j]! * value, 0),
        );
        for (const [i, value] of solveSymmetric(A, b).entries()) expect(value).toBeCloseTo(x[i]!, 6);
      }),
    );
  });
});
