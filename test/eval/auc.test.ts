import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { auc } from "../../eval/auc.ts";

describe("auc", () => {
  it("is the share of pairs in the right order, ties counting half: against counting", () => {
    const row = fc.tuple(fc.integer({ min: 0, max: 4 }), fc.boolean());
    fc.assert(
      fc.property(fc.array(row, { minLength: 2, maxLength: 30 }), (rows) => {
        const [scores, positive] = [rows.map(([score]) => score), rows.map(([, each]) => each)];
        let right = 0;
        let pairs = 0;
        for (const [a, isA] of rows) {
          for (const [b, isB] of rows) {
            if (!isA || isB) continue;
            pairs++;
            right += a > b ? 1 : a === b ? 0.5 : 0;
          }
        }
        if (pairs === 0) expect(auc(scores, positive)).toBeNull();
        else expect(auc(scores, positive)).toBeCloseTo(right / pairs, 10);
      }),
    );
  });
});
