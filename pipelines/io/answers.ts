/** Records and embeddings as the arrays that training and evaluation work on. */
import { join } from "node:path";
import { InputError } from "../../data-schemas/errors.ts";
import type { FileEntry, Manifest } from "../../data-schemas/manifest.ts";
import { recordSchema, type Split } from "../../data-schemas/record.ts";
import { standardize } from "../../models/reader/batch.ts";
import type { Answer } from "../../models/reader/history.ts";
import { makeReaderData, type ReaderData } from "../../models/reader/reader-data.ts";
import { readEmbeddings } from "./embeddings.ts";
import { readOwnJsonl } from "./jsonl.ts";
import { CONTENTS_FILE, EMBEDDINGS_FILE, ENCODE, INGEST, RECORDS_FILE } from "./layout.ts";
import { requireManifest } from "./manifest.ts";

/** An answer with a rating, and whose it is. */
export interface RatedAnswer extends Answer {
  readonly exampleId: string;
  readonly split: Split;
}

export interface AnswerSet {
  readonly answers: readonly RatedAnswer[];
  /** Names by index. */
  readonly readerIds: readonly string[];
  readonly storyIds: readonly string[];
  /** Standardised. Shape [C, width]. */
  readonly embedding_CE: Float32Array;
  readonly width: number;
  readonly rowsIn: number;
  /** Rows that are not used, by reason; together with the answers they make up rowsIn. */
  readonly unused: Readonly<Record<string, number>>;
}

/** Files and licences of what training and evaluation read. */
export interface AnswerInputs {
  readonly files: FileEntry[];
  readonly licences: string[];
}

/**
 * Checks that the ingests and their encoding are finished, and belong together.
 * @throws {InputError} One is not, or the encoding was made of other texts.
 */
export async function requireAnswerInputs(ingested: readonly string[], encoded: string): Promise<AnswerInputs> {
  const ingests = await Promise.all(ingested.map((dir) => requireManifest(dir, [INGEST])));
  const encoding = await requireManifest(encoded, [ENCODE]);
  const pick = (manifest: Manifest, names: readonly string[]): FileEntry[] =>
    names.flatMap((name) => manifest.outputs.filter((file) => file.name === name));
  const hashes = (files: readonly FileEntry[]): string =>
    files
      .map(({ sha256 }) => sha256)
      .sort()
      .join();
  if (hashes(ingests.flatMap((manifest) => pick(manifest, [CONTENTS_FILE]))) !== hashes(encoding.inputs)) {
    throw new InputError(
      `${encoded}: was made of other texts than those of ${ingested.join(", ")}; run esus encode on them`,
    );
  }
  return {
    files: [...ingests.flatMap((manifest) => pick(manifest, [RECORDS_FILE])), ...pick(encoding, [EMBEDDINGS_FILE])],
    licences: [...new Set([...ingests, encoding].flatMap(({ licences }) => licences))],
  };
}

/**
 * Reads finished ingests and their encoding. A reader who answered one story, or one chapter of it, in several rows
 * (a rating and a worded review of it) counts once, by the first row.
 * @throws {InputError} No row has a rating.
 */
export async function loadAnswers(ingested: readonly string[], encoded: string): Promise<AnswerSet> {
  const { ids, embedding, width } = await readEmbeddings(join(encoded, EMBEDDINGS_FILE));
  const rows = new Map(ids.map((id, row) => [`content:${id}`, row]));
  const readers = new Numbering();
  const stories = new Numbering();
  const seen = new Set<string>();
  const answers: RatedAnswer[] = [];
  const unused: Record<string, number> = {};
  let rowsIn = 0;
  for (const dir of ingested) {
    for await (const record of readOwnJsonl(join(dir, RECORDS_FILE), recordSchema)) {
      rowsIn++;
      const rating = record.observed_feedback.explicit?.rating ?? null;
      const item = `${record.source}\0${record.story_id}\0${record.chapter_id ?? ""}`;
      const pair = `${record.user_id}\0${item}`;
      const { split } = record;
      const reason =
        rating === null
          ? "no-rating"
          : seen.has(pair)
            ? "second-row-of-an-answer"
            : split === undefined
              ? "no-split"
              : null;
      if (rating === null || split === undefined || reason !== null) {
        unused[reason!] = (unused[reason!] ?? 0) + 1;
        continue;
      }
      seen.add(pair);
      answers.push({
        exampleId: record.example_id,
        split,
        reader: readers.of(`${record.source}\0${record.user_id}`),
        story: stories.of(item),
        content: rows.get(record.generated_content_ref_or_text ?? "") ?? -1,
        rating,
      });
    }
  }
  if (answers.length === 0)
    throw new InputError(`${ingested.join(", ")}: none of ${rowsIn} records has a rating to learn from`);
  return {
    answers,
    readerIds: readers.names,
    storyIds: stories.names,
    embedding_CE: standardize(embedding, width),
    width,
    rowsIn,
    unused,
  };
}

/** The set's arrays; only the labels of the training split are part of the history. */
export function readerDataOf({ answers, readerIds, storyIds, embedding_CE, width }: AnswerSet): ReaderData {
  const inTraining = answers.map(({ split }) => split === "train");
  return makeReaderData(
    answers,
    inTraining,
    { readers: readerIds.length, stories: storyIds.length },
    embedding_CE,
    width,
  );
}

/** Indices of the answers in a split. */
export function indicesOf({ answers }: AnswerSet, wanted: Split): number[] {
  return answers.flatMap(({ split }, i) => (split === wanted ? [i] : []));
}

/** Gives each new name the next number. */
class Numbering {
  readonly names: string[] = [];
  readonly #numbers = new Map<string, number>();

  of(name: string): number {
    const known = this.#numbers.get(name);
    if (known !== undefined) return known;
    this.#numbers.set(name, this.names.length);
    this.names.push(name);
    return this.names.length - 1;
  }
}
