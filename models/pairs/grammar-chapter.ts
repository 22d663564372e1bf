/** Chapters that pairs are made of: a story of their own each, so that no two pairs tell the same. */
import type { AxisLevel } from "../../data-schemas/axis.ts";
import { byAxis } from "../../data-schemas/ontology.ts";
import { PAIR_VERSION, type Side } from "../../data-schemas/pair.ts";
import type { Language } from "../content/language.ts";
import { writeChapter } from "../population/grammar/chapter.ts";
import { sparseLevels } from "../population/grammar/levels.ts";
import { bibleOf, makeStory, type Story } from "../population/grammar/story.ts";
import { pick } from "../population/grammar/template.ts";

export interface PairScene {
  readonly id: string;
  readonly story: Story;
  /** From 0. */
  readonly index: number;
  /** Of the axes around the one that is moved. */
  readonly levels: readonly AxisLevel[];
}

/** Later chapters are drawn up to here. */
const CHAPTERS = 20;

/** @param id  Decides everything. */
export function pairScene(seed: number, id: string, language: Language): PairScene {
  const key = `${seed}/pair/${id}`;
  return { id, story: makeStory(key, language), index: pick(`${key}/chapter`, CHAPTERS), levels: sparseLevels(key) };
}

export function sideOf({ story, index }: PairScene, levels: readonly AxisLevel[]): Side {
  const { text } = writeChapter({ story, index, telling: 0, levels });
  return { text, levels: namedLevels(levels) };
}

/** By axis; levels that are 0 are left out. */
export function namedLevels(levels: readonly AxisLevel[]): Side["levels"] {
  return byAxis(levels.entries(), (level) => level);
}

/** What every pair of the grammar says of itself. */
export function pairHead(kind: string, { id, story, index }: PairScene) {
  return {
    pair_version: PAIR_VERSION,
    pair_id: `${kind}:${id}`,
    source: "grammar",
    license_class: "synthetic",
    language: story.language,
    story_id: `grammar:${id}`,
    chapter_id: `ch_${String(index + 1).padStart(3, "0")}`,
    story_bible: bibleOf(story),
  } as const;
}
