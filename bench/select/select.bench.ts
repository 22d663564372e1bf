/**
 * Selection from a made run: 100 agents, 10 years, 567,000 rows by default. How fast, and how much memory; and the rewards of
 * all its agent-years alone.
 */
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { MadeSociety, type MadeSocietySettings } from "../../models/life/made-society.ts";
import { type Society, scoreSociety } from "../../models/life/society.ts";
import { writeSociety } from "../../pipelines/select/write-society.ts";
import { type BenchRow, takeTurns, timed } from "../contender.ts";

const MIB = 2 ** 20;
/** Set ESUS_BENCH_ROWS_A_WEEK for another size. */
const rowsAWeek = Number(process.env["ESUS_BENCH_ROWS_A_WEEK"] ?? 21);
const SETTINGS: MadeSocietySettings = {
  seed: 1,
  agents: 100,
  years: 10,
  weeks: 27,
  rowsAWeek,
  language: "en",
  historyLength: 4000,
};

export async function benchSelect(): Promise<{ rows: BenchRow[]; notes: string[] }> {
  const society = societyOf(SETTINGS);
  const rewards = await takeTurns(
    [
      {
        task: "rewards of 100 agents x 10 years",
        contender: "ESUS",
        run: (count) => timed(count, async () => void scoreSociety(society)),
      },
    ],
    { warmup: 2, rounds: 3, perRound: 5 },
  );
  const dir = mkdtempSync(join(tmpdir(), "esus-select-"));
  try {
    const run = join(dir, "run");
    const { rows, bytes } = await writeSociety(run, SETTINGS);
    const task = `life reward, ${rows} rows, ${Math.round(bytes / MIB)} MiB`;
    const results = ["trl", "trl,axolotl,sharegpt"].map((trainers) => ({
      trainers,
      ...contend(run, join(dir, "out"), trainers),
    }));
    const one = (trainers: string, value: number, unit: string): BenchRow => ({
      task,
      contender: `ESUS, for ${trainers}`,
      median: value,
      min: value,
      max: value,
      unit,
      runs: 1,
    });
    return {
      rows: [
        ...rewards,
        ...results.flatMap(({ trainers, seconds, peakMiB }) => [
          one(trainers, seconds, "s"),
          one(trainers, bytes / 1e6 / seconds, "MB/s of the run"),
          one(trainers, peakMiB, "MiB at most"),
        ]),
      ],
      notes: [`${task}: reach 100 MB/s of input and 1,024 MiB`],
    };
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
}

function contend(run: string, out: string, trainers: string): { seconds: number; peakMiB: number } {
  const script = fileURLToPath(new URL("./contend.ts", import.meta.url));
  const child = spawnSync(process.execPath, ["--import", "tsx", script, run, out, trainers], { encoding: "utf8" });
  if (child.status !== 0) throw new Error(child.stderr);
  rmSync(out, { recursive: true, force: true });
  return JSON.parse(child.stdout);
}

function societyOf(settings: MadeSocietySettings): Society {
  const made = new MadeSociety(settings);
  const { startYear, years } = made.world;
  return {
    world: made.world,
    ratings: Array.from({ length: years }, (_, y) => made.ratings(startYear + y)).flat(),
    states: new Map(
      made.agents.map((agent) => [
        agent,
        [...made.states(agent)].map(({ fulfillment, ...state }) => ({ ...state, fulfilment: fulfillment })),
      ]),
    ),
  };
}
