/** What an ingest writes: records, contents, facts, refusals, and the proof of the split. */
import { join } from "node:path";
import type { z } from "zod";
import { contentSchema } from "../../data-schemas/content.ts";
import { internal } from "../../data-schemas/errors.ts";
import { factSchema } from "../../data-schemas/fact.ts";
import type { FileEntry } from "../../data-schemas/manifest.ts";
import { type EsusRecord, recordSchema } from "../../data-schemas/record.ts";
import { refusalSchema } from "../../data-schemas/refusal.ts";
import { splitReportSchema } from "../../data-schemas/split-report.ts";
import { hash53 } from "../../models/hash.ts";
import { writeFileAtomic } from "../io/atomic-file.ts";
import { type Context, stopIfAsked } from "../io/context.ts";
import { toJson } from "../io/json.ts";
import { describeIssues, JsonlWriter, readOwnJsonl, type WrittenRows } from "../io/jsonl.ts";
import {
  CONTENTS_FILE,
  FACTS_FILE,
  RECORDS_FILE,
  RECORDS_PARQUET_FILE,
  REFUSED_FILE,
  SPLIT_REPORT_FILE,
} from "../io/layout.ts";
import { writeParquet } from "../io/parquet.ts";
import type { StageReport } from "../io/stage.ts";
import type { Item } from "./adapter.ts";
import { maskPersonal } from "./mask.ts";
import { NumberTable } from "./number-table.ts";
import { ReviewLeak } from "./review-leak.ts";
import { SplitPlan, type SplitUnit } from "./split.ts";
import { SplitCensus } from "./split-report.ts";

const FILES = [RECORDS_FILE, CONTENTS_FILE, FACTS_FILE, REFUSED_FILE] as const;
type File = (typeof FILES)[number];

export class IngestOutput {
  readonly #dir: string;
  readonly #writers: Readonly<Record<File, JsonlWriter>>;
  readonly #plan: SplitPlan;
  #census: SplitCensus;
  readonly #leak = new ReviewLeak();
  readonly #reasons: Record<string, number> = {};
  readonly #licences = new Set<string>();
  readonly #knownContents = new NumberTable();
  readonly #broken: string[] = [];
  #kept = 0;
  rowsIn = 0;

  private constructor(dir: string, writers: Readonly<Record<File, JsonlWriter>>, unit: SplitUnit) {
    this.#dir = dir;
    this.#writers = writers;
    this.#plan = new SplitPlan(unit);
    this.#census = new SplitCensus(this.#plan);
  }

  static async create(dir: string, unit: SplitUnit): Promise<IngestOutput> {
    const writers = await Promise.all(FILES.map((name) => JsonlWriter.create(join(dir, name))));
    const byName = Object.fromEntries(FILES.map((name, i) => [name, writers[i]!])) as Record<File, JsonlWriter>;
    return new IngestOutput(dir, byName, unit);
  }

  /** Takes an item without waiting for the disk. */
  take(item: Item): void {
    if (item.kind === "broken") {
      this.#broken.push(item.message);
      return;
    }
    this.rowsIn++;
    if (item.kind === "refused") {
      const { reason } = item.refusal;
      this.#reasons[reason] = (this.#reasons[reason] ?? 0) + 1;
      this.#writers[REFUSED_FILE].push(checked(refusalSchema, item.refusal));
      return;
    }
    this.#kept++;
    for (const record of item.records ?? []) {
      this.#licences.add(record.license_class);
      this.#plan.see(record);
      const comment = record.observed_feedback.explicit?.comment;
      if (comment !== undefined) this.#leak.addReview(record.story_id, comment);
      const row = withSplit(masked(record), this.#plan);
      this.#census.add(row);
      this.#writers[RECORDS_FILE].push(checked(recordSchema, row));
    }
    for (const content of item.contents ?? []) {
      const name = hash53(content.content_id);
      if (this.#knownContents.get(name) !== undefined) continue;
      this.#knownContents.set(name, 1);
      this.#licences.add(content.license_class);
      this.#plan.seeContent(content.source, content.story_id, content.text);
      this.#leak.addContent(content.story_id, content.text);
      this.#writers[CONTENTS_FILE].push(checked(contentSchema, content));
    }
    for (const fact of item.facts ?? []) {
      this.#licences.add(fact.license_class);
      this.#writers[FACTS_FILE].push(checked(factSchema, fact));
    }
  }

  async drain(): Promise<void> {
    for (const name of FILES) await this.#writers[name].drain();
  }

  async finish({ parquet, context }: { parquet: boolean; context: Context }): Promise<StageReport> {
    const rows = {} as Record<File, number>;
    const outputs: FileEntry[] = [];
    for (const name of FILES) {
      const written = await this.#writers[name].commit();
      rows[name] = written.rows;
      outputs.push({ name, ...written });
    }
    this.#plan.settle();
    if (this.#plan.needsSecondPass) outputs[0] = { name: RECORDS_FILE, ...(await this.#rewriteSplits(context)) };
    const report = splitReportSchema.parse(this.#census.report(this.#leak));
    const { shared_runs } = report.review_in_features;
    if (shared_runs > 0)
      context.log(`ingest: ${shared_runs} runs of words stand both in a review and in the text of its story`);
    const file = await writeFileAtomic(join(this.#dir, SPLIT_REPORT_FILE), `${toJson(report, 2)}\n`);
    outputs.push({ name: SPLIT_REPORT_FILE, ...file, rows: null });
    if (parquet) {
      const records = readOwnJsonl(join(this.#dir, RECORDS_FILE), recordSchema);
      const columns = await writeParquet(join(this.#dir, RECORDS_PARQUET_FILE), recordSchema, records);
      outputs.push({ name: RECORDS_PARQUET_FILE, ...columns });
    }
    const summary = {
      splits: report.records,
      records: rows[RECORDS_FILE],
      contents: rows[CONTENTS_FILE],
      facts: rows[FACTS_FILE],
      broken: this.#broken,
    };
    const { rowsIn } = this;
    const [kept, reasons, licences] = [this.#kept, this.#reasons, [...this.#licences]];
    return { outputs, rowsIn, kept, refused: rowsIn - kept, reasons, licences, summary };
  }

  async abort(): Promise<void> {
    await Promise.all(FILES.map((name) => this.#writers[name].abort()));
  }

  /** Writes the records once more where what came later changes the split of what came before. */
  async #rewriteSplits(context: Context): Promise<WrittenRows> {
    const path = join(this.#dir, RECORDS_FILE);
    const writer = await JsonlWriter.create(path);
    this.#census = new SplitCensus(this.#plan);
    let row = 0;
    context.progress.start("split", null);
    try {
      for await (const before of readOwnJsonl(path, recordSchema)) {
        const record = withSplit(before, this.#plan);
        this.#census.add(record);
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
}

/** The split is left out where the plan says none. */
function withSplit(record: EsusRecord, plan: SplitPlan): EsusRecord {
  const split = plan.splitOf(record);
  if (split !== undefined) return { ...record, split };
  const { split: _, ...rest } = record;
  return rest;
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
