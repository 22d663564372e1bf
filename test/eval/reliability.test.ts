import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { auc } from "../../eval/auc.ts";
import { assign, correlation } from "../../eval/axis-match.ts";
import { probeAuc } from "../../eval/probe.ts";
import {
  averagePrecision,
  binnedAuc,
  expectedCalibrationError,
  pitCounts,
  pitDistance,
  reliabilityCounts,
} from "../../eval/reliability.ts";
import { makeRng, normal } from "../../models/rng.ts";

const stated = (list: readonly (readonly [number, boolean])[]) =>
  reliabilityCounts(list.map(([probability, happened]) => ({ probability, happened })));

describe("stated probabilities", () => {
  it("by hand: 0.8 said of four things of which two happen misses by 0.3", () => {
    const counts = stated([
      [0.8, true],
      [0.8, true],
      [0.8, false],
      [0.8, false],
    ]);
    expect(expectedCalibrationError.value(counts)).toBeCloseTo(0.3, 9);
    expect(binnedAuc.value(counts)).toBe(0.5);
    expect(averagePrecision.value(counts)).toBe(0.5);
  });

  it("perfect order is AUC and precision 1; nothing at all is not measured", () => {
    const counts = stated([
      [0.9, true],
      [0.7, true],
      [0.2, false],
    ]);
    expect([binnedAuc.value(counts), averagePrecision.value(counts)]).toEqual([1, 1]);
    const none = stated([]);
    for (const statistic of [expectedCalibrationError, binnedAuc, averagePrecision])
      expect(statistic.value(none)).toBeNull();
    expect(binnedAuc.value(stated([[0.9, true]]))).toBeNull();
    // 1 is a probability, and has a bin.
    expect(
      expectedCalibrationError.value(
        stated([
          [1, true],
          [0, false],
        ]),
      ),
    ).toBe(0);
  });

  it("the binned AUC is the exact one, but for ties within a bin of 1/8 of a logit", () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.double({ min: 0, max: 1, noNaN: true }), fc.boolean()), { minLength: 2, maxLength: 60 }),
        (list) => {
          const exact = auc(
            list.map(([p]) =>
              Math.floor((Math.min(8, Math.max(-8, Math.log(p / (1 - p)))) + 8) * 8 - (p >= 0.9996 ? 1e-9 : 0)),
            ),
            list.map(([, yes]) => yes),
          );
          const binned = binnedAuc.value(stated(list));
          if (exact === null) expect(binned).toBeNull();
          else expect(binned).toBeCloseTo(exact, 9);
        },
      ),
    );
  });

  it("a uniform PIT has distance 0, one that is always in the middle nearly a half", () => {
    const even = Array.from({ length: 2000 }, (_, i) => (i + 0.5) / 2000);
    expect(pitDistance.value(pitCounts(even))).toBeCloseTo(0, 9);
    expect(pitDistance.value(pitCounts(even.map(() => 0.51)))).toBeCloseTo(0.5, 2);
    expect(pitDistance.value(pitCounts([]))).toBeNull();
    expect(pitCounts([1, 0]).reduce((a, b) => a + b)).toBe(2);
  });
});

describe("axes", () => {
  it("the assignment is the best of all of them", () => {
    const gains = fc.array(fc.array(fc.integer({ min: 0, max: 20 }), { minLength: 4, maxLength: 4 }), {
      minLength: 3,
      maxLength: 3,
    });
    const best = (gain: number[][]): number => {
      let most = 0;
      for (let a = 0; a < 4; a++)
        for (let b = 0; b < 4; b++)
          for (let c = 0; c < 4; c++)
            if (a !== b && b !== c && a !== c) most = Math.max(most, gain[0]![a]! + gain[1]![b]! + gain[2]![c]!);
      return most;
    };
    fc.assert(
      fc.property(gains, (gain) => {
        const columns = assign(gain);
        expect(new Set(columns).size).toBe(3);
        expect(columns.reduce((sum, column, row) => sum + gain[row]![column]!, 0)).toBe(best(gain));
      }),
    );
  });

  it("correlation is 1 with itself, −1 with its opposite, 0 with a constant", () => {
    const x = [1, 4, 2, 8];
    expect(correlation(x, x)).toBeCloseTo(1, 12);
    expect(
      correlation(
        x,
        x.map((v) => -v),
      ),
    ).toBeCloseTo(-1, 12);
    expect(correlation(x, [3, 3, 3, 3])).toBe(0);
  });

  it("a probe finds what preferences hang on, and nothing where there is nothing", () => {
    const rng = makeRng(3);
    const rows = 300;
    const vectors = Float32Array.from({ length: rows * 3 }, () => normal(rng));
    const pairsOf = (on: (row: number) => number) =>
      Array.from({ length: 400 }, () => {
        const [a, b] = [Math.floor(rng() * rows), Math.floor(rng() * rows)];
        return on(a) > on(b) ? { better: a, worse: b } : { better: b, worse: a };
      });
    const real = pairsOf((row) => vectors[row * 3 + 1]!);
    expect(probeAuc(vectors, 3, real.slice(0, 200), real.slice(200))).toBeGreaterThan(0.95);
    const chance = pairsOf(() => rng());
    expect(Math.abs(probeAuc(vectors, 3, chance.slice(0, 200), chance.slice(200))! - 0.5)).toBeLessThan(0.12);
    expect(probeAuc(vectors, 3, real.slice(0, 2), real)).toBeNull();
  });
});
