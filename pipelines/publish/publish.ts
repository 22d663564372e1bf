/** Copies out of finished ingests and labels what the licences let out, and counts what they do not. */
import { join, resolve } from "node:path";
import type { z } from "zod";
import { contentSchema } from "../../data-schemas/content.ts";
import { factSchema } from "../../data-schemas/fact.ts";
import { labelSchema } from "../../data-schemas/label.ts";
import { recordSchema } from "../../data-schemas/record.ts";
import { type Context, stopIfAsked } from "../io/context.ts";
import { JsonlWriter, readOwnJsonl } from "../io/jsonl.ts";
import { CONTENTS_FILE, FACTS_FILE, INGEST, LABEL, LABELS_FILE, PUBLISH, RECORDS_FILE } from "../io/layout.ts";
import { requireManifest } from "../io/manifest.ts";
import { runStage, type StageOutcome } from "../io/stage.ts";
import { type Release, releaseContent, releaseFact, releaseLabel, releaseRecord } from "./redaction.ts";

export interface PublishRequest {
  /** Folders of finished ingests and labels. */
  readonly folders: readonly string[];
  readonly out: string;
}

/** What the stage counts: rows that stayed by their class, and rows that left without their words. */
interface Counts {
  rowsIn: number;
  readonly withheld: Record<string, number>;
  readonly stripped: Record<string, number>;
  readonly licences: Set<string>;
}

export async function publish(request: PublishRequest, context: Context): Promise<StageOutcome> {
  const { out } = request;
  // A folder that is named twice is published once.
  const folders = [...new Set(request.folders.map((dir) => resolve(dir)))];
  const manifests = await Promise.all(folders.map((dir) => requireManifest(dir, [INGEST, LABEL])));
  const names = [RECORDS_FILE, CONTENTS_FILE, FACTS_FILE, LABELS_FILE];
  const inputs = manifests.flatMap(({ outputs }) => outputs.filter(({ name }) => names.includes(name)));
  return runStage({ stage: PUBLISH, dir: out, config: {}, inputs }, async () => {
    const counts: Counts = { rowsIn: 0, withheld: {}, stripped: {}, licences: new Set() };
    const writers: { name: string; writer: JsonlWriter }[] = [];
    const copy = async <S extends z.ZodType<{ license_class: string }>>(
      name: string,
      schema: S,
      releaseOf: (row: z.output<S>) => Release<z.output<S>>,
    ): Promise<void> => {
      const writer = await JsonlWriter.create(join(out, name));
      writers.push({ name, writer });
      const having = folders.filter((_, i) => manifests[i]!.outputs.some((output) => output.name === name));
      for (const dir of having) await copyRows(join(dir, name), schema, releaseOf, writer, counts, context);
    };
    context.progress.start("publish", null);
    try {
      await copy(RECORDS_FILE, recordSchema, releaseRecord);
      await copy(CONTENTS_FILE, contentSchema, releaseContent);
      await copy(FACTS_FILE, factSchema, releaseFact);
      await copy(LABELS_FILE, labelSchema, releaseLabel);
      const outputs = [];
      for (const { name, writer } of writers) outputs.push({ name, ...(await writer.commit()) });
      const kept = outputs.reduce((sum, { rows }) => sum + rows, 0);
      const refused = Object.values(counts.withheld).reduce((sum, count) => sum + count, 0);
      return {
        outputs,
        rowsIn: counts.rowsIn,
        kept,
        refused,
        reasons: counts.withheld,
        licences: [...counts.licences],
        summary: { rows: kept, withheld: counts.withheld, withoutWords: counts.stripped },
      };
    } catch (error) {
      await Promise.all(writers.map(({ writer }) => writer.abort()));
      throw error;
    } finally {
      context.progress.stop();
    }
  });
}

async function copyRows<S extends z.ZodType<{ license_class: string }>>(
  path: string,
  schema: S,
  releaseOf: (row: z.output<S>) => Release<z.output<S>>,
  writer: JsonlWriter,
  counts: Counts,
  context: Context,
): Promise<void> {
  for await (const row of readOwnJsonl(path, schema)) {
    counts.rowsIn++;
    if (counts.rowsIn % 1000 === 0) {
      stopIfAsked(context);
      context.progress.update(counts.rowsIn, "rows");
    }
    const released = releaseOf(row);
    const bucket = released.kind === "withheld" ? counts.withheld : released.kind === "labels" ? counts.stripped : null;
    if (bucket !== null) bucket[row.license_class] = (bucket[row.license_class] ?? 0) + 1;
    if (released.kind === "withheld") continue;
    counts.licences.add(row.license_class);
    await writer.write(released.row);
  }
}
