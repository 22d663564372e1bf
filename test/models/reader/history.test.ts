import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { fillBatch, makeTables, standardize } from "../../../models/reader/batch.ts";
import {
  type Answer,
  buildHistory,
  historyLength,
  residualOf,
  STATS_WIDTH,
  writeStats,
} from "../../../models/reader/history.ts";

const WIDTH = 3;
const EMBEDDING = Float32Array.from([1, 0, 0, 0, 1, 0, 0, 0, 1, 1, 1, 0]);
const SIZE = { readers: 3, stories: 4 };
const answerOf = (reader: number, story: number, rating: number): Answer => ({ reader, story, content: story, rating });
const answers = fc
  .uniqueArray(fc.tuple(fc.nat(2), fc.nat(3), fc.integer({ min: 1, max: 5 })), {
    minLength: 1,
    selector: ([r, s]) => `${r} ${s}`,
  })
  .map((rows) => rows.map(([r, s, y]) => answerOf(r, s, y)));

const statsOf = (training: readonly Answer[], of: Answer, own: number | null): Float32Array => {
  const out = new Float32Array(STATS_WIDTH);
  writeStats(buildHistory(training, SIZE, EMBEDDING, WIDTH), of.reader, of.story, own, out, 0);
  return out;
};

describe("an answer never sees its own label", () => {
  it("statistics do not change with its rating, but for the overall mean and shares", () => {
    fc.assert(
      fc.property(answers, fc.integer({ min: 1, max: 5 }), (training, other) => {
        const [first, ...rest] = training;
        // Balance the change with answers of a fourth, unrelated reader, so that the overall numbers stay the same.
        const size = { readers: 4, stories: 5 };
        const far = (y: number): Answer => ({ reader: 3, story: 4, content: -1, rating: y });
        const stats = (rating: number, balance: number): Float32Array => {
          const all = [{ ...first!, rating }, ...rest, far(balance)];
          const out = new Float32Array(STATS_WIDTH);
          writeStats(buildHistory(all, size, EMBEDDING, WIDTH), first!.reader, first!.story, rating, out, 0);
          return out;
        };
        expect(stats(first!.rating, other)).toEqual(stats(other, first!.rating));
      }),
    );
  });

  it("its taste vector, the own term taken out, does not change with its rating", () => {
    fc.assert(
      fc.property(answers, fc.integer({ min: 1, max: 5 }), (training, other) => {
        const size = { readers: 4, stories: 5 };
        const taste = (rating: number, balance: number): number[] => {
          const all = [
            { ...training[0]!, rating },
            ...training.slice(1),
            { reader: 3, story: 4, content: -1, rating: balance },
          ];
          const history = buildHistory(all, size, EMBEDDING, WIDTH);
          const { content, taste: table } = makeTables(EMBEDDING, history, WIDTH);
          const batch = fillBatch(
            history,
            all.map((a) => ({ ...a, inHistory: true })),
            [0],
            1,
          );
          const [reader, row, own] = [batch.readerRow.data[0]!, batch.contentRow.data[0]!, batch.ownResidual.data[0]!];
          return [0, 1, 2].map((e) => table.data[reader * WIDTH + e]! - own * content.data[row * WIDTH + e]!);
        };
        const [a, b] = [taste(training[0]!.rating, other), taste(other, training[0]!.rating)];
        for (const [e, value] of a.entries()) expect(value).toBeCloseTo(b[e]!, 5);
      }),
    );
  });

  it("leaving out equals never having seen it, the overall mean and shares apart", () => {
    // Two answers of 3 around one of 3: mean and level counts keep their proportions.
    const training = [answerOf(0, 0, 3), answerOf(0, 1, 3), answerOf(1, 0, 3)];
    const left = statsOf(training, training[0]!, 3);
    const never = statsOf(training.slice(1), training[0]!, null);
    expect(left[1]).toBeCloseTo(never[1]!, 6);
    expect(left[0]).toBeCloseTo(never[0]!, 6);
  });
});

describe("buildHistory", () => {
  it("by hand", () => {
    // Ratings 5, 3, 1 of reader 0; 4 of reader 1. Mean 13/4.
    const training = [answerOf(0, 0, 5), answerOf(0, 1, 3), answerOf(0, 2, 1), answerOf(1, 0, 4)];
    const history = buildHistory(training, SIZE, EMBEDDING, WIDTH);
    expect(history.meanRating).toBe(3.25);
    // The other answer to story 0 is 4: (4 − 3.25) / (1 + 10).
    const residual = 5 - 3.25 - 0.75 / 11;
    expect(residualOf(history, training[0]!)).toBeCloseTo(residual, 12);
    // The first coordinate of reader 0's taste comes from story 0 alone.
    expect(history.taste_RE[0]).toBeCloseTo(residual, 6);
    expect(historyLength(history, 0, null)).toBe(3);
    expect(historyLength(history, 0, 5)).toBe(2);
    expect(historyLength(history, 2, null)).toBe(0);
  });

  it("the taste table minus the own term is the taste without the answer's own term", () => {
    const training = [answerOf(0, 0, 5), answerOf(0, 3, 2)];
    const history = buildHistory(training, SIZE, EMBEDDING, WIDTH);
    const tables = makeTables(EMBEDDING, history, WIDTH);
    const batch = fillBatch(
      history,
      training.map((a) => ({ ...a, inHistory: true })),
      [0],
      1,
    );
    const own = batch.ownResidual.data[0]!;
    const row = batch.contentRow.data[0]! * WIDTH;
    const rest = [0, 1, 2].map((e) => tables.taste.data[e]! - own * tables.content.data[row + e]!);
    const other = residualOf(history, training[1]!);
    // Story 3's text is (1, 1, 0).
    for (const [e, value] of [other, other, 0].entries()) expect(rest[e]).toBeCloseTo(value, 6);
  });
});

describe("fillBatch", () => {
  it("pads with rows of weight 0 and gives a missing text the row of zeros", () => {
    const history = buildHistory([answerOf(0, 0, 5)], SIZE, EMBEDDING, WIDTH);
    const batch = fillBatch(history, [{ ...answerOf(1, 2, 4), content: -1, inHistory: false }], [0], 3);
    expect([...batch.weight.data]).toEqual([1, 0, 0]);
    expect([...batch.level.data.subarray(0, 5)]).toEqual([0, 0, 0, 1, 0]);
    expect(batch.contentRow.data[0]).toBe(0);
    expect(batch.ownResidual.data[0]).toBe(0);
  });
});

it("standardize gives mean 0 in each coordinate and mean square 1 overall", () => {
  const values = standardize(
    Float32Array.from({ length: 60 }, (_, i) => Math.sin(i * i)),
    6,
  );
  for (let e = 0; e < 6; e++)
    expect(Array.from({ length: 10 }, (_, i) => values[6 * i + e]!).reduce((a, b) => a + b)).toBeCloseTo(0, 4);
  expect(values.reduce((sum, x) => sum + x * x, 0) / 60).toBeCloseTo(1, 4);
  expect([...standardize(new Float32Array(4).fill(3), 2)]).toEqual([0, 0, 0, 0]);
});
