/** A serial: a world, a cast, the order of its storylines, and what stays open. All of it follows from its id. */
import type { StoryBible } from "../../../data-schemas/story-bible.ts";
import type { Language } from "../../content/language.ts";
import { MISSING_EN } from "../plots/missing-en.ts";
import { MISSING_ZH } from "../plots/missing-zh.ts";
import type { Storyline } from "../plots/plot.ts";
import { ROAD_EN } from "../plots/road-en.ts";
import { ROAD_ZH } from "../plots/road-zh.ts";
import { THEFT_EN } from "../plots/theft-en.ts";
import { THEFT_ZH } from "../plots/theft-zh.ts";
import { TRIAL_EN } from "../plots/trial-en.ts";
import { TRIAL_ZH } from "../plots/trial-zh.ts";
import { TRAITS } from "../worlds/traits.ts";
import type { World, WorldRule } from "../worlds/world.ts";
import { WORLDS_EN } from "../worlds/worlds-en.ts";
import { WORLDS_ZH } from "../worlds/worlds-zh.ts";
import { fill, type Names, pick } from "./template.ts";

export type Gender = "f" | "m";

export interface Cast {
  readonly hero: string;
  readonly heroGender: Gender;
  readonly ally: string;
  readonly allyGender: Gender;
  readonly woman: string;
  readonly foe: string;
  readonly elder: string;
}

export interface Story {
  readonly id: string;
  readonly language: Language;
  readonly title: string;
  readonly world: World;
  readonly cast: Cast;
  /** Of one arc after the other. */
  readonly storylines: readonly Storyline[];
  readonly places: readonly string[];
  readonly things: World["things"];
  readonly threads: readonly string[];
  /** With the names of this story filled in. */
  readonly rules: readonly WorldRule[];
  readonly trait: WorldRule;
}

export const STORYLINES: Readonly<Record<Language, readonly Storyline[]>> = {
  en: [THEFT_EN, TRIAL_EN, ROAD_EN, MISSING_EN],
  zh: [THEFT_ZH, TRIAL_ZH, ROAD_ZH, MISSING_ZH],
};
export const WORLDS: Readonly<Record<Language, readonly World[]>> = { en: WORLDS_EN, zh: WORLDS_ZH };

/** Chapters of an arc. */
export const ARC = 5;

/** @param id  Decides everything; ids of different stories differ. */
export function makeStory(id: string, language: Language): Story {
  const worlds = WORLDS[language];
  const world = worlds[pick(`${id}/world`, worlds.length)]!;
  const cast = makeCast(id, world);
  const names = { hero: cast.hero };
  const traits = TRAITS[language];
  return {
    id,
    language,
    title: titleOf(id, world, language),
    world,
    cast,
    storylines: ordered(`${id}/storyline`, STORYLINES[language]),
    places: ordered(`${id}/place`, world.places),
    things: ordered(`${id}/thing`, world.things),
    threads: ordered(`${id}/thread`, world.threads),
    rules: world.rules.map((rule) => named(rule, names, id)),
    trait: named(traits[pick(`${id}/trait`, traits.length)]!, names, id),
  };
}

/** {hero} of subjects and of what is forbidden is filled; passages keep theirs. */
function named(rule: WorldRule, names: Names, id: string): WorldRule {
  const filled = (texts: readonly string[]): string[] => texts.map((text) => fill(text, names, id));
  return {
    ...rule,
    statement: fill(rule.statement, names, id),
    subject: filled(rule.subject),
    forbidden: filled(rule.forbidden),
  };
}

function makeCast(id: string, world: World): Cast {
  const women = ordered(`${id}/women`, world.women);
  const men = ordered(`${id}/men`, world.men);
  const heroGender: Gender = pick(`${id}/hero`, 2) === 0 ? "f" : "m";
  const allyGender: Gender = pick(`${id}/ally`, 2) === 0 ? "f" : "m";
  return {
    hero: heroGender === "f" ? women[0]! : men[0]!,
    heroGender,
    ally: allyGender === "f" ? women[1]! : men[1]!,
    allyGender,
    woman: women[2]!,
    foe: men[2]!,
    elder: world.elders[pick(`${id}/elder`, world.elders.length)]!,
  };
}

function titleOf(id: string, world: World, language: Language): string {
  const [thing] = world.things[pick(`${id}/title`, world.things.length)]!;
  const thread = world.threads[pick(`${id}/subtitle`, world.threads.length)]!;
  return language === "zh" ? `${world.city}：${thing}与${thread}` : `${world.city}: ${thing}, and ${thread}`;
}

/** All items in an order fixed by the key. */
export function ordered<T>(key: string, items: readonly T[]): T[] {
  const keyed = items.map((item, i) => ({ item, rank: pick(`${key}/${i}`, 2 ** 52) }));
  return keyed.sort((a, b) => a.rank - b.rank).map(({ item }) => item);
}

const PRONOUNS = {
  en: { f: ["she", "her", "her", "herself"], m: ["he", "him", "his", "himself"] },
  zh: { f: ["她", "她", "她", "她自己"], m: ["他", "他", "他", "他自己"] },
} as const;

/** What the passages of an arc's chapter call persons, places and things. */
export function namesFor(story: Story, chapter: number, day: { today: string; wrong: string }): Names {
  const { cast, world, language } = story;
  const arc = Math.floor(chapter / ARC);
  const [thing, thing_plural] = story.things[arc % story.things.length]!;
  const place = (k: number): string => story.places[(arc * 3 + k) % story.places.length]!;
  const names = {
    ...{ hero: cast.hero, ally: cast.ally, woman: cast.woman, foe: cast.foe, elder: cast.elder },
    ...pronounNames(cast.heroGender, cast.allyGender, language),
    ...{ himself_m: PRONOUNS[language].m[3] },
    ...{ city: world.city, guild: world.guild, rivals: world.rivals, art: world.art, thing, thing_plural },
    ...{ place: place(0), place2: place(1), place3: place(2), thread: story.threads[arc % story.threads.length]! },
    ...{ day: day.today, wrong_day: day.wrong },
  };
  return withCapitals(names);
}

/** What stands for the protagonist and the ally, capitals included. */
export function pronounNames(hero: Gender, ally: Gender, language: Language): Names {
  const [he, him, his, himself] = PRONOUNS[language][hero];
  const [ahe, ahim, ahis] = PRONOUNS[language][ally];
  return withCapitals({ he, him, his, himself, ahe, ahim, ahis });
}

/** Each name once more under name_cap, for the beginning of a sentence. */
function withCapitals(names: Names): Names {
  const capitals = Object.entries(names)
    .filter(([name]) => !name.endsWith("_cap"))
    .map(([name, value]) => [`${name}_cap`, value[0]!.toUpperCase() + value.slice(1)]);
  return { ...names, ...Object.fromEntries(capitals) };
}

/** What a chapter of the story can be held to. */
export function bibleOf({ cast, threads, rules, trait }: Story): StoryBible {
  const terms = ({ subject, forbidden }: WorldRule) => ({ subject: [...subject], forbidden: [...forbidden] });
  return { protagonist: [cast.hero], threads: [...threads], rules: rules.map(terms), traits: [terms(trait)] };
}
