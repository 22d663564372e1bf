/** Upstream files to validated records: kept.jsonl, contents.jsonl, facts.jsonl, refused.jsonl, manifest. */
import { join } from "node:path";
import type { z } from "zod";
import type { ColumnMap } from "../../data-schemas/column-map.ts";
import { contentSchema } from "../../data-schemas/content.ts";
import { InputError, internal, UsageError } from "../../data-schemas/errors.ts";
import { factSchema } from "../../data-schemas/fact.ts";
import { type EsusRecord, recordSchema } from "../../data-schemas/record.ts";
import { refusalSchema } from "../../data-schemas/refusal.ts";
import { splitReportSchema } from "../../data-schemas/split-report.ts";
import { hash53 } from "../../models/hash.ts";
import { writeFileAtomic } from "../io/atomic-file.ts";
import { type Context, stopIfAsked } from "../io/context.ts";
import { hashValue, sha256 } from "../io/hash.ts";
import { toJson } from "../io/json.ts";
import { describeIssues, JsonlWriter, readOwnJsonl, type WrittenRows } from "../io/jsonl.ts";
import {
  CONTENTS_FILE,
  FACTS_FILE,
  INGEST,
  RECORDS_FILE,
  RECORDS_PARQUET_FILE,
  REFUSED_FILE,
  SPLIT_REPORT_FILE,
} from "../io/layout.ts";
import { describeFiles } from "../io/manifest.ts";
import { writeParquet } from "../io/parquet.ts";
import { defaultKeyFile, pseudonymizer, readerKey } from "../io/pseudonym.ts";
import { expandPaths } from "../io/source-files.ts";
import { runStage, type StageOutcome, type StageReport } from "../io/stage.ts";
import { archiveOf } from "../io/zip.ts";
import type { Item, SourceAdapter } from "./adapter.ts";
import { genericSource } from "./generic.ts";
import { maskPersonal } from "./mask.ts";
import { NumberTable } from "./number-table.ts";
import { findSource } from "./registry.ts";
import { ReviewLeak } from "./review-leak.ts";
import { SplitPlan, type SplitUnit } from "./split.ts";
import { SplitCensus } from "./split-report.ts";

export interface IngestRequest {
  readonly source: string;
  readonly paths: readonly string[];
  readonly out: string;
  readonly seed: number;
  readonly splitBy: SplitUnit;
  /** For the source "generic": which column is what. */
  readonly columnMap?: ColumnMap | undefined;
  /** Whether the records are written as Parquet too. */
  readonly parquet?: boolean;
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
    // Other keys give other reader ids, hence other outputs.
    readerKey: key === null ? null : sha256(key).slice(0, 16),
  };
  const plan = {
    stage: INGEST,
    dir: request.out,
    config,
    inputs: await describeFiles([...new Set(files.map(archiveOf))]),
  };
  return runStage(plan, async () => {
    const options = { readerId: (id: string) => pseudonym(adapter.name, id), seed: request.seed };
    return writeItems(adapter.read(files, options), request, context);
  });
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

function adapterOf({ source, columnMap }: IngestRequest): SourceAdapter {
  if (source === "generic") {
    if (columnMap === undefined)
      throw new UsageError("generic: expected --map FILE.json, which says what each column is");
    return genericSource(columnMap);
  }
  if (columnMap !== undefined) throw new UsageError(`--map goes with the source "generic", not with "${source}"`);
  return findSource(source);
}

async function writeItems(
  items: AsyncGenerator<Item>,
  { out, splitBy, source, parquet = false }: IngestRequest,
  context: Context,
): Promise<StageReport> {
  const names = [RECORDS_FILE, CONTENTS_FILE, FACTS_FILE, REFUSED_FILE] as const;
  const writers = await Promise.all(names.map((name) => JsonlWriter.create(join(out, name))));
  const [records, contents, facts, refused] = writers as [JsonlWriter, JsonlWriter, JsonlWriter, JsonlWriter];
  const reasons: Record<string, number> = {};
  const licences = new Set<string>();
  const knownContents = new NumberTable();
  let rowsIn = 0;
  let kept = 0;
  const broken: string[] = [];
  const plan = new SplitPlan(splitBy);
  const leak = new ReviewLeak();
  let census = new SplitCensus(plan);
  context.progress.start(`ingest ${source}`, null);
  try {
    for await (const item of items) {
      if (item.kind === "broken") {
        broken.push(item.message);
        context.log(`ingest: ${item.message}`);
        continue;
      }
      rowsIn++;
      if (rowsIn % 1000 === 0) {
        stopIfAsked(context);
        context.progress.update(rowsIn, "rows");
      }
      if (item.kind === "refused") {
        const { reason } = item.refusal;
        reasons[reason] = (reasons[reason] ?? 0) + 1;
        await refused.write(checked(refusalSchema, item.refusal));
        continue;
      }
      kept++;
      for (const record of item.records ?? []) {
        licences.add(record.license_class);
        plan.see(record);
        const comment = record.observed_feedback.explicit?.comment;
        if (comment !== undefined) leak.addReview(record.story_id, comment);
        const row = withSplit(masked(record), plan);
        census.add(row);
        await records.write(checked(recordSchema, row));
      }
      for (const content of item.contents ?? []) {
        const name = hash53(content.content_id);
        if (knownContents.get(name) !== undefined) continue;
        knownContents.set(name, 1);
        licences.add(content.license_class);
        plan.seeContent(content.source, content.story_id, content.text);
        leak.addContent(content.story_id, content.text);
        await contents.write(checked(contentSchema, content));
      }
      for (const fact of item.facts ?? []) {
        licences.add(fact.license_class);
        await facts.write(checked(factSchema, fact));
      }
    }
    const written = [];
    for (const [i, writer] of writers.entries()) written.push({ name: names[i]!, ...(await writer.commit()) });
    const [wroteRecords, wroteContents, wroteFacts] = written.map(({ rows }) => rows);
    plan.settle();
    if (plan.needsSecondPass) {
      census = new SplitCensus(plan);
      written[0] = { name: RECORDS_FILE, ...(await rewriteSplits(join(out, RECORDS_FILE), plan, census, context)) };
    }
    const report = census.report(leak);
    if (report.review_in_features.shared_runs > 0)
      context.log(
        `ingest: ${report.review_in_features.shared_runs} runs of words stand in a review and in its story's text`,
      );
    const file = await writeFileAtomic(join(out, SPLIT_REPORT_FILE), `${toJson(splitReportSchema.parse(report), 2)}\n`);
    written.push({ name: SPLIT_REPORT_FILE, ...file, rows: null });
    if (parquet) {
      const records = readOwnJsonl(join(out, RECORDS_FILE), recordSchema);
      const columns = await writeParquet(join(out, RECORDS_PARQUET_FILE), recordSchema, records);
      written.push({ name: RECORDS_PARQUET_FILE, ...columns });
    }
    const summary = {
      splits: report.records,
      records: wroteRecords!,
      contents: wroteContents!,
      facts: wroteFacts!,
      broken,
    };
    return { outputs: written, rowsIn, kept, refused: rowsIn - kept, reasons, licences: [...licences], summary };
  } catch (error) {
    await Promise.all(writers.map((writer) => writer.abort()));
    throw error;
  } finally {
    context.progress.stop();
  }
}

/** The split is left out where the plan says none. */
function withSplit(record: EsusRecord, plan: SplitPlan): EsusRecord {
  const split = plan.splitOf(record);
  if (split !== undefined) return { ...record, split };
  const { split: _, ...rest } = record;
  return rest;
}

/** Writes the records once more where what came later changes the split of what came before. */
async function rewriteSplits(
  path: string,
  plan: SplitPlan,
  census: SplitCensus,
  context: Context,
): Promise<WrittenRows> {
  const writer = await JsonlWriter.create(path);
  let row = 0;
  context.progress.start("split", null);
  try {
    for await (const before of readOwnJsonl(path, recordSchema)) {
      const record = withSplit(before, plan);
      census.add(record);
      await writer.write(record);
      if (++row % 1000 === 0) {
        stopIfAsked(context);
        context.progress.update(row, "rows");
      }
    }
    return await writer.commit();
  } catch (error) {
    await writer.abort();
    throw error;
  }
}

/** A reader's words without what may name a person. */
function masked(record: EsusRecord): EsusRecord {
  const { explicit } = record.observed_feedback;
  if (explicit?.comment === undefined) return record;
  const comment = maskPersonal(explicit.comment);
  return { ...record, observed_feedback: { ...record.observed_feedback, explicit: { ...explicit, comment } } };
}

/** An adapter that makes a record of the wrong form is our fault. */
function checked<S extends z.ZodType>(schema: S, value: unknown): z.output<S> {
  const parsed = schema.safeParse(value);
  if (!parsed.success) throw internal(`an adapter made a row that its schema refuses: ${describeIssues(parsed.error)}`);
  return parsed.data;
}
