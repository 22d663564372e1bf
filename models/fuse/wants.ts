/** What a reader of the suite wants, and how they say it. */

import type { FeedbackEvent, Want } from "../../data-schemas/fuse-episode.ts";
import { AXES } from "../../data-schemas/ontology.ts";
import { SCENE_TABLE, type SceneType } from "../../data-schemas/scene.ts";
import type { Extent } from "../agent/atoms.ts";
import type { Language } from "../content/language.ts";
import { hash53 } from "../hash.ts";
import { answer, tagOf } from "../population/feedback.ts";
import { pick } from "../population/grammar/template.ts";
import { poleWanted } from "../population/mood.ts";
import { observedOf } from "../population/record-of-turn.ts";
import { verbalise } from "../population/verbaliser.ts";
import { integer, makeRng } from "../rng.ts";
import type { Levels } from "./plan.ts";
import type { KnownReader } from "./world.ts";

/** A taste that is worth asking for. */
const STRONG = 0.7;
/** Axes of the public part; the rest are for the sealed one. */
const PUBLIC_OF_THREE = 2;

/** @param key Decides which of the strongest; null: the reader has no strong taste among the axes of the part. */
export function wantOf(
  reader: KnownReader,
  part: "public" | "sealed",
  key: string,
  not: readonly string[] = [],
): Want | null {
  const { tastes } = reader.mood;
  const strong = AXES.map(({ id, kind }, k) => ({ id, kind, k, taste: tastes[k]! }))
    .filter(({ kind, k, taste }) => kind === "taste" && Math.abs(taste) > STRONG && isOfPart(k, part))
    .filter(({ id }) => !not.includes(id))
    .sort((a, b) => Math.abs(b.taste) - Math.abs(a.taste))
    .slice(0, 3);
  if (strong.length === 0) return null;
  const { id, taste } = strong[pick(`${key}/want`, strong.length)]!;
  return { axis: id, direction: taste > 0 ? "higher" : "lower" };
}

function isOfPart(axis: number, part: "public" | "sealed"): boolean {
  return axis % 3 < PUBLIC_OF_THREE === (part === "public");
}

/** The level that is complained of. */
export const offending = (want: Want): 1 | -1 => (poleWanted(want) === 1 ? -1 : 1);

export interface Saying {
  readonly key: string;
  readonly language: Language;
  readonly extent: Extent;
  /** Scenes that are named as those it is about, and as those to leave alone. */
  readonly about: readonly SceneType[];
  readonly spared: readonly SceneType[];
  /** Chance of a tag that does not belong. */
  readonly noise: number;
  /** Only tags, or neither tags nor words. */
  readonly silence: "none" | "words" | "all";
}

/** What is seen of a reader who wants something and was given the opposite. */
export function complaint(
  { reader, mood }: KnownReader,
  want: Want,
  levels: Levels,
  saying: Saying,
): FeedbackEvent["observed"] {
  const rng = makeRng(hash53(`${saying.key}/answer`));
  const chapter = { levels, quality: 0, words: WORDS[saying.language] };
  const felt = answer(reader, mood, chapter, null, rng);
  const pole = offending(want) < 0 ? "low" : "high";
  const atom = { axis: want.axis, pole, polarity: "negative", intensity: 0.8 } as const;
  const plan = { language: saying.language, atoms: [atom], request: want, ignored: 0 };
  const said = verbalise(plan, rng);
  const comment = { ...said, text: [said.text, ...reachPhrases(saying)].join(saying.language === "zh" ? "" : " ") };
  const tags = [tagOf(atom), ...(rng() < saying.noise ? [strayTag(want, rng)] : [])];
  const observed = observedOf({
    feedback: { ...felt, rating: Math.min(felt.rating, 3), tags },
    comment: saying.silence === "none" ? comment : null,
    fulfilled: null,
  });
  if (saying.silence !== "all") return observed;
  const { tags: _none, ...explicit } = observed.explicit;
  return { ...observed, explicit };
}

/** Characters of Chinese, words of English: of a chapter of the grammar. */
const WORDS: Readonly<Record<Language, number>> = { zh: 1200, en: 1000 };

function strayTag(want: Want, rng: () => number): string {
  const others = AXES.filter(({ id, kind }) => id !== want.axis && kind === "taste");
  const { tags } = others[integer(rng, others.length)]!;
  return rng() < 0.5 ? tags.low : tags.high;
}

function reachPhrases({ language, extent, about, spared }: Saying): string[] {
  const names = (scenes: readonly SceneType[]): string =>
    scenes.map((scene) => SCENE_TABLE[scene].name[language]).join(language === "zh" ? "、" : " and ");
  const phrases: string[] = [];
  if (language === "zh") {
    phrases.push(extent === "current_arc" ? "我说的是这一卷。" : "整本书都是这样。");
    if (about.length > 0) phrases.push(`主要是${names(about)}的戏。`);
    if (spared.length > 0) phrases.push(`${names(spared)}的戏别动。`);
  } else {
    phrases.push(extent === "current_arc" ? "I mean this arc." : "It is like this all through the book.");
    if (about.length > 0) phrases.push(`Mostly in the ${names(about)} scenes.`);
    if (spared.length > 0) phrases.push(`Leave the ${names(spared)} scenes as they are.`);
  }
  return phrases;
}
