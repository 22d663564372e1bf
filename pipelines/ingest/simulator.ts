/** The embedded population: planted readers of bilingual serials, with what they hide beside what they show. */
import { type PopulationSettings, populationSchema } from "../../data-schemas/population.ts";
import type { Story } from "../../models/population/grammar/story.ts";
import { readAll } from "../../models/population/reading.ts";
import { contentOfTelling, recordOfTurn } from "../../models/population/record-of-turn.ts";
import { makeSerials, type Serial, type ToldChapter } from "../../models/population/serial.ts";
import type { Item, SourceAdapter } from "./adapter.ts";

export const SIMULATOR = "simulator";
/** Answers that are given at once. */
const BATCH = 512;

/** @param settings  Without it the defaults. */
export function simulatorSource(settings: PopulationSettings = populationSchema.parse({})): SourceAdapter {
  return {
    name: SIMULATOR,
    title: "Embedded population: planted readers of bilingual serials",
    format: "none: it is generated from --seed",
    licence: "synthetic",
    obtain: "comes with ESUS",
    generated: true,

    select: () => [],

    async *read(_files, { seed }) {
      const source =
        settings.calibratedTo === undefined ? SIMULATOR : `simulator_calibrated_to_${settings.calibratedTo}`;
      const serials: Serial[] = [];
      let items: Item[] = [];
      const publish = (story: Story, chapter: number, { telling, text }: ToldChapter): void => {
        items.push({
          kind: "kept",
          contents: [contentOfTelling(source, story, serials.length, chapter, telling, text)],
        });
      };
      for (const serial of makeSerials(seed, settings, publish)) {
        serials.push(serial);
        yield items;
        items = [];
      }
      for (const { reader, turn } of readAll(seed, settings, serials)) {
        items.push({ kind: "kept", records: [recordOfTurn(source, reader, turn)] });
        if (items.length < BATCH) continue;
        yield items;
        items = [];
      }
      yield items;
    },
  };
}
