/** Upstream files to validated records: kept.jsonl, contents.jsonl, refused.jsonl and the manifest. */
import { join } from "node:path";
import type { z } from "zod";
import { contentSchema } from "../../data-schemas/content.ts";
import { internal } from "../../data-schemas/errors.ts";
import { recordSchema } from "../../data-schemas/record.ts";
import { type Context, stopIfAsked } from "../io/context.ts";
import { sha256 } from "../io/hash.ts";
import { describeIssues, JsonlWriter } from "../io/jsonl.ts";
import { CONTENTS_FILE, INGEST, RECORDS_FILE, REFUSED_FILE } from "../io/layout.ts";
import { describeFiles } from "../io/manifest.ts";
import { defaultKeyFile, pseudonymizer, readerKey } from "../io/pseudonym.ts";
import { runStage, type StageOutcome } from "../io/stage.ts";
import type { Item } from "./adapter.ts";
import { findSource } from "./registry.ts";
import { type SplitUnit, splitOf } from "./split.ts";

export interface IngestRequest {
  readonly source: string;
  readonly paths: readonly string[];
  readonly out: string;
  readonly seed: number;
  readonly splitBy: SplitUnit;
}

/** @throws {UsageError | InputError} The source is unknown, or its files are not there. */
export async function ingest(request: IngestRequest, context: Context): Promise<StageOutcome> {
  const adapter = findSource(request.source);
  const files = await adapter.files(request.paths);
  const key = adapter.generated === true ? null : await readerKey(defaultKeyFile());
  const pseudonym = key === null ? (_: string, id: string) => id : pseudonymizer(key);
  const config = {
    source: adapter.name,
    splitBy: request.splitBy,
    seed: adapter.generated === true ? request.seed : null,
    // Other keys give other reader ids, hence other outputs.
    readerKey: key === null ? null : sha256(key).slice(0, 16),
  };
  const plan = { stage: INGEST, dir: request.out, config, inputs: await describeFiles(files) };
  return runStage(plan, async () => {
    const options = { readerId: (id: string) => pseudonym(adapter.name, id), seed: request.seed };
    const outcome = await writeItems(adapter.read(files, options), request, context);
    return { ...outcome, licences: [adapter.licence] };
  });
}

async function writeItems(items: AsyncGenerator<Item>, { out, splitBy, source }: IngestRequest, context: Context) {
  const records = await JsonlWriter.create(join(out, RECORDS_FILE));
  const contents = await JsonlWriter.create(join(out, CONTENTS_FILE));
  const refused = await JsonlWriter.create(join(out, REFUSED_FILE));
  const reasons: Record<string, number> = {};
  const splits: Record<string, number> = {};
  let rowsIn = 0;
  context.progress.start(`ingest ${source}`, null);
  try {
    for await (const item of items) {
      rowsIn++;
      if (rowsIn % 1000 === 0) {
        stopIfAsked(context);
        context.progress.update(rowsIn, "rows");
      }
      if (item.kind === "record") {
        const split = splitOf(item.record, splitBy);
        splits[split] = (splits[split] ?? 0) + 1;
        await records.write(checked(recordSchema, { ...item.record, split }));
      } else if (item.kind === "content") {
        await contents.write(checked(contentSchema, item.content));
      } else {
        reasons[item.refusal.reason] = (reasons[item.refusal.reason] ?? 0) + 1;
        await refused.write(item.refusal);
      }
    }
    const written = {
      [RECORDS_FILE]: await records.commit(),
      [CONTENTS_FILE]: await contents.commit(),
      [REFUSED_FILE]: await refused.commit(),
    };
    const outputs = Object.entries(written).map(([name, file]) => ({ name, ...file }));
    const kept = written[RECORDS_FILE]!.rows + written[CONTENTS_FILE]!.rows;
    return { outputs, rowsIn, kept, refused: written[REFUSED_FILE]!.rows, reasons, summary: { splits } };
  } catch (error) {
    await Promise.all([records.abort(), contents.abort(), refused.abort()]);
    throw error;
  } finally {
    context.progress.stop();
  }
}

/** An adapter that makes a record of the wrong form is our fault. */
function checked<S extends z.ZodType>(schema: S, value: unknown): z.output<S> {
  const parsed = schema.safeParse(value);
  if (!parsed.success) throw internal(`an adapter made a row that its schema refuses: ${describeIssues(parsed.error)}`);
  return parsed.data;
}
