/**
 * A chapter of a serial from its plan. Each passage is chosen by a key of its own, so that moving one axis changes the
 * passages of that axis and no letter beside them: plot, cast and facts stay.
 */
import type { AxisLevel } from "../../../data-schemas/axis.ts";
import { internal } from "../../../data-schemas/errors.ts";
import { AXES } from "../../../data-schemas/ontology.ts";
import type { Language } from "../../content/language.ts";
import { ordinal } from "../../content/ordinals.ts";
import { AGENCY_EN } from "../devices/agency-en.ts";
import { AGENCY_ZH } from "../devices/agency-zh.ts";
import { CONTINUITY_EN } from "../devices/continuity-en.ts";
import { CONTINUITY_ZH } from "../devices/continuity-zh.ts";
import type { DeviceBank } from "../devices/device.ts";
import { EMOTIONAL_PEAK_EN } from "../devices/emotional-peak-en.ts";
import { EMOTIONAL_PEAK_ZH } from "../devices/emotional-peak-zh.ts";
import { LORE_DENSITY_EN } from "../devices/lore-density-en.ts";
import { LORE_DENSITY_ZH } from "../devices/lore-density-zh.ts";
import { PACING_EN } from "../devices/pacing-en.ts";
import { PACING_ZH } from "../devices/pacing-zh.ts";
import { STYLE_EN } from "../devices/style-en.ts";
import { STYLE_ZH } from "../devices/style-zh.ts";
import { TROPE_EN } from "../devices/trope-en.ts";
import { TROPE_ZH } from "../devices/trope-zh.ts";
import { FILLERS } from "../fillers.ts";
import type { PlotScene } from "../plots/plot.ts";
import { ARC, namesFor, ordered, type Story } from "./story.ts";
import { fill, pick } from "./template.ts";

export const DEVICES: Readonly<Record<Language, DeviceBank>> = {
  en: {
    ...PACING_EN,
    ...AGENCY_EN,
    ...LORE_DENSITY_EN,
    ...TROPE_EN,
    ...CONTINUITY_EN,
    ...STYLE_EN,
    ...EMOTIONAL_PEAK_EN,
  },
  zh: {
    ...PACING_ZH,
    ...AGENCY_ZH,
    ...LORE_DENSITY_ZH,
    ...TROPE_ZH,
    ...CONTINUITY_ZH,
    ...STYLE_ZH,
    ...EMOTIONAL_PEAK_ZH,
  },
};

export interface ChapterPlan {
  readonly story: Story;
  /** From 0. */
  readonly index: number;
  /** Which telling of the chapter: other numbers fill in other words. */
  readonly telling: number;
  /** In the order of AXES. */
  readonly levels: readonly AxisLevel[];
  /** Passages of an axis that is not at 0, where they are not two; by axis id. */
  readonly strengths?: Readonly<Record<string, number>>;
}

/** Where a passage came from. */
export type Origin =
  | { readonly kind: "plot"; readonly step: number }
  | { readonly kind: "filler" }
  | { readonly kind: "device"; readonly axis: string; readonly level: AxisLevel };

export interface Passage {
  readonly origin: Origin;
  readonly template: string;
  readonly text: string;
}

export interface Chapter {
  readonly title: string;
  readonly text: string;
  readonly passages: readonly Passage[];
  /** What happens: the steps of the plot, as told. */
  readonly facts: readonly string[];
}

const STRENGTH = 2;
const FILLER_COUNT = 10;
const FIRST_DAY = 5;
const DAYS_A_CHAPTER = 3;
/** How far back the day of a broken timeline lies. */
const WRONG_BY = 2;

export function writeChapter({ story, index, telling, levels, strengths = {} }: ChapterPlan): Chapter {
  if (levels.length !== AXES.length) throw internal(`${levels.length} levels for ${AXES.length} axes`);
  const key = `${story.id}/${index}/${telling}`;
  const day = FIRST_DAY + DAYS_A_CHAPTER * index + pick(`${story.id}/${index}/day`, DAYS_A_CHAPTER - 1);
  const days = { today: ordinal(day, story.language), wrong: ordinal(day - WRONG_BY, story.language) };
  const names = namesFor(story, index, days);
  const write = (template: string, at: string, origin: Origin): Passage => ({
    origin,
    template,
    text: fill(template, names, `${key}/${at}`),
  });

  const storyline = story.storylines[Math.floor(index / ARC) % story.storylines.length]!;
  const steps = storyline.chapters[index % ARC]!.flat();
  const gaps: { readonly passage: Passage; readonly rank: number }[][] = steps.map(() => []);
  const open = openGaps(storyline.chapters[index % ARC]!);
  for (const [i, filler] of ordered(`${key}/filler`, FILLERS[story.language]).slice(0, FILLER_COUNT).entries()) {
    const passage = write(filler, `filler/${i}`, { kind: "filler" });
    const gap = open[(pick(`${key}/filler-gap`, open.length) + i) % open.length]!;
    gaps[gap]!.push({ passage, rank: pick(`${key}/filler-rank/${i}`, 2 ** 52) });
  }
  const last: Passage[] = [];
  for (const [a, { id, acts }] of AXES.entries()) {
    const level = levels[a]!;
    if (level === 0) continue;
    const pool = devicesOf(story, id)[level < 0 ? "low" : "high"];
    const atEnd = acts[0] === "chapter_end";
    const first = pick(`${key}/${id}/device`, pool.length);
    const strength = strengths[id] ?? STRENGTH;
    for (let i = 0; i < Math.min(atEnd ? 1 : strength, pool.length); i++) {
      const passage = write(pool[(first + i) % pool.length]!, `${id}/${i}`, { kind: "device", axis: id, level });
      const room = gapsFor(open, steps.length, id, key);
      const away = Math.floor((i * room.length) / strength);
      const gap = room[(pick(`${key}/${id}/gap`, room.length) + away) % room.length]!;
      if (atEnd) last.push(passage);
      else gaps[gap]!.push({ passage, rank: pick(`${key}/${id}/rank/${i}`, 2 ** 52) });
    }
  }
  const passages: Passage[] = [];
  const paragraphs: string[][] = [];
  const space = story.language === "zh" ? "" : " ";
  for (const [s, step] of steps.entries()) {
    const told = write(step, `step/${s}`, { kind: "plot", step: s });
    passages.push(told);
    paragraphs.push([told.text]);
    for (const [i, { passage }] of gaps[s]!.sort((a, b) => a.rank - b.rank).entries()) {
      passages.push(passage);
      // Two passages a paragraph, whatever they say: the cut must not tell which axis was moved.
      if (i % 2 === 0) paragraphs.push([passage.text]);
      else paragraphs.at(-1)!.push(passage.text);
    }
  }
  for (const passage of last) {
    passages.push(passage);
    paragraphs.push([passage.text]);
  }
  const facts = passages.filter(({ origin }) => origin.kind === "plot").map(({ text }) => text);
  const text = paragraphs.map((parts) => parts.join(space)).join("\n\n");
  return { title: titleOf(story, index, names["place"]!), text, passages, facts };
}

/** Steps after which something may stand between: not where the next one says "he" of somebody, or answers a question. */
function openGaps(scenes: readonly PlotScene[]): number[] {
  const next = scenes.flatMap((scene) => scene.map((step, i) => i === 0 || NAMES_SOMEBODY.test(step))).slice(1);
  return [...next, true].flatMap((open, step) => (open ? [step] : []));
}

/** Axes whose passages are dark, and axes whose passages are calm: the two keep to different thirds of a chapter. */
const DARK = new Set(
  "grimness dread tension_build ruthlessness anger grief_space hope emotional_intensity cost_of_choice pacing_speed".split(
    " ",
  ),
);
const CALM = new Set("downtime warmth romance romance_pace humour craft_detail economy wonder".split(" "));

function gapsFor(open: readonly number[], steps: number, axis: string, key: string): readonly number[] {
  if (!DARK.has(axis) && !CALM.has(axis)) return open;
  const darkThird = pick(`${key}/dark`, 3);
  const third = DARK.has(axis) ? darkThird : (darkThird + 1 + pick(`${key}/calm`, 2)) % 3;
  const inside = open.filter((step) => Math.floor((3 * step) / steps) === third);
  return inside.length > 0 ? inside : open;
}

const NAMES_SOMEBODY =
  /^(?:\{(?:hero|ally|woman|foe|elder|rivals_cap|guild_cap|guild|rivals)\}|(?:At|On|In the|在|到|当晚)[^，,.]*\{)/;

function titleOf({ language }: Story, index: number, place: string): string {
  return language === "zh" ? `第${ordinal(index + 1, "zh")}章 ${place}` : `Chapter ${index + 1}. ${place}`;
}

/** Passages for an axis: those of the bank, or of the world and the protagonist. */
export function devicesOf({ language, rules, trait }: Story, axis: string): DeviceBank[string] {
  if (axis === "world_consistency")
    return { low: rules.flatMap(({ broken }) => broken), high: rules.flatMap(({ kept }) => kept) };
  if (axis === "character_consistency") return { low: trait.broken, high: trait.kept };
  const poles = DEVICES[language][axis];
  if (poles === undefined) throw internal(`no passages for the axis ${axis} in ${language}`);
  return poles;
}
