import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { integer, makeRng, normal, shuffled } from "../../models/rng.ts";

describe("makeRng", () => {
  it("gives equal numbers for equal seeds and other numbers for other seeds", () => {
    const draw = (seed: number): number[] => {
      const rng = makeRng(seed);
      return Array.from({ length: 5 }, rng);
    };
    expect(draw(1)).toEqual(draw(1));
    expect(draw(1)).not.toEqual(draw(2));
    // Seeds above 2^32 count too.
    expect(draw(1)).not.toEqual(draw(1 + 2 ** 32));
    expect(draw(0)).not.toEqual(draw(1 + 2 ** 32));
    expect(draw(1 + 2 * 2 ** 32)).not.toEqual(draw(3));
  });

  it("is uniform in [0, 1): mean 1/2 and variance 1/12 over 100,000 draws", () => {
    const rng = makeRng(7);
    const values = Array.from({ length: 100_000 }, rng);
    const mean = values.reduce((a, b) => a + b) / values.length;
    const variance = values.reduce((sum, x) => sum + (x - mean) ** 2, 0) / values.length;
    // Four standard errors: 4·sqrt(1/12/n) and 4·sqrt(1/180/n).
    expect(Math.abs(mean - 0.5)).toBeLessThan(0.0037);
    expect(Math.abs(variance - 1 / 12)).toBeLessThan(0.001);
    expect(Math.min(...values)).toBeGreaterThanOrEqual(0);
    expect(Math.max(...values)).toBeLessThan(1);
  });

  it.each([-1, 1.5, Number.NaN])("refuses seed %s", (seed) => {
    expect(() => makeRng(seed)).toThrow(`makeRng: seed must be an integer >= 0, got ${seed}`);
  });
});

it("normal has mean 0, variance 1 and the fourth moment 3", () => {
  const rng = makeRng(3);
  const values = Array.from({ length: 100_000 }, () => normal(rng));
  const moment = (k: number): number => values.reduce((sum, x) => sum + x ** k, 0) / values.length;
  expect(Math.abs(moment(1))).toBeLessThan(0.013);
  expect(Math.abs(moment(2) - 1)).toBeLessThan(0.018);
  expect(Math.abs(moment(4) - 3)).toBeLessThan(0.13);
});

it("integer reaches every value and nothing else", () => {
  const rng = makeRng(5);
  expect([...new Set(Array.from({ length: 200 }, () => integer(rng, 4)))].sort()).toEqual([0, 1, 2, 3]);
});

it("shuffled keeps the elements and leaves its argument alone", () => {
  fc.assert(
    fc.property(fc.array(fc.nat()), fc.nat(), (items, seed) => {
      const before = [...items];
      expect(shuffled(makeRng(seed), items).sort()).toEqual([...items].sort());
      expect(items).toEqual(before);
    }),
  );
});
