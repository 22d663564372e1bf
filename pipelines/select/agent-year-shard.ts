/** What is kept of one agent's year, as files of its own: they are put together when all are there. */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import type { GenerationRow } from "../../data-schemas/life.ts";
import { parseLifeTime } from "../../models/life/life-time.ts";
import type { AgentYear } from "../../models/life/returns.ts";
import { lossTokens, releasedCount, sampleOf } from "../../models/select/chat-sample.ts";
import { type FilterOptions, refusalOf } from "../../models/select/response-filter.ts";
import type { Trainer } from "../../models/select/trainer-rows.ts";
import { writeFileAtomic } from "../io/atomic-file.ts";
import { parseJson, toJson } from "../io/json.ts";
import { ExportFiles } from "./export-files.ts";
import type { LifeRun } from "./life-run.ts";
import type { CountTokens } from "./tokenizer.ts";

/** Texts of a year that figures of variety may be taken of. */
const TEXTS_OF_A_YEAR = 40;

export interface ShardSettings {
  readonly filter: FilterOptions;
  readonly trainers: readonly Trainer[];
}

const shardSchema = z.strictObject({
  /** Of each file. */
  rows: z.record(z.string(), z.int()),
  read: z.int(),
  kept: z.int(),
  tokens: z.int(),
  released: z.int(),
  refused: z.array(z.strictObject({ file: z.string(), line: z.int(), reason: z.string(), detail: z.string() })),
  textsRead: z.array(z.string()),
  textsKept: z.array(z.string()),
});
export type Shard = z.infer<typeof shardSchema>;

export async function makeShard(
  run: LifeRun,
  year: AgentYear,
  { filter, trainers }: ShardSettings,
  folder: string,
  prefix: string,
  count: CountTokens,
): Promise<Shard> {
  const files = await ExportFiles.create(folder, trainers, prefix);
  const shard: Omit<Shard, "rows"> = {
    read: 0,
    kept: 0,
    tokens: 0,
    released: 0,
    refused: [],
    textsRead: [],
    textsKept: [],
  };
  const end = parseLifeTime(year.end);
  const span = { fromYear: parseLifeTime(year.start).year, toYear: end.year, toWeek: end.week };
  try {
    for await (const rows of run.generations(year.agent, span)) {
      for (const row of rows) {
        shard.read++;
        if (!row.ok) {
          shard.refused.push({ file: row.file, line: row.line, reason: row.reason, detail: row.detail });
          continue;
        }
        const text = newText(row.value);
        if (shard.textsRead.length < TEXTS_OF_A_YEAR) shard.textsRead.push(text);
        const refusal = refusalOf(row.value, filter);
        if (refusal !== null) {
          shard.refused.push({ file: row.file, line: row.line, reason: refusal, detail: row.value.time });
          continue;
        }
        const sample = sampleOf(row.value);
        const tokens = lossTokens(sample, count);
        shard.kept++;
        shard.tokens += tokens;
        shard.released += releasedCount(sample);
        if (shard.textsKept.length < TEXTS_OF_A_YEAR) shard.textsKept.push(text);
        const { agent, start, end: periodEnd, value: advantage } = year;
        const about = { kind: "roleplay", agent, time: row.value.time, period: [start, periodEnd], advantage, tokens };
        await files.write(sample, about);
      }
    }
  } catch (error) {
    await files.abort();
    throw error;
  }
  const whole = { ...shard, rows: await files.commitShard() };
  await writeFileAtomic(join(folder, `${prefix}shard.json`), toJson(whole));
  return whole;
}

const newText = ({ outputs }: GenerationRow): string =>
  outputs.flatMap(({ role, content }) => (role === "assistant" ? [content ?? ""] : [])).join("\n");

/** Written last: its presence means that the shard is whole. */
export async function readShard(folder: string, prefix: string): Promise<Shard | null> {
  const text = await readFile(join(folder, `${prefix}shard.json`), "utf8").catch(() => null);
  return text === null ? null : (shardSchema.safeParse(parseJson(text)).data ?? null);
}
