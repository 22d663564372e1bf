import { describe, expect, it } from "vitest";
import { FEATURE_NAMES } from "../../../models/label/comment-features.ts";
import { foldText, LEXICON, lexiconHits } from "../../../models/label/lexicon.ts";
import { PREFERENCE_RULES } from "../../../models/label/preference-rules.ts";

const found = (text: string) => {
  const hits = lexiconHits(foldText(text));
  return new Set(hits.map(({ group, negation }) => `${negation === null ? "" : "not "}${LEXICON[group]!.id}`));
};

describe("the lexicon", () => {
  it("has one name a group, no empty and no doubled term in a group", () => {
    const names = LEXICON.map(({ id }) => id);
    expect(new Set(names).size).toBe(names.length);
    expect(new Set(FEATURE_NAMES).size).toBe(FEATURE_NAMES.length);
    for (const { terms } of LEXICON) expect([...new Set(terms)]).toEqual(terms.filter((term) => term.trim() === term));
  });

  it("writes its terms as texts are folded, so that each can match", () => {
    for (const { id, terms } of LEXICON) for (const term of terms) expect([id, foldText(term)]).toEqual([id, term]);
  });

  it.each(LEXICON)("$id: finds each of its terms", ({ id, terms }) => {
    const missed = terms.filter(
      (term) => ![...found(term.replace("*", ""))].some((name) => name.replace("not ", "") === id),
    );
    expect(missed).toEqual([]);
  });

  it("has a rule for every wish but faster updates, which no text answers", () => {
    const wishes = LEXICON.flatMap(({ wish }) => (wish === undefined ? [] : [wish]));
    expect(wishes.filter((wish) => !(wish in PREFERENCE_RULES))).toEqual(["update_faster"]);
    expect(Object.keys(PREFERENCE_RULES).filter((wish) => !wishes.includes(wish))).toEqual([]);
  });
});

describe("lexiconHits", () => {
  it("matches whole Latin words, and beginnings only where the term says so", () => {
    expect(found("a classic")).not.toContain("abuse");
    expect(found("an ass")).toContain("abuse");
    expect(found("LOVELY!")).toContain("praise");
    expect(found("loving it")).toContain("praise");
    expect(found("glove")).not.toContain("praise");
  });

  it("matches Chinese anywhere, also beside Latin letters and in full width", () => {
    expect(found("这章太水了")).toContain("increase_speed");
    expect(found("ＬＯＬ")).toContain("laughter");
    expect(found("真牛b啊")).toContain("praise");
  });

  it("turns what a negator stands before", () => {
    expect(found("it is not very good")).toContain("not praise");
    expect(found("this isn't a good idea")).toContain("not praise");
    expect(found("一点也不精彩")).toContain("not praise");
    expect(found("good, not bad")).toContain("not displeasure");
    expect(found("not that I know. good")).toContain("praise");
    expect(found("千万别弃")).toContain("not displeasure");
  });

  it("is not turned by 特别, by 级别, by not only, nor by what nobody expected", () => {
    for (const text of ["特别好看", "这个级别好看", "not only great", "I didn't expect such great writing"])
      expect([text, [...found(text)].includes("praise")]).toEqual([text, true]);
    expect(found("剧情特别无聊")).toContain("displeasure");
  });
});
