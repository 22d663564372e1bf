/**
 * `esus select life-reward`: scores each agent's years, keeps those that improved most against their own past, filters their
 * turns, mixes in general data, and writes what trainers read. Each agent-year is a shard of its own: an interrupted run goes
 * on where it stopped, to the same bytes.
 */
import { mkdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { InputError } from "../../data-schemas/errors.ts";
import { type AgentYear, selectYears } from "../../models/life/returns.ts";
import { type LifeOptions, requireSociety, type ScoredSociety, scoreSociety } from "../../models/life/society.ts";
import { textFigures } from "../../models/select/diversity.ts";
import { wantedTokens } from "../../models/select/mix.ts";
import type { FilterOptions } from "../../models/select/response-filter.ts";
import type { Trainer } from "../../models/select/trainer-rows.ts";
import { writeFileAtomic } from "../io/atomic-file.ts";
import { mapConcurrent } from "../io/concurrent.ts";
import { type Context, stopIfAsked } from "../io/context.ts";
import { hashValue } from "../io/hash.ts";
import { toJson } from "../io/json.ts";
import { JsonlWriter } from "../io/jsonl.ts";
import { LIFE_REWARD, REFUSED_FILE, REWARDS_FILE, SELECTION_REPORT_FILE } from "../io/layout.ts";
import { describeFiles } from "../io/manifest.ts";
import { runStage, type StageOutcome } from "../io/stage.ts";
import { makeShard, readShard, type Shard } from "./agent-year-shard.ts";
import { ExportFiles, writeDatasetInfo } from "./export-files.ts";
import { FlatRun } from "./flat-run.ts";
import { type MixedIn, mixGeneral } from "./general-data.ts";
import type { LifeRun, RefusedRow } from "./life-run.ts";
import { ReleasedRun } from "./released-run.ts";
import { openTokenizer, tokenizerKey } from "./tokenizer.ts";

export interface LifeRewardRequest {
  /** Folder of a run in the released layout, or a file of the flat form. */
  readonly run: string;
  readonly out: string;
  readonly options: LifeOptions;
  readonly filter: FilterOptions;
  readonly tokenizer: string;
  readonly trainers: readonly Trainer[];
  /** General instruction data, JSON Lines; undefined: none. */
  readonly general: string | undefined;
  /** Of general data among the tokens that carry loss. */
  readonly generalShare: number;
  readonly seed: number;
}

const SHARDS = "shards";
/** While one waits for the disk another works. */
const SHARDS_AT_ONCE = 4;
/** Texts that figures of variety are taken of. */
const TEXTS = 400;

export async function openRun(path: string): Promise<LifeRun> {
  const info = await stat(path).catch((cause: NodeJS.ErrnoException) => {
    throw new InputError(`${path}: cannot be read (${cause.code}); expected the folder of a run, or a .jsonl file`, {
      cause,
    });
  });
  return info.isDirectory() ? ReleasedRun.open(path) : FlatRun.open(path);
}

/** What would be selected, without a turn being read. */
export async function planLifeReward(
  request: LifeRewardRequest,
): Promise<{ scored: ScoredSociety; selected: AgentYear[] }> {
  const run = await openRun(request.run);
  const society = await run.society(() => undefined);
  requireSociety(society, request.run);
  const scored = scoreSociety(society, request.options);
  return { scored, selected: selectYears(scored.years, request.options.top) };
}

export async function selectLifeReward(request: LifeRewardRequest, context: Context): Promise<StageOutcome> {
  const { out, options, filter, tokenizer, trainers, general, generalShare, seed } = request;
  const run = await openRun(request.run);
  const generalFiles = general === undefined ? [] : await describeFiles([general]);
  const config = {
    options: JSON.parse(toJson(options)),
    filter: { ...filter },
    tokenizer: await tokenizerKey(tokenizer),
    trainers: [...trainers],
    generalShare: general === undefined ? 0 : generalShare,
    seed,
  };
  return runStage({ stage: LIFE_REWARD, dir: out, config, inputs: [...run.inputs, ...generalFiles] }, async (key) => {
    const refused: RefusedRow[] = [];
    const society = await run.society((row) => void refused.push(row));
    requireSociety(society, request.run);
    const scored = scoreSociety(society, options);
    const selected = selectYears(scored.years, options.top);
    const folder = join(out, SHARDS, key.slice(0, 12));
    await mkdir(folder, { recursive: true });
    const count = await openTokenizer(tokenizer);
    const shards: { year: AgentYear; shard: Shard; prefix: string }[] = [];
    context.progress.start("select life-reward", selected.length);
    try {
      let done = 0;
      const made = await mapConcurrent(selected, SHARDS_AT_ONCE, async (year) => {
        stopIfAsked(context);
        const prefix = `${hashValue([year.agent, year.start, year.end]).slice(0, 12)}-`;
        const shard = (await readShard(folder, prefix)) ?? (await makeShard(run, year, request, folder, prefix, count));
        context.progress.update(++done);
        return { year, shard, prefix };
      });
      shards.push(...made);
    } finally {
      context.progress.stop();
    }
    const files = await ExportFiles.create(out, trainers);
    let mixed: MixedIn | null = null;
    const tokens = shards.reduce((sum, { shard }) => sum + shard.tokens, 0);
    try {
      for (const { prefix, shard } of shards) {
        await files.append(folder, prefix, shard.rows);
        stopIfAsked(context);
      }
      if (general !== undefined)
        mixed = await mixGeneral(general, wantedTokens(tokens, generalShare), seed, count, files, context);
    } catch (error) {
      await files.abort();
      throw error;
    }
    const exported = await files.commit();
    await rm(join(out, SHARDS), { recursive: true, force: true });
    for (const { shard } of shards) refused.push(...shard.refused);
    const read = shards.reduce((sum, { shard }) => sum + shard.read, 0);
    const kept = shards.reduce((sum, { shard }) => sum + shard.kept, 0);
    const reasons: Record<string, number> = {};
    for (const { reason } of refused) reasons[reason] = (reasons[reason] ?? 0) + 1;
    const unread = refused.length - (read - kept);
    const general_ = mixed?.tokens ?? 0;
    const report = {
      world: { ...society.world },
      components: componentsByYear(scored),
      missing: scored.missing,
      unknownNames: scored.unknownNames,
      selected: selected.map((year) => ({ ...year })),
      reasons,
      tokens: { roleplay: tokens, general: general_ },
      // The released counter, on the same rows: characters / 3 of every assistant turn, history included.
      releasedCounter: shards.reduce((sum, { shard }) => sum + shard.released, 0),
      generalShare: tokens + general_ === 0 ? null : general_ / (tokens + general_),
      generalData: mixed,
      texts: textsOf(shards.map(({ shard }) => shard)),
    };
    return {
      outputs: [
        ...exported,
        ...(trainers.includes("sharegpt") ? [await writeDatasetInfo(out)] : []),
        await writeRows(join(out, REWARDS_FILE), REWARDS_FILE, rewardRows(scored, selected)),
        await writeRows(join(out, REFUSED_FILE), REFUSED_FILE, refused),
        {
          name: SELECTION_REPORT_FILE,
          ...(await writeFileAtomic(join(out, SELECTION_REPORT_FILE), `${toJson(report, 2)}\n`)),
          rows: null,
        },
      ],
      rowsIn: read + unread,
      kept,
      refused: refused.length,
      reasons,
      licences: ["synthetic"],
      summary: {
        agentYears: scored.rewards.length,
        selected: selected.length,
        rows: files.rows,
        tokens: report.tokens,
        generalShare: report.generalShare,
        releasedCounter: report.releasedCounter,
        missingWeeks: scored.missing.reduce((sum, { weeks }) => sum + weeks.length, 0),
      },
    };
  });
}

async function writeRows(path: string, name: string, rows: readonly unknown[]) {
  const writer = await JsonlWriter.create(path);
  for (const row of rows) await writer.write(row);
  return { name, ...(await writer.commit()) };
}

function rewardRows({ rewards, years }: ScoredSociety, selected: readonly AgentYear[]): unknown[] {
  const advantage = new Map(years.map((year) => [`${year.agent} ${year.end}`, year]));
  const kept = new Set(selected.map(({ agent, end }) => `${agent} ${end}`));
  return rewards.map((reward) => {
    const year = advantage.get(`${reward.agent} ${reward.time}`)!;
    return {
      ...reward,
      period: [year.start, year.end],
      advantage: year.value,
      selected: kept.has(`${reward.agent} ${reward.time}`),
    };
  });
}

/** Spread of each component a year. */
function componentsByYear({ rewards }: ScoredSociety): unknown[] {
  const years = [...new Set(rewards.map(({ year }) => year))].sort((a, b) => a - b);
  return years.map((year) => {
    const mine = rewards.filter((reward) => reward.year === year);
    const spread = (values: readonly number[]): { mean: number; low: number; high: number } => ({
      mean: values.reduce((sum, value) => sum + value, 0) / values.length,
      low: Math.min(...values),
      high: Math.max(...values),
    });
    return {
      year,
      agents: mine.length,
      social: spread(mine.map(({ social }) => social.combined)),
      subjective: spread(mine.map(({ subjective }) => subjective.score)),
      penalties: mine.reduce((sum, { subjective }) => sum + subjective.penalties, 0),
      economic: spread(mine.map(({ economic }) => economic)),
      total: spread(mine.map(({ total }) => total)),
    };
  });
}

function textsOf(shards: readonly Shard[]): unknown {
  const each = Math.max(1, Math.floor(TEXTS / Math.max(1, shards.length)));
  const some = (of: (shard: Shard) => readonly string[]): string[] =>
    shards.flatMap((shard) => of(shard).slice(0, each));
  return {
    before: textFigures(some(({ textsRead }) => textsRead)),
    after: textFigures(some(({ textsKept }) => textsKept)),
  };
}
