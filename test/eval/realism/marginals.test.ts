import { describe, expect, it } from "vitest";
import { marginalIntervals, type Rated, RatingDesign } from "../../../eval/realism/marginals.ts";
import { readerProfiles } from "../../../eval/realism/reader-profile.ts";
import { makeRng, normal } from "../../../models/rng.ts";

/** 12 readers of the same 6 items. */
const rows = (rate: (reader: number, item: number) => number): Rated[] =>
  Array.from({ length: 12 }, (_, reader) =>
    Array.from({ length: 6 }, (_, item) => ({ reader, item, rating: rate(reader, item) })),
  ).flat();

describe("marginals", () => {
  it("by hand: readers who differ in generosity only", () => {
    const marginals = new RatingDesign(rows((reader) => (reader % 2 === 0 ? 2 : 4))).marginals();
    expect(marginals).toEqual({ "reader mean SD": 1, "within-reader SD": 0, "story SD": 0, "pair agreement": null });
  });

  it("by hand: items that differ, and one reader in twelve who sees it the other way round", () => {
    const marginals = new RatingDesign(rows((reader, item) => (item < 3 === reader > 0 ? 5 : 1))).marginals();
    expect(marginals["reader mean SD"]).toBe(0);
    expect(marginals["within-reader SD"]).toBeCloseTo(Math.sqrt(24 / 5));
    expect(marginals["story SD"]).toBeCloseTo(2 - 1 / 3, 5);
    // 55 of 66 pairs of readers agree, on each of nine strict pairs of items.
    expect(marginals["pair agreement"]).toBeCloseTo(55 / 66);
  });

  it("a reader who is drawn twice does not agree with themselves", () => {
    const two = new RatingDesign(rows((reader, item) => (item < 3 === reader > 0 ? 5 : 1)));
    const weight = new Float64Array(12);
    weight[0] = 2;
    weight[1] = 1;
    expect(two.marginals(weight)["pair agreement"]).toBe(0);
  });

  it("with other ratings is as made anew", () => {
    const rng = makeRng(2);
    const design = new RatingDesign(rows(() => 1 + Math.floor(5 * rng())));
    const other = rows(() => 1 + Math.floor(5 * rng()));
    expect(design.with(other.map(({ rating }) => rating)).marginals()).toEqual(new RatingDesign(other).marginals());
  });

  it("intervals hold what was measured, and are narrower for more readers", () => {
    const rng = makeRng(3);
    const many = (readers: number): Rated[] =>
      Array.from({ length: readers }, (_, reader) => {
        const shift = normal(rng);
        return Array.from({ length: 8 }, (_, item) => ({
          reader,
          item,
          rating: Math.min(5, Math.max(1, Math.round(3 + shift + 0.5 * (item - 4) + normal(rng)))),
        }));
      }).flat();
    const [few, lots] = [many(40), many(400)].map((each) => {
      const design = new RatingDesign(each);
      const intervals = marginalIntervals(design, 100, makeRng(1));
      for (const [name, value] of Object.entries(design.marginals())) {
        const [low, high] = intervals[name as keyof typeof intervals]!;
        expect(low).toBeLessThanOrEqual(value!);
        expect(high).toBeGreaterThanOrEqual(value!);
      }
      return intervals["reader mean SD"]!;
    });
    expect(lots![1] - lots![0]).toBeLessThan(few![1] - few![0]);
  });

  it("profiles say what is seen of a reader: by hand", () => {
    const one = [1, 5, 5, 3, 1].map((rating, item) => ({ reader: 7, item, rating }));
    const [profile] = readerProfiles([...one, { reader: 8, item: 0, rating: 2 }]);
    expect(readerProfiles([...one, { reader: 8, item: 0, rating: 2 }]).length).toBe(1);
    expect(profile![0]).toBe(3);
    expect(profile!.slice(2)).toEqual([0.4, 0, 0.2, 0, 0.4, 2]);
  });
});
