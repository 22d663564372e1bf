/**
 * Text encoders side by side: width, time, and what a ridge probe reads off them. `ESUS_ENCODERS` may name folders of ONNX
 * encoders, with colons between. Probes need the research data beside the project, and are left out, loudly, without it.
 */
import { existsSync, mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { contentSchema } from "../../data-schemas/content.ts";
import { recordSchema } from "../../data-schemas/record.ts";
import { correlation } from "../../eval/axis-match.ts";
import { ridge } from "../../eval/baselines/solve.ts";
import { countWords } from "../../models/content/narrative.ts";
import { languageOf } from "../../models/content/narrative-columns.ts";
import { encodeText, fitNgramEncoder } from "../../models/content/ngram-encoder.ts";
import { segmentText } from "../../models/content/segments.ts";
import { openEncoder } from "../../pipelines/encode/open-encoder.ts";
import type { TextEncoder } from "../../pipelines/encode/text-encoder.ts";
import { ingest } from "../../pipelines/ingest/ingest.ts";
import { readOwnJsonl } from "../../pipelines/io/jsonl.ts";
import type { BenchRow } from "../contender.ts";
import { QUIET } from "../reader/world.ts";

const DATA = join(import.meta.dirname, "../../../shared/data");
const FOLDS = 5;
const RIDGE = 1;

interface Probe {
  readonly name: string;
  readonly texts: readonly string[];
  readonly targets: readonly number[];
}

export async function benchEncoders(): Promise<{ rows: BenchRow[]; notes: string[] }> {
  const probes = await probesOf();
  const rows: BenchRow[] = [];
  const named = (process.env["ESUS_ENCODERS"] ?? "").split(":").filter((folder) => folder !== "");
  const encoders: TextEncoder[] = [corpusEncoder(probes.flatMap(({ texts }) => texts))];
  for (const encoder of ["ngram-lsa-1", ...named]) encoders.push(await openEncoder({ encoder, remote: false }));
  for (const encoder of encoders) {
    const row = (task: string, value: number, unit: string, runs: number): void =>
      void rows.push({ task, contender: encoder.name, median: value, min: value, max: value, unit, runs });
    row("width", encoder.width, "dims", 1);
    for (const { name, texts, targets } of probes) {
      const started = performance.now();
      const vectors = await meanVectors(encoder, texts);
      const words = texts.reduce((sum, text) => sum + countWords(text, languageOf(text)), 0);
      row(`${name}: time`, (performance.now() - started) / (words / 1000), "ms a thousand words", texts.length);
      row(`${name}: probe`, probe(vectors, encoder.width, targets), "correlation, five folds", texts.length);
    }
    await encoder.close();
  }
  const notes = probes.length > 0 ? [] : [`encoders: ${DATA} is not there, so no probe was read`];
  return { rows, notes };
}

/** TF-IDF of the very texts that are probed, by random signs: what the embedded encoder replaced. */
function corpusEncoder(texts: readonly string[]): TextEncoder {
  const width = 256;
  const encoder = fitNgramEncoder(texts, width);
  const embed = async (batch: readonly string[]): Promise<Float32Array> => {
    const out = new Float32Array(batch.length * width);
    for (const [row, text] of batch.entries()) out.set(encodeText(encoder, text), row * width);
    return out;
  };
  return { name: "TF-IDF of the corpus itself", width, embed, close: async () => {} };
}

async function meanVectors(encoder: TextEncoder, texts: readonly string[]): Promise<Float64Array> {
  const out = new Float64Array(texts.length * encoder.width);
  for (const [i, text] of texts.entries()) {
    const windows = segmentText(text);
    if (windows.length === 0) continue;
    const vectors = await encoder.embed(windows);
    for (const [j, value] of vectors.entries()) out[i * encoder.width + (j % encoder.width)]! += value / windows.length;
  }
  return out;
}

/** Correlation of out-of-fold ridge predictions with the target. */
function probe(vectors: Float64Array, width: number, targets: readonly number[]): number {
  const n = targets.length;
  const predicted = new Float64Array(n);
  for (let fold = 0; fold < FOLDS; fold++) {
    const training = targets.flatMap((_, i) => (i % FOLDS === fold ? [] : [i]));
    const mean = training.reduce((sum, i) => sum + targets[i]!, 0) / training.length;
    const centre = new Float64Array(width);
    for (const i of training) for (let e = 0; e < width; e++) centre[e]! += vectors[i * width + e]! / training.length;
    const rows = training.map((i) => ({
      x: vectors.subarray(i * width, (i + 1) * width).map((value, e) => value - centre[e]!),
      y: targets[i]! - mean,
    }));
    const beta = ridge(width, RIDGE, rows);
    for (let i = fold; i < n; i += FOLDS)
      for (let e = 0; e < width; e++) predicted[i]! += beta[e]! * (vectors[i * width + e]! - centre[e]!);
  }
  return correlation(predicted, targets);
}

async function probesOf(): Promise<Probe[]> {
  if (!existsSync(DATA)) return [];
  const dir = mkdtempSync(join(tmpdir(), "esus-encoders-"));
  const load = async (source: string, folder: string): Promise<string> => {
    const out = join(dir, source);
    await ingest({ source, paths: [join(DATA, folder)], out, seed: 1, splitBy: "answer", threads: 2 }, QUIET);
    return out;
  };
  const probes: Probe[] = [];
  const comments = await load("qidian-webnovel", "qidian_webnovel");
  for (const language of ["en", "zh"] as const) {
    const texts: string[] = [];
    const targets: number[] = [];
    for await (const record of readOwnJsonl(join(comments, "kept.jsonl"), recordSchema)) {
      const sentiment = record.gold_labels?.sentiment;
      const comment = record.observed_feedback.explicit?.comment;
      if (sentiment === undefined || comment === undefined || languageOf(comment) !== language) continue;
      texts.push(comment);
      targets.push(["negative", "neutral", "positive"].indexOf(sentiment) - 1);
    }
    probes.push({ name: `sentiment of comments, ${language}`, texts, targets });
  }
  const books = await load("longstoryeval", "longstoryeval");
  const sums = new Map<string, { sum: number; n: number }>();
  for await (const { story_id, observed_feedback } of readOwnJsonl(join(books, "kept.jsonl"), recordSchema)) {
    const rating = observed_feedback.explicit?.rating;
    if (rating == null) continue;
    const entry = sums.get(story_id) ?? { sum: 0, n: 0 };
    sums.set(story_id, { sum: entry.sum + rating, n: entry.n + 1 });
  }
  const texts: string[] = [];
  const targets: number[] = [];
  for await (const { story_id, text } of readOwnJsonl(join(books, "contents.jsonl"), contentSchema)) {
    const entry = sums.get(story_id);
    if (entry === undefined || entry.n < 20 || text === "") continue;
    texts.push(text);
    targets.push(entry.sum / entry.n);
  }
  probes.push({ name: "mean rating of books, by premise and summary", texts, targets });
  return probes;
}
