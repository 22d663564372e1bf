/**
 * Texts to vectors and narrative columns, once for all that point at them. What a text gives depends on the text and the
 * encoder alone, so rows are reused by the hash of the text: from shards of an interrupted run, and from the result before.
 */
import { mkdir, readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { InputError } from "../../data-schemas/errors.ts";
import type { Manifest } from "../../data-schemas/manifest.ts";
import { isReadable, languageOf, measureColumns, NARRATIVE_COLUMNS } from "../../models/content/narrative-columns.ts";
import { SEGMENTS, segmentText } from "../../models/content/segments.ts";
import { codeVersion } from "../io/code-version.ts";
import { type Context, stopIfAsked } from "../io/context.ts";
import { type EncodedRow, gatherRows } from "../io/encoded-rows.ts";
import { type EncodedTexts, readEncodedTexts, writeEncodedTexts } from "../io/encoded-texts.ts";
import { hashValue } from "../io/hash.ts";
import { EMBEDDINGS_FILE, ENCODE, INGEST, PAIRS } from "../io/layout.ts";
import { requireManifest } from "../io/manifest.ts";
import { runStage, type StageOutcome } from "../io/stage.ts";
import { type EncoderChoice, openEncoder } from "./open-encoder.ts";
import type { TextEncoder } from "./text-encoder.ts";
import { type Text, textsFile, textsIn } from "./texts.ts";

export interface EncodeRequest extends EncoderChoice {
  /** Folders of finished ingests, and of pairs. */
  readonly folders: readonly string[];
  readonly out: string;
}

/** Texts between two stops, and between two shards of an unfinished run. */
const BATCH = 32;
const SHARD = 2048;
const SHARDS = "shards";

export async function encode(request: EncodeRequest, context: Context): Promise<StageOutcome> {
  const { folders, out } = request;
  const manifests = await Promise.all(folders.map((dir) => requireManifest(dir, [INGEST, PAIRS])));
  const inputs = manifests.flatMap((each) => each.outputs.filter(({ name }) => name === textsFile(each)));
  const encoder = await openEncoder(request);
  const config = { encoder: encoder.name, width: encoder.width, columns: NARRATIVE_COLUMNS.length, segments: SEGMENTS };
  try {
    return await runStage({ stage: ENCODE, dir: out, config, inputs }, () =>
      work(request, manifests, encoder, context),
    );
  } finally {
    context.progress.stop();
    await encoder.close();
  }
}

async function work(
  { folders, out }: EncodeRequest,
  manifests: readonly Manifest[],
  encoder: TextEncoder,
  context: Context,
) {
  const code = await codeVersion();
  const cache = await Cache.open(out, encoder, code, context);
  const seen = new Map<string, string>();
  const order: { id: string; hash: string }[] = [];
  let waiting: (Text & { hash: string })[] = [];
  let [rowsIn, characters, cached, unreadable] = [0, 0, 0, 0];
  const flush = async (): Promise<void> => {
    for (const row of await encodeBatch(waiting, encoder)) await cache.add(row);
    waiting = [];
    stopIfAsked(context);
    context.progress.update(order.length);
  };
  context.progress.start("encode", null);
  try {
    for (const [i, dir] of folders.entries()) {
      for await (const text of textsIn(dir, manifests[i]!)) {
        rowsIn++;
        const hash = hashValue({ text: text.text, isChapter: text.isChapter, bible: text.bible ?? null });
        const known = seen.get(text.id);
        if (known !== undefined && known !== hash)
          throw new InputError(
            `${dir}: content ${text.id} has another text in a folder before it; records would point at the wrong one`,
          );
        if (known !== undefined) continue;
        seen.set(text.id, hash);
        order.push({ id: text.id, hash });
        characters += text.text.length;
        if (!isReadable(text.text)) unreadable++;
        if (cache.has(hash)) cached++;
        else waiting.push({ ...text, hash });
        if (waiting.length >= BATCH) await flush();
      }
    }
    await flush();
  } catch (error) {
    // What is done stays for the next run, Ctrl-C or not.
    await cache.save();
    throw error;
  }
  const rows = order.map(({ id, hash }) => ({ ...cache.row(hash), id }));
  const written = await writeEncodedTexts(join(out, EMBEDDINGS_FILE), gatherRows(rows, encoder, code));
  await rm(join(out, SHARDS), { recursive: true, force: true });
  if (unreadable > 0)
    context.log(
      `encode: ${unreadable} text(s) are empty or mostly in no script that is known; nothing of their narrative is measured`,
    );
  return {
    outputs: [{ name: EMBEDDINGS_FILE, ...written, rows: order.length }],
    rowsIn,
    kept: rowsIn,
    refused: 0,
    reasons: {},
    licences: [...new Set(manifests.flatMap(({ licences }) => licences))],
    summary: { texts: order.length, cached, characters, unreadable },
  };
}

export async function encodeBatch(
  texts: readonly (Text & { hash: string })[],
  encoder: TextEncoder,
): Promise<EncodedRow[]> {
  const windows = texts.map(({ text }) => segmentText(text));
  const all = windows.flat();
  const vectors = all.length === 0 ? new Float32Array() : await encoder.embed(all);
  let at = 0;
  return texts.map(({ id, hash, text, isChapter, bible }, i) => {
    const count = windows[i]!.length;
    const from = at * encoder.width;
    at += count;
    const language = languageOf(text);
    const columns = isChapter && isReadable(text) ? measureColumns(text, language, bible ?? {}) : null;
    return { id, hash, language, segments: count, embedding: vectors.slice(from, at * encoder.width), columns };
  });
}

/** Rows by the hash of their text; those of this run go to disk every SHARD rows. */
class Cache {
  readonly #dir: string;
  readonly #encoder: TextEncoder;
  readonly #code: string;
  readonly #rows = new Map<string, EncodedRow>();
  #fresh: EncodedRow[] = [];
  #shards = 0;

  private constructor(dir: string, encoder: TextEncoder, code: string) {
    this.#dir = dir;
    this.#encoder = encoder;
    this.#code = code;
  }

  static async open(out: string, encoder: TextEncoder, code: string, context: Context): Promise<Cache> {
    const cache = new Cache(join(out, SHARDS), encoder, code);
    await mkdir(cache.#dir, { recursive: true });
    const shards = (await readdir(cache.#dir)).filter((name) => name.endsWith(".arrow")).sort();
    cache.#shards = shards.length;
    for (const path of [join(out, EMBEDDINGS_FILE), ...shards.map((name) => join(cache.#dir, name))]) {
      // A missing, damaged or foreign table is no cache, nor one that other code has measured.
      const table = await readEncodedTexts(path).catch(() => null);
      if (table === null || table.encoder !== encoder.name || table.code !== code) continue;
      for (const row of rowsOf(table)) cache.#rows.set(row.hash, row);
    }
    if (shards.length > 0) context.log(`encode: continues with ${cache.#rows.size} texts that are encoded already`);
    return cache;
  }

  has(hash: string): boolean {
    return this.#rows.has(hash);
  }

  row(hash: string): EncodedRow {
    return this.#rows.get(hash)!;
  }

  async add(row: EncodedRow): Promise<void> {
    this.#rows.set(row.hash, row);
    this.#fresh.push(row);
    if (this.#fresh.length >= SHARD) await this.save();
  }

  async save(): Promise<void> {
    if (this.#fresh.length === 0) return;
    const name = `${String(this.#shards++).padStart(6, "0")}.arrow`;
    await writeEncodedTexts(join(this.#dir, name), gatherRows(this.#fresh, this.#encoder, this.#code));
    this.#fresh = [];
  }
}

function* rowsOf(table: EncodedTexts): Generator<EncodedRow> {
  const [stride, F] = [SEGMENTS * table.width, table.columnNames.length];
  for (const [i, hash] of table.hashes.entries()) {
    const segments = table.segments[i]!;
    const embedding = table.embedding.subarray(i * stride, i * stride + segments * table.width);
    const columns = table.measured[i] === 1 ? Float64Array.from(table.columns.subarray(i * F, (i + 1) * F)) : null;
    yield { id: table.ids[i]!, hash, language: table.languages[i]!, segments, embedding, columns };
  }
}
