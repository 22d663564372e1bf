import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { CueMatcher, longestHits } from "../../../models/content/cue-matcher.ts";

const found = (cues: string[], text: string): string[] => new CueMatcher(cues).find(text).map(({ cue }) => cues[cue]!);

describe("CueMatcher", () => {
  it("matches whole English words, and the rest of a word after *", () => {
    expect(found(["cold", "mourn*"], "cold scolding mourning")).toEqual(["cold", "mourn*"]);
    expect(found(["ran"], "grandmother ran, rang")).toEqual(["ran"]);
    expect(found(["had not forgotten"], "he had not forgotten it")).toEqual(["had not forgotten"]);
  });

  it("matches Chinese anywhere, and overlapping cues each", () => {
    expect(found(["拔", "拔出", "出"], "他拔出刀")).toEqual(["拔", "拔出", "出"]);
  });

  it("longestHits drops what lies inside a longer one", () => {
    const cues = ["拔", "拔出", "刀"];
    expect(longestHits(new CueMatcher(cues).find("拔出刀，拔")).map(({ cue }) => cues[cue])).toEqual([
      "拔出",
      "刀",
      "拔",
    ]);
  });

  it("finds what a search for each cue alone finds", () => {
    const word = fc.stringMatching(/^[甲乙丙]{1,4}$/);
    fc.assert(
      fc.property(
        fc.uniqueArray(word, { minLength: 1, maxLength: 8 }),
        fc.stringMatching(/^[甲乙丙丁]{0,40}$/),
        (cues, text) => {
          const expected = cues.flatMap((cue, k) =>
            Array.from(text, (_, at) => at)
              .filter((at) => text.startsWith(cue, at))
              .map((at) => `${k}@${at}`),
          );
          const hits = new CueMatcher(cues).find(text).map(({ cue, at }) => `${cue}@${at}`);
          expect(hits.sort()).toEqual(expected.sort());
        },
      ),
    );
  });
});
