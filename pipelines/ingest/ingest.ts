/** Upstream files to validated records: kept.jsonl, contents.jsonl, facts.jsonl, refused.jsonl, manifest. */
import { stat } from "node:fs/promises";
import { availableParallelism } from "node:os";
import type { ColumnMap } from "../../data-schemas/column-map.ts";
import { InputError, UsageError } from "../../data-schemas/errors.ts";
import type { FileEntry } from "../../data-schemas/manifest.ts";
import type { PopulationSettings } from "../../data-schemas/population.ts";
import { type Context, stopIfAsked } from "../io/context.ts";
import { hashValue, sha256 } from "../io/hash.ts";
import { INGEST } from "../io/layout.ts";
import { describeFiles } from "../io/manifest.ts";
import { defaultKeyFile, pseudonymizer, readerKey } from "../io/pseudonym.ts";
import { expandPaths } from "../io/source-files.ts";
import { runStage, type StageOutcome, type StageReport } from "../io/stage.ts";
import { archiveOf } from "../io/zip.ts";
import type { ReadOptions, SourceAdapter } from "./adapter.ts";
import { genericSource } from "./generic.ts";
import { LinePool } from "./line-pool.ts";
import { IngestOutput } from "./output.ts";
import { prepare } from "./prepare.ts";
import type { Prepared } from "./prepared.ts";
import { findSource } from "./registry.ts";
import { SIMULATOR, simulatorSource } from "./simulator.ts";
import type { SplitUnit } from "./split.ts";

export interface IngestRequest {
  readonly source: string;
  readonly paths: readonly string[];
  readonly out: string;
  readonly seed: number;
  readonly splitBy: SplitUnit;
  /** For the source "generic": which column is what. */
  readonly columnMap?: ColumnMap | undefined;
  /** For the source "simulator": how many readers, stories and turns, and how they differ. */
  readonly population?: PopulationSettings | undefined;
  /** Files of a finished ingest that the population's settings were fitted to. */
  readonly fittedTo?: readonly FileEntry[];
  /** Whether the records are written as Parquet too. */
  readonly parquet?: boolean;
  /** Threads that share large files of lines, four at most; 1: this one only. The bytes written do not depend on it. */
  readonly threads?: number;
  /** Bytes from which on files of lines are large. */
  readonly largeBytes?: number;
}

/** @throws {UsageError | InputError} The source is unknown, or its files are not there. */
export async function ingest(request: IngestRequest, context: Context): Promise<StageOutcome> {
  const adapter = adapterOf(request);
  const files = adapter.generated === true ? [] : await findFiles(adapter, request.paths, context);
  const key = adapter.generated === true ? null : await readerKey(defaultKeyFile());
  const pseudonym = key === null ? (_: string, id: string) => id : pseudonymizer(key);
  const config = {
    source: adapter.name,
    splitBy: request.splitBy,
    seed: adapter.generated === true ? request.seed : null,
    parquet: request.parquet ?? false,
    columnMap: request.columnMap === undefined ? null : hashValue(request.columnMap),
    population: request.population === undefined ? null : hashValue(request.population),
    // Other keys give other reader ids, hence other outputs.
    readerKey: key === null ? null : sha256(key).slice(0, 16),
  };
  const plan = {
    stage: INGEST,
    dir: request.out,
    config,
    inputs: [...(request.fittedTo ?? []), ...(await describeFiles([...new Set(files.map(archiveOf))]))],
  };
  return runStage(plan, async () => {
    const options = { readerId: (id: string) => pseudonym(adapter.name, id), seed: request.seed };
    const pool = key === null ? null : await poolFor(adapter, files, options, request, key);
    try {
      return await writeRows(preparedRows(adapter, files, options, request.splitBy, pool), request, context);
    } finally {
      await pool?.close();
    }
  });
}

/** More threads would pass the memory that a stage may take. */
const MOST_THREADS = 4;
/** Below it threads cost more to start than they save. */
const LARGE_BYTES = 1 << 25;

/** null: one thread does it. */
async function poolFor(
  adapter: SourceAdapter,
  files: readonly string[],
  options: ReadOptions,
  { threads: asked = availableParallelism(), largeBytes = LARGE_BYTES, splitBy }: IngestRequest,
  key: Buffer,
): Promise<LinePool | null> {
  const threads = Math.min(MOST_THREADS, asked);
  const lined = files.filter((file) => adapter.lineItem?.(file, options) !== undefined);
  const sizes = await Promise.all(lined.map(async (file) => (await stat(archiveOf(file))).size));
  const bytes = sizes.reduce((sum, size) => sum + size, 0);
  if (threads < 2 || lined.length === 0 || bytes < largeBytes) return null;
  return new LinePool(threads, { source: adapter.name, unit: splitBy, key });
}

async function* preparedRows(
  adapter: SourceAdapter,
  files: readonly string[],
  options: ReadOptions,
  unit: SplitUnit,
  pool: LinePool | null,
): AsyncGenerator<Prepared> {
  const inTurn = async function* (some: readonly string[]): AsyncGenerator<Prepared> {
    for await (const items of adapter.read(some, options)) yield prepare(items, unit);
  };
  if (pool === null) {
    yield* inTurn(files);
    return;
  }
  for (const file of files) yield* adapter.lineItem?.(file, options) === undefined ? inTurn([file]) : pool.read(file);
}

/** The source's files under the given paths. @throws {InputError} There is none. */
async function findFiles(
  { name, format, select }: SourceAdapter,
  paths: readonly string[],
  context: Context,
): Promise<readonly string[]> {
  if (paths.length === 0) throw new InputError(`${name}: expected a path; it reads ${format}`);
  const all = await expandPaths(paths);
  const files = select(all);
  if (files.length === 0) {
    throw new InputError(
      `${name}: none of the ${all.length} files under ${paths.join(", ")} is one that it reads: ${format}`,
    );
  }
  const others = all.length - files.length;
  if (others > 0) context.log(`ingest: ${others} file(s) there are not of ${name} and were left alone`);
  return files;
}

function adapterOf({ source, columnMap, population }: IngestRequest): SourceAdapter {
  if (source === "generic") {
    if (columnMap === undefined)
      throw new UsageError("generic: expected --map FILE.json, which says what each column is");
    return genericSource(columnMap);
  }
  if (columnMap !== undefined) throw new UsageError(`--map goes with the source "generic", not with "${source}"`);
  return source === SIMULATOR ? simulatorSource(population) : findSource(source);
}

async function writeRows(
  batches: AsyncGenerator<Prepared>,
  { out, splitBy, source, parquet = false }: IngestRequest,
  context: Context,
): Promise<StageReport> {
  const output = await IngestOutput.create(out, splitBy);
  context.progress.start(`ingest ${source}`, null);
  try {
    for await (const prepared of batches) {
      for (const message of prepared.broken) context.log(`ingest: ${message}`);
      output.take(prepared);
      await output.drain();
      stopIfAsked(context);
      context.progress.update(output.rowsIn, "rows");
    }
    return await output.finish({ parquet, context });
  } catch (error) {
    await output.abort();
    throw error;
  } finally {
    context.progress.stop();
  }
}
