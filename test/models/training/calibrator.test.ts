import { expect, it } from "vitest";
import { makeRng } from "../../../models/rng.ts";
import { fitPlatt, fitRating } from "../../../models/training/calibrator.ts";

const sigmoid = (x: number): number => 1 / (1 + Math.exp(-x));

it("finds the slope and shift that logits were bent by", () => {
  const rng = makeRng(1);
  const flagged = Array.from({ length: 6000 }, () => {
    const truth = 6 * rng() - 3;
    // Stated too sure, and too high.
    return { logit: 2 * truth + 1, yes: rng() < sigmoid(truth) };
  });
  const { scale, shift } = fitPlatt(flagged);
  expect(scale).toBeCloseTo(0.5, 1);
  expect(shift).toBeCloseTo(-0.5, 1);
});

it("never turns answers around, and leaves alone what it cannot fit", () => {
  const against = Array.from({ length: 200 }, (_, i) => ({ logit: i % 2 === 0 ? 2 : -2, yes: i % 2 === 1 }));
  expect(fitPlatt(against).scale).toBeGreaterThan(0);
  expect(fitPlatt([])).toEqual({ scale: 1, shift: 0 });
});

it("finds the temperature of ratings that were stated too sure", () => {
  const rng = makeRng(2);
  const cuts = [-3, -1, 1, 3];
  const rated = Array.from({ length: 4000 }, () => {
    const reward = 6 * rng() - 3;
    const u = rng();
    const rating = 1 + cuts.filter((cut) => u > sigmoid(0.5 * (cut - reward))).length;
    return { reward, cuts, rating };
  });
  const [logScale, first, ...gaps] = fitRating(rated);
  expect(Math.exp(logScale!)).toBeCloseTo(0.5, 1);
  expect(Math.abs(first!)).toBeLessThan(0.4);
  for (const gap of gaps) expect(Math.abs(gap)).toBeLessThan(0.3);
});
