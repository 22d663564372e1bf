/** The readers of a suite and what they have read before it begins: what judges know them by. */
import type { Content } from "../../data-schemas/content.ts";
import { type PopulationSettings, populationSchema } from "../../data-schemas/population.ts";
import type { Mood } from "../population/mood.ts";
import { makeReader, type PlantedReader } from "../population/reader.ts";
import { type ReadingTurn, readSerials } from "../population/reading.ts";
import { contentOfTelling } from "../population/record-of-turn.ts";
import { makeSerials, type Serial } from "../population/serial.ts";

export const FUSE_SOURCE = "fuse";

export interface KnownReader {
  readonly number: number;
  readonly reader: PlantedReader;
  /** As the episode begins. */
  readonly mood: Mood;
  readonly history: readonly ReadingTurn[];
}

export class FuseWorld {
  readonly seed: number;
  readonly contents: readonly Content[];
  readonly #settings: PopulationSettings;
  readonly #serials: readonly Serial[];
  readonly #readers = new Map<number, KnownReader>();

  /** @param historyTurns Chapters that each reader has read before. */
  constructor(seed: number, historyTurns: number) {
    this.seed = seed;
    this.#settings = populationSchema.parse({ turns: historyTurns + 1 });
    const contents: Content[] = [];
    const serials: Serial[] = [];
    for (const serial of makeSerials(seed, this.#settings, (story, chapter, { telling, text }) => {
      contents.push(contentOfTelling(FUSE_SOURCE, story, serials.length, chapter, telling, text));
    }))
      serials.push(serial);
    this.contents = contents;
    this.#serials = serials;
  }

  reader(number: number): KnownReader {
    const known = this.#readers.get(number);
    if (known !== undefined) return known;
    const { languages, spread, turns } = this.#settings;
    const reader = makeReader(this.seed, number, languages, spread);
    const serials = this.#serials.filter(({ story }) => story.language === reader.language);
    const all = [...readSerials(this.seed, reader, serials, turns)];
    // The mood before the last chapter is the one after all the others.
    const made = { number, reader, mood: all.at(-1)!.mood, history: all.slice(0, -1) };
    this.#readers.set(number, made);
    return made;
  }
}
