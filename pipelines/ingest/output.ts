/** What an ingest writes: records, contents, facts, refusals, and the proof of the split. */
import { rename, rm } from "node:fs/promises";
import { join } from "node:path";
import type { FileEntry } from "../../data-schemas/manifest.ts";
import { recordSchema, SPLITS } from "../../data-schemas/record.ts";
import { splitReportSchema } from "../../data-schemas/split-report.ts";
import { hash53 } from "../../models/hash.ts";
import { writeFileAtomic } from "../io/atomic-file.ts";
import { type Context, stopIfAsked } from "../io/context.ts";
import { toJson } from "../io/json.ts";
import { JsonlWriter, readOwnJsonl, type WrittenRows } from "../io/jsonl.ts";
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
import { NumberTable } from "./number-table.ts";
import { withSplit } from "./prepare.ts";
import type { Prepared } from "./prepared.ts";
import { ReviewLeak } from "./review-leak.ts";
import { SplitPlan, type SplitUnit, UNITS, unitOf } from "./split.ts";
import { SplitCensus } from "./split-report.ts";

/** Records whose splits may still change; it becomes RECORDS_FILE. */
const DRAFT_FILE = "records.draft";
const FILES = [DRAFT_FILE, CONTENTS_FILE, FACTS_FILE, REFUSED_FILE] as const;
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

  /** Takes rows without waiting for the disk. */
  take({ rowsIn, kept, reasons, licences, records, contents, facts, refused, broken }: Prepared): void {
    this.rowsIn += rowsIn;
    this.#kept += kept;
    this.#broken.push(...broken);
    for (const [reason, count] of Object.entries(reasons)) this.#reasons[reason] = (this.#reasons[reason] ?? 0) + count;
    for (const licence of licences) this.#licences.add(licence);
    this.#plan.seeRecords(records);
    for (const [, { runs }] of records.comments) this.#leak.addReview(runs);
    for (let i = 0; i < records.splits.length; i++)
      this.#census.add(records.splits[i]!, records.units, i * UNITS.length);
    this.#writers[DRAFT_FILE].pushLines(records.lines, records.n);
    for (const content of contents) {
      if (this.#knownContents.get(content.key) !== undefined) continue;
      this.#knownContents.set(content.key, 1);
      this.#plan.seeContent(content);
      this.#leak.addContent(content.keys?.runs ?? []);
      this.#writers[CONTENTS_FILE].pushLines(content.line, 1);
    }
    this.#writers[FACTS_FILE].pushLines(facts.lines, facts.n);
    this.#writers[REFUSED_FILE].pushLines(refused.lines, refused.n);
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
    outputs[0] = { ...(await this.#settleRecords(outputs[0]!, context)), name: RECORDS_FILE };
    const report = splitReportSchema.parse(this.#census.report(this.#leak));
    const { shared_runs } = report.review_in_features;
    if (shared_runs > 0)
      context.log(`ingest: ${shared_runs} runs of words stand both in a review and in the text of its story`);
    const file = await writeFileAtomic(join(this.#dir, SPLIT_REPORT_FILE), `${toJson(report, 2)}\n`);
    outputs.push({ name: SPLIT_REPORT_FILE, ...file, rows: null });
    if (parquet) {
      const records = stoppable(readOwnJsonl(join(this.#dir, RECORDS_FILE), recordSchema), context);
      const columns = await writeParquet(join(this.#dir, RECORDS_PARQUET_FILE), recordSchema, records);
      outputs.push({ name: RECORDS_PARQUET_FILE, ...columns });
    }
    const summary = {
      splits: report.records,
      records: rows[DRAFT_FILE],
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
    await rm(join(this.#dir, DRAFT_FILE), { force: true });
  }

  /** Gives the draft its name, or writes it once more where what came later changes the split of what came before. */
  async #settleRecords(draft: FileEntry, context: Context): Promise<Omit<FileEntry, "name">> {
    this.#plan.settle();
    const [from, to] = [join(this.#dir, DRAFT_FILE), join(this.#dir, RECORDS_FILE)];
    if (!this.#plan.needsSecondPass) {
      await rename(from, to);
      return draft;
    }
    const written = await this.#rewriteSplits(from, to, context);
    await rm(from);
    return written;
  }

  async #rewriteSplits(from: string, to: string, context: Context): Promise<WrittenRows> {
    const writer = await JsonlWriter.create(to);
    this.#census = new SplitCensus(this.#plan);
    let row = 0;
    context.progress.start("split", null);
    try {
      for await (const before of readOwnJsonl(from, recordSchema)) {
        const split = this.#plan.splitOf(before);
        const units = Float64Array.from(UNITS, (unit) => hash53(unitOf(before, unit)));
        this.#census.add(split === undefined ? null : SPLITS.indexOf(split), units, 0);
        await writer.write(withSplit(before, split));
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

async function* stoppable<T>(rows: AsyncIterable<T>, context: Context): AsyncGenerator<T> {
  let row = 0;
  for await (const each of rows) {
    if (++row % 1000 === 0) stopIfAsked(context);
    yield each;
  }
}
