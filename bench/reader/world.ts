/** A population with its pairs and its encoding, in a folder of its own. */
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { populationSchema } from "../../data-schemas/population.ts";
import { MODEL_SIZES, type Size, trainConfigSchema } from "../../data-schemas/train-config.ts";
import { fitNormaliser, medianContent } from "../../models/content/normaliser.ts";
import { initEsus } from "../../models/esus.ts";
import type { ReaderData } from "../../models/reader/reader-data.ts";
import { makeRng } from "../../models/rng.ts";
import { float32 } from "../../models/tensor/host-array.ts";
import { encode } from "../../pipelines/encode/encode.ts";
import { ingest } from "../../pipelines/ingest/ingest.ts";
import type { Context } from "../../pipelines/io/context.ts";
import { SILENT } from "../../pipelines/io/progress.ts";
import { type Folders, loadReaders, readerDataOf, trainMarginal } from "../../pipelines/io/reader-set.ts";
import { makePairs } from "../../pipelines/pairs/pairs.ts";

export const QUIET: Context = { progress: SILENT, log: () => {}, signal: new AbortController().signal };

export async function makeWorld(readers: number, seed = 1): Promise<Folders> {
  const dir = mkdtempSync(join(tmpdir(), "esus-bench-"));
  const at = (name: string): string => join(dir, name);
  const population = populationSchema.parse({ readers });
  await ingest(
    { source: "simulator", paths: [], out: at("population"), seed, splitBy: "reader", threads: 2, population },
    QUIET,
  );
  const kinds = ["axis"] as const;
  await makePairs(
    { ingested: [at("population")], out: at("pairs"), kinds, seed, perAxis: 6, editsPerChapter: 1, writer: null },
    QUIET,
  );
  const folders = [at("population"), at("pairs")];
  await encode({ folders, out: at("encode"), encoder: "ngram-lsa-1", remote: false }, QUIET);
  return { ingested: [at("population")], pairs: [at("pairs")], encoded: at("encode") };
}

export async function openWorld(folders: Folders, size: Size, batchSize: number) {
  const set = await loadReaders(folders, null);
  const F = set.texts.columnNames.length;
  const data: ReaderData = readerDataOf(set, fitNormaliser(set.texts, set.contents, F), trainMarginal(set));
  const config = trainConfigSchema.parse({ size, batchSize });
  const widths = { embedding: set.texts.width, columns: F, ...MODEL_SIZES[size], sources: set.sources.length };
  const drawn = initEsus(widths, makeRng(1));
  const centre = float32(drawn.content.centre.shape, medianContent(data.tables, set.contents));
  return { data, config, params: { ...drawn, content: { ...drawn.content, centre } } };
}
