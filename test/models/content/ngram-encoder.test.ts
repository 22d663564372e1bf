import { describe, expect, it } from "vitest";
import { encodeText, fitNgramEncoder } from "../../../models/content/ngram-encoder.ts";

const TEXTS = [
  "The sword rang twice in the dark hall and the guard fell",
  "Steel rang in the hall, and the guard drew his sword in the dark",
  "A quiet letter about the garden, the roses and the rain of April",
  "刀光一闪，追兵的箭擦着耳边飞过，城门轰然倒下",
  "追兵的刀光在城门前一闪，箭从耳边飞过",
  "她把信收进匣子，园子里的蔷薇正在雨里开着",
];
const encoder = fitNgramEncoder(TEXTS, 256);
const cosine = (a: string, b: string): number => {
  const [x, y] = [encodeText(encoder, a), encodeText(encoder, b)];
  return x.reduce((sum, value, i) => sum + value * y[i]!, 0);
};

describe("encodeText", () => {
  it("has length 1, and is all zeros for a text without a word", () => {
    expect(Math.hypot(...encodeText(encoder, TEXTS[0]!))).toBeCloseTo(1, 6);
    expect([...encodeText(encoder, " …!? ")].every((value) => value === 0)).toBe(true);
  });

  it("puts texts on one subject nearer than others, in English and in Chinese", () => {
    expect(cosine(TEXTS[0]!, TEXTS[1]!)).toBeGreaterThan(cosine(TEXTS[0]!, TEXTS[2]!) + 0.2);
    expect(cosine(TEXTS[3]!, TEXTS[4]!)).toBeGreaterThan(cosine(TEXTS[3]!, TEXTS[5]!) + 0.2);
  });

  it("does not see case, width or composition", () => {
    expect(encodeText(encoder, "Ｓｗｏｒｄ CAFÉ")).toEqual(encodeText(encoder, "sword cafe\u0301"));
  });

  it("approximates the TF-IDF cosine: disjoint texts are near 0", () => {
    expect(Math.abs(cosine(TEXTS[0]!, TEXTS[5]!))).toBeLessThan(0.2);
  });

  it("gives equal bits for equal texts", () => {
    expect(encodeText(fitNgramEncoder(TEXTS, 256), TEXTS[3]!)).toEqual(encodeText(encoder, TEXTS[3]!));
  });
});
