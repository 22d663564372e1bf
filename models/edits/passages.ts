/** Passages of the grammar put into real prose, with the chapter's own persons: any axis that needs no bible. */
import { AXES } from "../../data-schemas/ontology.ts";
import { countWords } from "../content/narrative.ts";
import { ordinal } from "../content/ordinals.ts";
import { DEVICES } from "../population/grammar/device-bank.ts";
import { makeStory, namesFor } from "../population/grammar/story.ts";
import { fill, pick } from "../population/grammar/template.ts";
import { type Edit, inserted, type RealChapter, spreadPlaces } from "./edit.ts";

/** One passage in so many words: enough to be felt, far from taking over. */
const WORDS_A_PASSAGE = 350;
const PASSAGES_AT_MOST = 5;

/** Day of the chapter, and the earlier one that a broken timeline names after it. */
const DAY = 12;
const WRONG_DAY = 9;

function passagesFor(chapter: RealChapter, axis: string, level: -1 | 1, key: string): string[] {
  const { language, paragraphs, persons } = chapter;
  const pool = DEVICES[language][axis]![level < 0 ? "low" : "high"];
  const words = countWords(paragraphs.join("\n"), language);
  const n = Math.max(1, Math.min(PASSAGES_AT_MOST, pool.length, Math.round(words / WORDS_A_PASSAGE)));
  const names = {
    ...namesFor(makeStory(key, language), 0, {
      today: ordinal(DAY, language),
      wrong: ordinal(WRONG_DAY, language),
    }),
    hero: persons[0]!,
    ally: persons[1] ?? persons[0]!,
  };
  const first = pick(`${key}/${axis}`, pool.length);
  return Array.from({ length: n }, (_, i) => fill(pool[(first + i) % pool.length]!, names, `${key}/${axis}/${i}`));
}

/** Axes whose passages come from a bible, or that are made otherwise. */
const NOT_HERE = new Set(["world_consistency", "character_consistency", "timeline_consistency"]);

export const PASSAGE_EDITS: readonly Edit[] = AXES.filter(({ id }) => !NOT_HERE.has(id)).flatMap(({ id, acts }) =>
  ([-1, 1] as const).map(
    (level): Edit => ({
      operator: "insert_passages",
      axis: id,
      direction: level < 0 ? "lower" : "higher",
      apply(chapter, key) {
        const { paragraphs, persons } = chapter;
        if (persons.length === 0 || paragraphs.length < 2) return null;
        const added = passagesFor(chapter, id, level, key);
        if (acts[0] === "chapter_end") return [...paragraphs, added[0]!];
        return inserted(paragraphs, spreadPlaces(paragraphs.length, added.length), added);
      },
    }),
  ),
);
