/** Passages of the grammar put into real prose, with the chapter's own persons: any axis that needs no bible. */
import { AXES } from "../../data-schemas/ontology.ts";
import { countWords } from "../content/narrative.ts";
import { ordinal } from "../content/ordinals.ts";
import { DEVICES } from "../population/grammar/device-bank.ts";
import { pronounNames } from "../population/grammar/story.ts";
import { fill, namesIn, pick } from "../population/grammar/template.ts";
import { type Edit, inserted, type RealChapter, spreadPlaces } from "./edit.ts";
import { genderOf } from "./persons.ts";

/** One passage in so many words: enough to be felt, far from taking over. */
const WORDS_A_PASSAGE = 350;
const PASSAGES_AT_MOST = 5;

/** Day of the chapter, and the earlier one that a broken timeline names after it. */
const DAY = 12;
const WRONG_DAY = 9;

/** Names that a passage may ask for in a chapter whose cast is known by name only. */
const KNOWN = new Set(
  ["hero", "ally", "he", "him", "his", "himself", "ahe", "ahim", "ahis", "day", "wrong_day"].flatMap((name) => [
    name,
    `${name}_cap`,
  ]),
);

const usable = (template: string, hasWoman: boolean): boolean =>
  namesIn(template).every((name) => KNOWN.has(name) || (name === "woman" && hasWoman));

/** @returns null: no passage of the axis can stand among these persons. */
function passagesFor(chapter: RealChapter, axis: string, level: -1 | 1, key: string): string[] | null {
  const { language, paragraphs, persons } = chapter;
  const text = paragraphs.join("\n");
  const hero = persons[0]!;
  const ally = persons[1] ?? hero;
  const woman = persons.slice(1).find((name) => genderOf(name, text, language) === "f");
  const poles = DEVICES[language][axis]!;
  const pool = poles[level < 0 ? "low" : "high"].filter((template) => usable(template, woman !== undefined));
  if (pool.length === 0) return null;
  const words = countWords(text, language);
  const n = Math.max(1, Math.min(PASSAGES_AT_MOST, pool.length, Math.round(words / WORDS_A_PASSAGE)));
  const names = {
    ...pronounNames(genderOf(hero, text, language), genderOf(ally, text, language), language),
    hero,
    ally,
    ...(woman === undefined ? {} : { woman }),
    day: ordinal(DAY, language),
    wrong_day: ordinal(WRONG_DAY, language),
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
        if (added === null) return null;
        if (acts[0] === "chapter_end") return [...paragraphs, added[0]!];
        return inserted(paragraphs, spreadPlaces(paragraphs.length, added.length), added);
      },
    }),
  ),
);
