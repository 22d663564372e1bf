import { describe, expect, it } from "vitest";
import { leakage } from "../../eval/leakage.ts";

const columns = ["humour", "dread", "feature: questions"];
const sd = [2, 4, 1];

describe("leakage", () => {
  it("is the mean effect of the edit in SD of each column: by hand", () => {
    const edits = [
      { axis: "humour", low: [0, 8, 0], high: [4, 8, 0.1] },
      { axis: "humour", low: [1, 4, 0], high: [3, 6, 0.1] },
    ];
    const [row] = leakage(edits, columns, sd, () => []);
    expect(row).toMatchObject({ axis: "humour", pairs: 2, onTarget: 1.5 });
    expect(row!.effects).toEqual([1.5, 0.25, 0.1]);
    expect(row!.offTarget).toBeCloseTo(0.175);
    expect(row!.worst.map(({ column }) => column)).toEqual(["dread", "feature: questions"]);
    // 0.175 SD beside the target are too many.
    expect(row!.passes).toBe(false);
  });

  it("what an axis moves by definition is no leak; what does not vary is left out", () => {
    const edits = [{ axis: "humour", low: [0, 0, 0], high: [2, 0, 5] }];
    expect(leakage(edits, columns, sd, () => ["feature: questions"])[0]).toMatchObject({
      onTarget: 1,
      offTarget: 0,
      passes: true,
    });
    expect(leakage(edits, columns, [2, 4, 0], () => [])[0]).toMatchObject({ offTarget: 0, passes: true });
  });

  it("an axis that its own meter does not see fails", () => {
    const edits = [{ axis: "dread", low: [0, 0, 0], high: [0, 3.9, 0] }];
    expect(leakage(edits, columns, sd, () => [])[0]).toMatchObject({ axis: "dread", passes: false });
  });
});
