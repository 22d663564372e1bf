import fc from "fast-check";
import { expect, it } from "vitest";
import { encodeLsa, LSA_BUCKETS } from "../../../models/content/lsa-encoder.ts";
import { fitLsa } from "../../../models/content/lsa-fit.ts";
import { SEGMENTS, segmentText } from "../../../models/content/segments.ts";
import { makeRng } from "../../../models/rng.ts";

const paragraph = fc.string({ minLength: 1, maxLength: 400, unit: fc.constantFrom("a", " ", "剑", "😀", "。") });

it("windows joined are the text, there are at most six, and no character is cut", () => {
  fc.assert(
    fc.property(fc.array(paragraph, { maxLength: 20 }), (paragraphs) => {
      const text = paragraphs.join("\n");
      const windows = segmentText(text);
      expect(windows.join("")).toBe(text.trim());
      expect(windows.length).toBeLessThanOrEqual(SEGMENTS);
      for (const window of windows) expect(/^[\uDC00-\uDFFF]|[\uD800-\uDBFF]$/.test(window)).toBe(false);
      if (text.trim() === "") expect(windows).toEqual([]);
    }),
  );
});

it("whole paragraphs where there are any: a long text has six windows of about the same length", () => {
  const text = Array.from({ length: 60 }, (_, i) => `Paragraph ${i}. ${"word ".repeat(20)}`).join("\n");
  const windows = segmentText(text);
  expect(windows).toHaveLength(SEGMENTS);
  for (const window of windows.slice(0, -1)) expect(window.endsWith("\n")).toBe(true);
  const lengths = windows.map(({ length }) => length);
  expect(Math.max(...lengths) / Math.min(...lengths)).toBeLessThan(1.4);
  expect(segmentText("short")).toEqual(["short"]);
});

it("the fitted table puts texts of one subject together, in both languages, and gives the same bits again", () => {
  const subjects = ["sword blade duel steel", "rain river flood water", "剑 拔剑 刀 剑法", "雨 下雨 河水 雨声"];
  const texts = subjects.flatMap((words, s) =>
    Array.from({ length: 12 }, (_, i) => `${words} ${words.split(" ")[i % 4]} filler${(s + i) % 3}`),
  );
  const encoder = fitLsa(texts, 6, makeRng(1));
  const again = fitLsa(texts, 6, makeRng(1));
  expect(Buffer.from(again.projection).equals(Buffer.from(encoder.projection))).toBe(true);
  const cosine = (a: string, b: string): number => {
    const [x, y] = [encodeLsa(encoder, a), encodeLsa(encoder, b)];
    return x.reduce((sum, value, i) => sum + value * y[i]!, 0);
  };
  expect(cosine("sword duel", "blade steel")).toBeGreaterThan(cosine("sword duel", "river flood") + 0.3);
  expect(cosine("拔剑 刀", "剑法")).toBeGreaterThan(cosine("拔剑 刀", "河水") + 0.3);
  expect(encoder.idf).toHaveLength(LSA_BUCKETS);
  expect([...encodeLsa(encoder, "zzz qqq")].every((value) => value === 0)).toBe(true);
});
