/** A made society as files of the released layout. */
import { join } from "node:path";
import { MadeSociety, type MadeSocietySettings } from "../../models/life/made-society.ts";
import { writeFileAtomic } from "../io/atomic-file.ts";
import { toJson } from "../io/json.ts";
import { JsonlWriter } from "../io/jsonl.ts";

/** @returns Rows and bytes of the generations. */
export async function writeSociety(
  dir: string,
  settings: MadeSocietySettings,
): Promise<{ rows: number; bytes: number }> {
  const society = new MadeSociety(settings);
  const { name, language, startYear, years, weeks, periodWeeks } = society.world;
  let [rows, bytes] = [0, 0];
  const write = async (path: string, values: Iterable<unknown>): Promise<{ rows: number; bytes: number }> => {
    const writer = await JsonlWriter.create(join(dir, path));
    for (const value of values) await writer.write(value);
    return writer.commit();
  };
  for (let year = startYear; year < startYear + years; year++)
    await write(`reward/rankings/year=${year}/week=${weeks}.jsonl`, society.ratings(year));
  for (const agent of society.agents) {
    const states = [...society.states(agent)].map(({ time: at, vitality, fulfillment, deposit }) => ({
      time: at,
      content: { vitality, fulfillment, assets: { deposit } },
    }));
    await write(`persona/${agent}/state.jsonl`, states);
    for (let year = startYear; year < startYear + years; year++) {
      for (let week = 1; week <= weeks; week++) {
        const path = `persona/${agent}/generation/year=${year}/week=${week}.jsonl`;
        const written = await write(path, society.generations(agent, year, week));
        rows += written.rows;
        bytes += written.bytes;
      }
    }
  }
  // Written last: its presence means that the run is whole.
  const time = { start_year: startYear, n_year: years, n_week: weeks };
  const config = { world: { name, language, time, reward: { period_weeks: periodWeeks } } };
  await writeFileAtomic(join(dir, "config.json"), toJson(config, 2));
  return { rows, bytes };
}
