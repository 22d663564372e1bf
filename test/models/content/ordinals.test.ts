import { describe, expect, it } from "vitest";
import { daysNamed, ordinal, timelineRegressions } from "../../../models/content/ordinals.ts";

describe("days in words", () => {
  it("are written in both languages", () => {
    expect([1, 12, 20, 21, 99, 100, 101, 111, 122].map((n) => ordinal(n, "en"))).toEqual([
      "first",
      "twelfth",
      "twentieth",
      "twenty-first",
      "ninety-ninth",
      "100th",
      "101st",
      "111th",
      "122nd",
    ]);
    expect([1, 10, 11, 20, 35, 99, 100].map((n) => ordinal(n, "zh"))).toEqual([
      "一",
      "十",
      "十一",
      "二十",
      "三十五",
      "九十九",
      "100",
    ]);
    expect(() => ordinal(0, "en")).toThrow("internal: no ordinal for 0");
  });

  it("are read back as they were written", () => {
    for (let n = 1; n <= 130; n++) {
      expect(daysNamed(`On the ${ordinal(n, "en")} day it rained.`, "en")).toEqual([n]);
      expect(daysNamed(`第${ordinal(n, "zh")}日下雨。`, "zh")).toEqual([n]);
    }
    expect(daysNamed("the other day, the whole day, one day", "en")).toEqual([]);
  });

  it("regress where an earlier day is named after a later one; the same day again does not", () => {
    expect(timelineRegressions("the third day, the fifth day, the fifth day", "en")).toBe(0);
    expect(timelineRegressions("the fifth day, the third day, the fourth day", "en")).toBe(2);
    expect(timelineRegressions("第三日……第二日……第四天", "zh")).toBe(1);
  });
});
