import { describe, expect, it } from "vitest";
import type { AxisLevel } from "../../../data-schemas/axis.ts";
import { AXES } from "../../../data-schemas/ontology.ts";
import { LANGUAGES } from "../../../models/content/language.ts";
import { bandKeys } from "../../../models/content/minhash.ts";
import { readNarrative, wordsOf } from "../../../models/content/narrative.ts";
import { daysNamed } from "../../../models/content/ordinals.ts";
import { ruleBreaks } from "../../../models/content/rule-breaks.ts";
import { FILLERS } from "../../../models/population/fillers.ts";
import { writeChapter } from "../../../models/population/grammar/chapter.ts";
import { devicesOf } from "../../../models/population/grammar/device-bank.ts";
import { INTERLUDES } from "../../../models/population/grammar/interludes.ts";
import { sparseLevels, withLevel } from "../../../models/population/grammar/levels.ts";
import { makeStory, STORYLINES, WORLDS } from "../../../models/population/grammar/story.ts";
import { fill } from "../../../models/population/grammar/template.ts";
import { makeSerial } from "../../../models/population/serial.ts";

const chapters = LANGUAGES.flatMap((language) =>
  Array.from({ length: 12 }, (_, s) => {
    const story = makeStory(`grammar-test/${s}`, language);
    return Array.from({ length: 20 }, (_, index) => {
      const levels = sparseLevels(`${story.id}/${index}`);
      return { story, index, levels, chapter: writeChapter({ story, index, telling: 0, levels }) };
    });
  }).flat(),
);

describe("templates", () => {
  it("fill names, choose by key, and stop at a name that there is not", () => {
    expect(fill("{a} [x|y] {a}", { a: "1" }, "k")).toMatch(/^1 [xy] 1$/);
    const chosen = Array.from({ length: 50 }, (_, i) => fill("[x|y|{a}]", { a: "z" }, `k${i}`));
    expect(new Set(chosen)).toEqual(new Set(["x", "y", "z"]));
    expect(fill("[x|y]", {}, "k")).toBe(fill("[x|y]", {}, "k"));
    expect(() => fill("{nobody}", {}, "k")).toThrow("internal: a template asks for {nobody}");
  });
});

describe("the banks", () => {
  it("hold five passages or more of each pole of each axis that has a bank, in both languages, none twice", () => {
    for (const language of LANGUAGES) {
      const story = makeStory("bank", language);
      const all: string[] = [];
      for (const { id } of AXES) {
        const { low, high } = devicesOf(story, id);
        // Rules and traits have passages of their own story.
        const least = id === "character_consistency" ? 3 : 5;
        expect([low.length >= least, high.length >= least], id).toEqual([true, true]);
        all.push(...low, ...high);
      }
      expect(new Set(all).size).toBe(all.length);
    }
  });

  it("are as rich in one language as in the other", () => {
    const shape = (language: "zh" | "en") =>
      STORYLINES[language].map(({ id, chapters: own }) => [
        id,
        own.map((scenes) => scenes.map((scene) => scene.length)),
      ]);
    expect(shape("zh")).toEqual(shape("en"));
    expect(WORLDS.en.map(({ id }) => id)).toEqual(WORLDS.zh.map(({ id }) => id));
    expect(FILLERS.en.length).toBe(FILLERS.zh.length);
    expect(Object.values(INTERLUDES.en).map((openings) => openings.length)).toEqual(
      Object.values(INTERLUDES.zh).map((openings) => openings.length),
    );
  });
});

describe("a chapter", () => {
  it("is the same letter by letter for the same plan", () => {
    const { story, index, levels, chapter } = chapters[7]!;
    expect(writeChapter({ story: makeStory(story.id, story.language), index, telling: 0, levels })).toEqual(chapter);
    expect(writeChapter({ story, index, telling: 1, levels }).text).not.toBe(chapter.text);
  });

  it("has 600 to 2,500 words, shows no template twice, and leaves no brace or bracket", () => {
    for (const { story, chapter } of chapters) {
      const { words } = readNarrative(chapter.text, story.language);
      expect(words).toBeGreaterThanOrEqual(600);
      expect(words).toBeLessThanOrEqual(2500);
      expect(new Set(chapter.passages.map(({ template }) => template)).size).toBe(chapter.passages.length);
      expect(chapter.text).not.toMatch(/[{}[\]|]/);
      expect(chapter.text).not.toMatch(/undefined|\bthe the\b|的的|。。/);
    }
  });

  it("keeps to its language", () => {
    for (const { story, chapter } of chapters) {
      if (story.language === "en") expect(chapter.text).not.toMatch(/\p{Script=Han}/u);
      else expect(chapter.text).not.toMatch(/[a-z]/i);
    }
  });

  it("tells the plot in its order, whatever the axes do", () => {
    const { story, index, chapter } = chapters[3]!;
    const still = writeChapter({ story, index, telling: 0, levels: AXES.map((): AxisLevel => 0) });
    expect(still.facts).toEqual(chapter.facts);
    const places = chapter.facts.map((fact) => chapter.text.indexOf(fact));
    expect(places).toEqual([...places].sort((a, b) => a - b));
    expect(places[0]).toBeGreaterThanOrEqual(0);
  });

  it.each(LANGUAGES)("moving one axis in %s changes the passages of that axis and nothing else", (language) => {
    const story = makeStory("one-axis", language);
    const base = sparseLevels("one-axis");
    for (const [axis, { id }] of AXES.entries()) {
      const of = (level: AxisLevel) =>
        writeChapter({ story, index: 6, telling: 0, levels: withLevel(base, axis, level) });
      const others = (level: AxisLevel): string[] =>
        of(level)
          .passages.filter(({ origin }) => !(origin.kind === "device" && origin.axis === id))
          .map(({ text }) => text);
      expect(others(1), id).toEqual(others(-1));
      expect(of(1).text, id).not.toBe(of(-1).text);
    }
  });

  it("keeps its world's rules, its protagonist's trait and its days, unless that is the axis", () => {
    for (const { story, levels, chapter } of chapters) {
      const sentences = readNarrative(chapter.text, story.language).sentences.map(({ text }) => text);
      const broken = story.rules.reduce((sum, rule) => sum + ruleBreaks(sentences, rule), 0);
      const level = (id: string): AxisLevel => levels[AXES.findIndex((axis) => axis.id === id)]!;
      expect(broken > 0, story.id).toBe(level("world_consistency") < 0);
      expect(ruleBreaks(sentences, story.trait) > 0, story.id).toBe(level("character_consistency") < 0);
      const days = daysNamed(chapter.text, story.language);
      expect(days.some((day, i) => day < Math.max(...days.slice(0, i + 1)))).toBe(level("timeline_consistency") < 0);
    }
  });
});

describe("serials of the population", () => {
  it("have chapters of 600 to 2,500 words, habits of their author included", () => {
    for (const language of LANGUAGES) {
      const { chapters: own } = makeSerial(3, 0, language, 20, 0.3, () => undefined);
      const words = own.flat().map((telling) => telling.words);
      expect(Math.min(...words)).toBeGreaterThanOrEqual(600);
      expect(Math.max(...words)).toBeLessThanOrEqual(2500);
      // A habit shows in more tellings than chance would have it.
      const shown = AXES.map((_, k) => own.flat().filter(({ levels }) => levels[k] !== 0).length / own.flat().length);
      expect(shown.filter((share) => share > 0.5).length).toBe(5);
    }
  });
});

describe("across serials", () => {
  it("fewer than 1% of chapters have a near-duplicate in another serial", () => {
    const seen = new Map<number, string>();
    let twins = 0;
    for (const { story, chapter } of chapters) {
      const bands = bandKeys(chapter.text) ?? [];
      if (bands.some((band) => seen.has(band) && seen.get(band) !== story.id)) twins++;
      for (const band of bands) seen.set(band, story.id);
    }
    expect(twins / chapters.length).toBeLessThan(0.01);
  });

  it("no two chapters of different serials share more than a third of their runs of words", () => {
    const runs = chapters
      .filter((_, i) => i % 8 === 0)
      .map(({ story, chapter }) => {
        const words = wordsOf(chapter.text, story.language);
        const length = story.language === "zh" ? 8 : 5;
        return {
          story,
          set: new Set(words.flatMap((_, i) => (i + length > words.length ? [] : [words.slice(i, i + length).join()]))),
        };
      });
    for (const [i, a] of runs.entries()) {
      for (const b of runs.slice(i + 1)) {
        if (a.story.id === b.story.id) continue;
        let shared = 0;
        for (const run of a.set) if (b.set.has(run)) shared++;
        expect(shared / Math.min(a.set.size, b.set.size)).toBeLessThan(1 / 3);
      }
    }
  });

  it("stories differ: cast, world, order of storylines", () => {
    const stories = Array.from({ length: 40 }, (_, i) => makeStory(`many/${i}`, "en"));
    expect(new Set(stories.map(({ cast }) => JSON.stringify(cast))).size).toBeGreaterThan(35);
    expect(new Set(stories.map(({ world }) => world.id)).size).toBe(WORLDS.en.length);
    expect(new Set(stories.map(({ storylines }) => storylines.map(({ id }) => id).join())).size).toBeGreaterThan(10);
    for (const { cast } of stories)
      expect(new Set([cast.hero, cast.ally, cast.woman, cast.foe, cast.elder]).size).toBe(5);
  });
});
