/**
 * A chapter of a serial from its plan: scenes of the plot, and interludes between them that hold what the axes call for.
 * Each passage is chosen by a key of its own, so that moving one axis changes the passages of that axis and no letter
 * beside them: plot, cast and facts stay.
 */
import type { AxisLevel } from "../../../data-schemas/axis.ts";
import { internal } from "../../../data-schemas/errors.ts";
import { AXES } from "../../../data-schemas/ontology.ts";
import { ordinal } from "../../content/ordinals.ts";
import { FILLERS } from "../fillers.ts";
import type { PlotScene } from "../plots/plot.ts";
import { devicesOf } from "./device-bank.ts";
import { INTERLUDES, type InterludeMood, moodOrder, moodsFor } from "./interludes.ts";
import { ARC, namesFor, ordered, type Story } from "./story.ts";
import { fill, pick } from "./template.ts";

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
  | { readonly kind: "opening"; readonly mood: InterludeMood }
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
const FILLER_COUNT = 9;
const FIRST_DAY = 5;
const DAYS_A_CHAPTER = 3;
/** How far back the day of a broken timeline lies. */
const WRONG_BY = 2;

type Write = (template: string, at: string, origin: Origin) => Passage;

/** Passages of a paragraph. */
type Paragraph = readonly Passage[];

export function writeChapter({ story, index, telling, levels, strengths = {} }: ChapterPlan): Chapter {
  if (levels.length !== AXES.length) throw internal(`${levels.length} levels for ${AXES.length} axes`);
  const key = `${story.id}/${index}/${telling}`;
  const day = FIRST_DAY + DAYS_A_CHAPTER * index + pick(`${story.id}/${index}/day`, DAYS_A_CHAPTER - 1);
  const days = { today: ordinal(day, story.language), wrong: ordinal(day - WRONG_BY, story.language) };
  const names = namesFor(story, index, days);
  const write: Write = (template, at, origin) => ({ origin, template, text: fill(template, names, `${key}/${at}`) });

  const storyline = story.storylines[Math.floor(index / ARC) % story.storylines.length]!;
  const scenes = storyline.chapters[index % ARC]!;
  const devices = placeDevices(story, levels, strengths, key, write);
  const moods = moodOrder(key);
  const paragraphs: Paragraph[] = [];
  let step = 0;
  for (const [s, scene] of scenes.entries()) {
    // The last interlude stands inside or before the last scene, so that the chapter ends with the plot.
    const cut = s === scenes.length - 1 ? lastCut(scene) : scene.length;
    const told = scene.map((template, i) => [write(template, `step/${step + i}`, { kind: "plot", step: step + i })]);
    step += scene.length;
    const mood = moods[s]!;
    paragraphs.push(...told.slice(0, cut));
    paragraphs.push(...interlude(story, mood, s, devices.get(mood) ?? [], key, write));
    paragraphs.push(...told.slice(cut));
  }
  for (const passage of devices.get("end") ?? []) paragraphs.push([passage]);
  const passages = paragraphs.flat();
  const facts = passages.filter(({ origin }) => origin.kind === "plot").map(({ text }) => text);
  const space = story.language === "zh" ? "" : " ";
  const text = paragraphs.map((parts) => parts.map((part) => part.text).join(space)).join("\n\n");
  return { title: titleOf(story, index, names["place_cap"]!), text, passages, facts };
}

/** Where passages of the axes go: into interludes by mood, or to the end of the chapter. In their order. */
function placeDevices(
  story: Story,
  levels: readonly AxisLevel[],
  strengths: Readonly<Record<string, number>>,
  key: string,
  write: Write,
): Map<InterludeMood | "end", Passage[]> {
  const placed: { passage: Passage; at: InterludeMood | "end"; rank: number }[] = [];
  for (const [a, { id, acts }] of AXES.entries()) {
    const level = levels[a]!;
    if (level === 0) continue;
    const pool = devicesOf(story, id)[level < 0 ? "low" : "high"];
    const atEnd = acts[0] === "chapter_end";
    const first = pick(`${key}/${id}/device`, pool.length);
    const moods = moodsFor(id);
    const start = pick(`${key}/${id}/mood`, moods.length);
    const wanted = strengths[id] ?? (atEnd ? 1 : STRENGTH);
    for (let i = 0; i < Math.min(wanted, pool.length); i++) {
      const passage = write(pool[(first + i) % pool.length]!, `${id}/${i}`, { kind: "device", axis: id, level });
      const at = atEnd ? "end" : moods[(start + i) % moods.length]!;
      placed.push({ passage, at, rank: pick(`${key}/${id}/rank/${i}`, 2 ** 52) });
    }
  }
  const byPlace = new Map<InterludeMood | "end", Passage[]>();
  for (const { passage, at } of placed.sort((a, b) => a.rank - b.rank))
    byPlace.set(at, [...(byPlace.get(at) ?? []), passage]);
  return byPlace;
}

/** Its opening, then passages of axes with fillers before some of them: which, does not hang on what they say. */
function interlude(
  story: Story,
  mood: InterludeMood,
  s: number,
  devices: readonly Passage[],
  key: string,
  write: Write,
): Paragraph[] {
  const openings = INTERLUDES[story.language][mood];
  const opening = write(openings[pick(`${key}/opening/${s}`, openings.length)]!, `opening/${s}`, {
    kind: "opening",
    mood,
  });
  const all = ordered(`${key}/filler`, FILLERS[story.language]).slice(0, FILLER_COUNT);
  const fillers = all
    .filter((_, i) => i % 3 === s % 3)
    .map((template, i) => write(template, `filler/${s}/${i}`, { kind: "filler" }));
  const paragraphs: Paragraph[] = [[opening, ...(fillers[0] === undefined ? [] : [fillers[0]])]];
  // A filler comes before every third passage.
  const every = 3;
  for (const [i, device] of devices.entries()) {
    const before = i % every === 1 ? fillers[1 + Math.floor(i / every)] : undefined;
    paragraphs.push(before === undefined ? [device] : [before, device]);
  }
  const used = 1 + Math.ceil(Math.max(0, devices.length - 1) / every);
  for (const filler of fillers.slice(used)) paragraphs.push([filler]);
  return paragraphs;
}

/** Before the last step of a scene, unless that says "he" of somebody or answers what was said: then before the first. */
function lastCut(scene: PlotScene): number {
  return NAMES_SOMEBODY.test(scene.at(-1)!) ? scene.length - 1 : 0;
}

const NAMES_SOMEBODY =
  /^(?:\{(?:hero|ally|woman|foe|elder|rivals_cap|guild_cap|guild|rivals)\}|(?:At|On|In the|在|到|当晚)[^，,.]*\{)/;

function titleOf({ language }: Story, index: number, place: string): string {
  return language === "zh" ? `第${ordinal(index + 1, "zh")}章 ${place}` : `Chapter ${index + 1}. ${place}`;
}
