/** Both layouts of the translations. */
import { describe, expect, it } from "vitest";
import { run } from "./ingested.ts";

describe("guofeng", () => {
  it("links the two sides of V1 and reads V2's files", async () => {
    const side = (a: string, b: string): string =>
      `<BOOK id="100-jdxx">\n<CHAPTER id="jdxx_0001">\n${a}\n${b}\n</CHAPTER>\n<CHAPTER id="jdxx_0002">\n</CHAPTER></BOOK>\n`;
    const { contents, facts, refused } = await run("guofeng", {
      "train.zh": side("你好", "再见"),
      "train.en": side("Hello", "Bye"),
      "15-jlws_0001-DE.txt": "Hallo",
    });
    expect(contents.map(({ content_id, text }) => [content_id, text])).toEqual([
      ["guofeng:jlws_0001:de", "Hallo"],
      ["guofeng:jdxx_0001:en", "Hello\nBye"],
      ["guofeng:jdxx_0001:zh", "你好\n再见"],
    ]);
    expect(facts).toMatchObject([
      { subject: "guofeng:jdxx_0001:zh", relation: "translation", object: "guofeng:jdxx_0001:en" },
    ]);
    expect(refused.map(({ reason }) => reason)).toEqual(["empty-chapter", "empty-chapter"]);
  });
});
