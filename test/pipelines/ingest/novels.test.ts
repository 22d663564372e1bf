/** Public-domain books are cut at their headings. */
import { gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { run } from "./ingested.ts";

describe("novels", () => {
  it("cuts Chinese and English books at their headings, leaves the front matter out, and joins repeated headings", async () => {
    const { contents, refused } = await run("public-domain-novels", {
      "zh.txt": "序\n第一回  甲\n一\n第二回  乙\n二\n第二回  乙\n又二\n第三回  丙\n三\n",
      "en.txt.gz": gzipSync(
        "Licence\n*** START OF THE PROJECT GUTENBERG EBOOK X ***\nTitle\nCHAPTER I. A\none\nCHAPTER II. B\ntwo\nCHAPTER III. C\nthree\nCHAPTER I. Second book\nfour\n*** END OF THE PROJECT GUTENBERG EBOOK X ***\nLicence\n",
      ),
      "words.txt":
        "CHAPTER THE FIRST\nalpha\nchapter after chapter he read on\nChapter Twenty-Two: X\nbeta\nchapter the thirteenth\ngamma\n",
      "bare.txt": "1\nalpha\n2\nbeta\n3\ngamma\n",
      "none.txt": "no headings here\n",
    });
    expect(contents.map(({ story_id, chapter_id, text, language }) => [story_id, chapter_id, text, language])).toEqual([
      ["public-domain-novels:bare", "ch_001", "alpha", "en"],
      ["public-domain-novels:bare", "ch_002", "beta", "en"],
      ["public-domain-novels:bare", "ch_003", "gamma", "en"],
      ["public-domain-novels:en", "ch_001", "one", "en"],
      ["public-domain-novels:en", "ch_002", "two", "en"],
      ["public-domain-novels:en", "ch_003", "three", "en"],
      ["public-domain-novels:en", "ch_004", "four", "en"],
      ["public-domain-novels:words", "ch_001", "alpha\nchapter after chapter he read on", "en"],
      ["public-domain-novels:words", "ch_002", "beta", "en"],
      ["public-domain-novels:words", "ch_003", "gamma", "en"],
      ["public-domain-novels:zh", "ch_001", "一", "zh"],
      ["public-domain-novels:zh", "ch_002", "二\n又二", "zh"],
      ["public-domain-novels:zh", "ch_003", "三", "zh"],
    ]);
    expect(refused).toMatchObject([{ file: "none.txt", reason: "no-chapters" }]);
  });
});
