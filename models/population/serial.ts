/** Serials of the population as they are published: each chapter in several tellings, of which a reader is given one. */
import type { AxisLevel } from "../../data-schemas/axis.ts";
import { AXES } from "../../data-schemas/ontology.ts";
import type { PopulationSettings } from "../../data-schemas/population.ts";
import type { Language } from "../content/language.ts";
import { readNarrative } from "../content/narrative.ts";
import { hash53 } from "../hash.ts";
import { makeRng, normal } from "../rng.ts";
import { writeChapter } from "./grammar/chapter.ts";
import { sparseLevels } from "./grammar/levels.ts";
import { ARC, makeStory, ordered, type Story } from "./grammar/story.ts";
import { pick } from "./grammar/template.ts";

export interface Telling {
  readonly id: string;
  readonly title: string;
  readonly levels: readonly AxisLevel[];
  readonly quality: number;
  readonly words: number;
  /** Names of rules and threads that it mentions. */
  readonly teaches: readonly string[];
}

export interface Serial {
  readonly story: Story;
  /** How often the author heeds what a reader asked for, in [0, 1]. */
  readonly heeds: number;
  /** Shape [chapters, TELLINGS]. */
  readonly chapters: readonly (readonly Telling[])[];
}

export interface ToldChapter {
  readonly telling: Telling;
  readonly text: string;
}

/** Axes on which an author has habits, and how often out of ten a telling shows one. */
const HABITS = 5;
const SHOWN_OF_TEN = 6;

/** An author's habits are why readers ask for the same thing again, and why they may be ignored. */
export function withHabits(levels: readonly AxisLevel[], story: string, key: string): AxisLevel[] {
  const tastes = [...AXES.keys()].filter((k) => AXES[k]!.kind === "taste");
  const axes = ordered(`${story}/habits`, tastes).slice(0, HABITS);
  return levels.map((level, k) => {
    if (!axes.includes(k) || pick(`${story}/${key}/habit/${k}`, 10) >= SHOWN_OF_TEN) return level;
    return pick(`${story}/habit-side/${k}`, 2) === 0 ? -1 : 1;
  });
}

/** Of a chapter: enough that an author who listens has something to choose from. */
const TELLINGS = 4;

type Publish = (story: Story, chapter: number, told: ToldChapter) => void;

/** The serials of a population, one after the other. @param publish  Gets each text; it is not kept. */
export function* makeSerials(
  seed: number,
  { stories, turns, languages, spread }: PopulationSettings,
  publish: Publish,
): Generator<Serial> {
  for (let s = 0; s < stories; s++)
    yield makeSerial(seed, s, languages[s % languages.length]!, turns, spread.quality, publish);
}

/**
 * @param qualitySd  SD over tellings of what all readers agree on.
 * @param publish    Gets each text; it is not kept.
 */
export function makeSerial(
  seed: number,
  index: number,
  language: Language,
  chapters: number,
  qualitySd: number,
  publish: Publish,
): Serial {
  const id = `serial_${seed.toString(36)}_${language}_${String(index).padStart(4, "0")}`;
  const story = makeStory(`${seed}/${id}`, language);
  const rng = makeRng(hash53(`${seed}/${id}/quality`));
  const heeds = 0.2 + 0.6 * rng();
  const told = Array.from({ length: chapters }, (_, chapter) =>
    Array.from({ length: TELLINGS }, (_, telling): Telling => {
      const levels = withHabits(sparseLevels(`${story.id}/${chapter}/${telling}`), story.id, `${chapter}/${telling}`);
      const { text, title } = writeChapter({ story, index: chapter, telling, levels });
      const thread = story.threads[Math.floor(chapter / ARC) % story.threads.length]!;
      const made: Telling = {
        id: `${id}:ch_${String(chapter + 1).padStart(3, "0")}_${telling}`,
        title: `${story.title} ${title}`,
        levels,
        quality: qualitySd * normal(rng),
        words: readNarrative(text, language).words,
        teaches: [thread, ...story.rules.filter(({ subject }) => text.includes(subject[0]!)).map((rule) => rule.id)],
      };
      publish(story, chapter, { telling: made, text });
      return made;
    }),
  );
  return { story, heeds, chapters: told };
}
