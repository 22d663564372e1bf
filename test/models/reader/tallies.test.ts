import fc from "fast-check";
import { expect, it } from "vitest";
import { marginalOf, STATISTICS, Tally } from "../../../models/reader/tallies.ts";

const ratings = fc.array(fc.integer({ min: 1, max: 5 }), { minLength: 1, maxLength: 40 });

const written = (tally: Tally, all: readonly number[], own: number | null): number[] => {
  const out = new Float32Array(STATISTICS);
  tally.write(marginalOf(all), 5, own, out, 0);
  return [...out];
};

it("leaving an answer out is the same as never having had it, whatever the answer was", () => {
  fc.assert(
    fc.property(ratings, fc.integer({ min: 1, max: 5 }), (others, own) => {
      const [with_, without] = [new Tally(), new Tally()];
      for (const rating of others) {
        with_.add(rating);
        without.add(rating);
      }
      with_.add(own);
      const all = [...others, own];
      const left = written(without, all, null);
      for (const [i, value] of written(with_, all, own).entries()) expect(value).toBeCloseTo(left[i]!, 5);
    }),
  );
});

it("by hand: two answers of 5 where the mean is 3.5, five answers of prior", () => {
  const tally = new Tally();
  tally.add(5);
  tally.add(5);
  const all = [5, 5, 2, 2];
  const [deviation, n, ...logs] = written(tally, all, null);
  expect(deviation).toBeCloseTo((10 - 2 * 3.5) / 7, 5);
  expect(n).toBeCloseTo(Math.log(3), 5);
  // Share of 5 is (2 + 1) / (4 + 5); smoothed (2 + 5/3) / 7.
  expect(logs[4]).toBeCloseTo(Math.log((2 + 5 / 3) / 7 / (1 / 3)), 5);
  expect(marginalOf([]).mean).toBe(3);
});
