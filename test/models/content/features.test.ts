/** Each feature on texts whose answer is known by counting. */
import { describe, expect, it } from "vitest";
import { FEATURES } from "../../../data-schemas/feature.ts";
import { measureFeatures, type StoryContext, wordRuns } from "../../../models/content/features/measure.ts";
import { readNarrative } from "../../../models/content/narrative.ts";
import { measureColumns } from "../../../models/content/narrative-columns.ts";

const value = (id: string, text: string, language: "zh" | "en", context: StoryContext = {}): number | null =>
  measureFeatures(readNarrative(text, language), context)[FEATURES.findIndex((feature) => feature.id === id)]!;

describe("narrative features", () => {
  it("length, sentences and paragraphs: words of English, characters of Chinese", () => {
    const en = "Mr. Bennet rose. He did not speak.\n\nNobody did.";
    expect([
      value("length", en, "en"),
      value("sentence_length", en, "en"),
      value("paragraph_length", en, "en"),
    ]).toEqual([9, 3, 4.5]);
    const zh = "他来了。没有人说话！\n\n天黑了。";
    expect([
      value("length", zh, "zh"),
      value("sentence_length", zh, "zh"),
      value("paragraph_length", zh, "zh"),
    ]).toEqual([11, 11 / 3, 5.5]);
  });

  it("dialogue: characters between marks, also of several sentences and of British editions", () => {
    expect(value("dialogue_share", "“Yes,” he said", "en")).toBeCloseTo(6 / 14);
    expect(value("dialogue_share", "“是。”他说。", "zh")).toBeCloseTo(4 / 7);
    expect(value("dialogue_share", "'It is mine,' growled the other.", "en")).toBeCloseTo(13 / 32);
    expect(value("dialogue_share", "The dog's tail wagged; it's the boys' dog.", "en")).toBe(0);
    const { sentences } = readNarrative("“我来了。我看见了。你走吧。”他说。", "zh");
    expect(sentences.map(({ spoken }) => spoken)).toEqual([true, true, true, false]);
  });

  it("events, tension and sentiment a thousand words", () => {
    expect(value("events_per_1000", "He ran and fell. The house was old and grey.", "en")).toBe(200);
    expect(value("events_per_1000", "他拔出刀来，追了上去", "zh")).toBeCloseTo(2000 / 9);
    expect(value("events_per_1000", "The house was old.", "en")).toBe(0);
    expect(value("tension", "danger and fear and a cat", "en")).toBeCloseTo(2000 / 6);
    expect(value("sentiment", "joy joy grief", "en")).toBeCloseTo(1 / 3);
    expect(value("sentiment", "一张桌子", "zh")).toBe(0);
  });

  it("slopes rise when the end is tenser or brighter than the beginning", () => {
    const calm = "The house was old and grey and large. ";
    const fear = "There was danger, terror, and a scream. ";
    expect(value("tension_slope", calm.repeat(5) + fear.repeat(5), "en")).toBeGreaterThan(100);
    expect(value("tension_slope", fear.repeat(5) + calm.repeat(5), "en")).toBeLessThan(-100);
    expect(value("tension_slope", "There was danger.", "en")).toBe(0);
    const [sad, glad] = ["He wept in misery and pain. ", "He laughed with joy and delight. "];
    expect(value("sentiment_slope", sad.repeat(5) + glad.repeat(5), "en")).toBeGreaterThan(1);
    expect(value("sentiment_range", sad.repeat(5) + glad.repeat(5), "en")).toBe(2);
  });

  it("the last paragraph hooks or rests", () => {
    expect(value("cliffhanger", "All was well.\n\nThen the door opened. Who was there?", "en")).toBeGreaterThan(1);
    expect(value("cliffhanger", "Then the door opened.\n\nThey went home and slept soundly.", "en")).toBeLessThan(0);
    expect(value("cliffhanger", "一夜无话，众人安歇。\n\n忽然门开了。是谁？", "zh")).toBeGreaterThan(1);
    expect(value("cliffhanger", "忽然门开了。\n\n一夜无话，各自安歇。", "zh")).toBeLessThan(0);
  });

  it("exposition counts narrated sentences only", () => {
    expect(
      value("exposition_share", "The rule is known as the Stay. He left. “It is known as that,” he said.", "en"),
    ).toBe(0.5);
    expect(value("exposition_share", "所谓地脉，分为七条。他走了。", "zh")).toBe(0.5);
  });

  it("what needs a story is null without it, and 0 is a measurement", () => {
    const text = "Mara ran. Tobias saw Mara. The black key turned at noon.";
    for (const id of ["initiative_share", "threads_named", "rule_breaks", "novelty"])
      expect(value(id, text, "en")).toBeNull();
    expect(value("initiative_share", text, "en", { protagonist: ["Mara"] })).toBe(0.5);
    expect(value("threads_named", text, "en", { threads: ["the ninth lamp"] })).toBe(0);
    const rules = [{ subject: ["black key"], forbidden: ["at noon"] }];
    expect(value("rule_breaks", text, "en", { rules })).toBe(1);
    expect(value("rule_breaks", "The black key waited. At noon it rained.", "en", { rules })).toBe(0);
    const previous = new Set(wordRuns(readNarrative("Mara ran.", "en")));
    expect(value("novelty", "Mara ran. Mara ran.", "en", { previous })).toBeCloseTo(1 / 3);
  });

  it("repetition, questions, days, and the share of distinct words", () => {
    expect(value("repeated_phrasing", "one two three four five. one two three four five.", "en")).toBeCloseTo(2 / 6);
    expect(value("question_share", "Who? Nobody. Why?", "en")).toBeCloseTo(2 / 3);
    expect(value("timeline_regressions", "The fifth day. The second day.", "en")).toBe(1);
    expect(value("lexical_diversity", "a b a b", "en")).toBe(0.5);
    // 100 distinct words, then the same 100 again: each window of 100 holds each once.
    const hundred = Array.from({ length: 100 }, (_, i) => `w${i}`).join(" ");
    expect(value("lexical_diversity", `${hundred} ${hundred}`, "en")).toBe(1);
  });

  it("an empty text has no features", () => {
    expect(measureFeatures(readNarrative(" \n ", "zh"), {}).every((each) => each === null)).toBe(true);
    expect(measureColumns("…", "en", {})).toBeNull();
  });
});
