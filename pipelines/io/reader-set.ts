/** Records, encoded texts and pairs as the arrays that training and evaluation work on. */
import { join } from "node:path";
import { InputError } from "../../data-schemas/errors.ts";
import { PERMISSIONS, strictestLicence } from "../../data-schemas/licence.ts";
import type { FileEntry, Manifest } from "../../data-schemas/manifest.ts";
import { axisIndex } from "../../data-schemas/ontology.ts";
import { pairSchema } from "../../data-schemas/pair.ts";
import { type EsusRecord, recordSchema } from "../../data-schemas/record.ts";
import { makeTables, type Normaliser } from "../../models/content/normaliser.ts";
import type { ReaderEvent } from "../../models/reader/event.ts";
import { answerOf, requestBefore } from "../../models/reader/event-of-record.ts";
import { type AxisPairRows, type ReaderData, tallyItems } from "../../models/reader/reader-data.ts";
import { type Marginal, marginalOf } from "../../models/reader/tallies.ts";
import { dayOf } from "./day.ts";
import { type EncodedTexts, readEncodedTexts } from "./encoded-texts.ts";
import { readOwnJsonl } from "./jsonl.ts";
import { CONTENTS_FILE, EMBEDDINGS_FILE, ENCODE, INGEST, PAIRS, PAIRS_FILE, RECORDS_FILE } from "./layout.ts";
import { requireManifest } from "./manifest.ts";

/** What training and evaluation read: finished stages, by what they are. */
export interface Folders {
  readonly ingested: readonly string[];
  readonly pairs: readonly string[];
  readonly encoded: string;
}

export interface ReaderSet {
  readonly events: readonly ReaderEvent[];
  /** Names by index. */
  readonly readers: readonly string[];
  readonly items: readonly string[];
  readonly stories: readonly string[];
  /** Sources by row of the offsets; row 0 has none. */
  readonly sources: readonly string[];
  readonly languages: readonly string[];
  readonly texts: EncodedTexts;
  /** Rows of texts that the training split points at. */
  readonly contents: readonly number[];
  readonly pairs: readonly AxisPairRows[];
  readonly splitBy: string;
  readonly rowsIn: number;
  /** Rows that are not used, by reason; together with the events they make up rowsIn. */
  readonly unused: Readonly<Record<string, number>>;
}

export interface Inputs {
  readonly files: FileEntry[];
  readonly licences: string[];
}

/**
 * Checks that the stages are finished and belong together.
 * @throws {InputError} One is not, or the encoding lacks texts of another.
 */
export async function requireInputs({ ingested, pairs, encoded }: Folders): Promise<Inputs> {
  const ingests = await Promise.all(ingested.map((dir) => requireManifest(dir, [INGEST])));
  const paired = await Promise.all(pairs.map((dir) => requireManifest(dir, [PAIRS])));
  const encoding = await requireManifest(encoded, [ENCODE]);
  const pick = (manifests: readonly Manifest[], name: string): FileEntry[] =>
    manifests.flatMap(({ outputs }) => outputs.filter((file) => file.name === name));
  const encodedFiles = new Set(encoding.inputs.map(({ sha256 }) => sha256));
  const needed = [...pick(ingests, CONTENTS_FILE), ...pick(paired, PAIRS_FILE)];
  if (needed.some(({ sha256 }) => !encodedFiles.has(sha256)))
    throw new InputError(
      `${encoded}: was made of other texts than those of ${[...ingested, ...pairs].join(", ")}; run esus encode on them`,
    );
  return {
    files: [...pick(ingests, RECORDS_FILE), ...pick(paired, PAIRS_FILE), ...pick([encoding], EMBEDDINGS_FILE)],
    licences: [...new Set([...ingests, ...paired, encoding].flatMap(({ licences }) => licences))],
  };
}

/**
 * A reader who answered one story, or one chapter of it, in several rows (a rating and a worded review of it) counts once,
 * by the first row.
 *
 * @param known Sources that a checkpoint was trained on; others share row 0.
 * @throws {InputError} No row can be learned from, or the folders were split by different units.
 */
export async function loadReaders(folders: Folders, known: readonly string[] | null): Promise<ReaderSet> {
  const { ingested, encoded } = folders;
  const texts = await readEncodedTexts(join(encoded, EMBEDDINGS_FILE));
  const rows = new Map(texts.ids.map((id, row) => [`content:${id}`, row]));
  const splitBy = await commonSplit(ingested);
  const [readers, items, stories, sources] = [new Numbering(), new Numbering(), new Numbering(), new Numbering()];
  for (const source of known ?? []) sources.of(source);
  const seen = new Set<string>();
  const contents = new Set<number>();
  const events: ReaderEvent[] = [];
  const languages: string[] = [];
  const unused: Record<string, number> = {};
  const last = new Map<number, { event: number; story: number }>();
  let rowsIn = 0;
  for (const dir of ingested) {
    for await (const record of readOwnJsonl(join(dir, RECORDS_FILE), recordSchema)) {
      rowsIn++;
      const item = `${record.source}\0${record.story_id}\0${record.chapter_id ?? ""}`;
      const answer = answerOf(record);
      const reason = unusable(record, answer, seen, `${record.user_id}\0${item}`);
      if (reason !== null || record.split === undefined) {
        const name = reason ?? "no-split";
        unused[name] = (unused[name] ?? 0) + 1;
        continue;
      }
      const reader = readers.of(`${record.source}\0${record.user_id}`);
      const story = stories.of(`${record.source}\0${record.story_id}`);
      // What is asked for stands in the record after the one that asked.
      const asked = requestBefore(record);
      const before = last.get(reader);
      if (before !== undefined && before.story === story && asked !== null)
        events[before.event] = { ...events[before.event]!, wish: asked };
      last.set(reader, { event: events.length, story });
      const day = dayOf(record);
      const content = rows.get(record.generated_content_ref_or_text ?? "") ?? -1;
      if (content >= 0 && record.split === "train") contents.add(content);
      const source = known === null || known.includes(record.source) ? sources.of(record.source) + 1 : 0;
      languages.push(record.language ?? "und");
      events.push({
        ...answer,
        exampleId: record.example_id,
        split: record.split,
        reader,
        source,
        item: items.of(item),
        story,
        content,
        // Dated answers without a number are in the order of their days.
        turn: answer.turn ?? (record.order_basis === "time" ? day : null),
        day,
        wish: null,
      });
    }
  }
  if (events.length === 0)
    throw new InputError(
      `${ingested.join(", ")}: none of ${rowsIn} records has an answer that can be learned from (${describe(unused)})`,
    );
  return {
    events,
    readers: readers.names,
    items: items.names,
    stories: stories.names,
    sources: sources.names,
    languages,
    texts,
    contents: [...contents].sort((a, b) => a - b),
    pairs: await axisPairs(folders.pairs, texts),
    splitBy,
    rowsIn,
    unused,
  };
}

function unusable(
  record: EsusRecord,
  answer: ReturnType<typeof answerOf>,
  seen: Set<string>,
  name: string,
): string | null {
  if (!PERMISSIONS[strictestLicence(record.license_class)].train) return "licence";
  const silent = answer.rating === null && answer.tags === null && answer.flags.every((flag) => flag === null);
  if (silent) return "no-answer";
  if (seen.has(name)) return "second-row-of-an-answer";
  seen.add(name);
  return null;
}

const describe = (counts: Readonly<Record<string, number>>): string =>
  Object.entries(counts)
    .map(([reason, count]) => `${reason} ${count}`)
    .join(", ");

/** The unit by which all folders were split: it says what may be known of a test answer's reader. */
async function commonSplit(ingested: readonly string[]): Promise<string> {
  const units = new Set<string>();
  for (const dir of ingested) units.add(String((await requireManifest(dir, [INGEST])).config["splitBy"]));
  if (units.size > 1)
    throw new InputError(
      `${ingested.join(", ")}: were split by ${[...units].join(" and ")}; ingest them with one --split-by`,
    );
  return [...units][0]!;
}

async function axisPairs(dirs: readonly string[], texts: EncodedTexts): Promise<AxisPairRows[]> {
  const rows = new Map(texts.ids.map((id, row) => [id, row]));
  const pairs: AxisPairRows[] = [];
  for (const dir of dirs) {
    for await (const pair of readOwnJsonl(join(dir, PAIRS_FILE), pairSchema)) {
      if (pair.kind !== "axis") continue;
      const [low, high] = [rows.get(`${pair.pair_id}:low`), rows.get(`${pair.pair_id}:high`)];
      if (low !== undefined && high !== undefined) pairs.push({ low, high, axis: axisIndex(pair.axis) });
    }
  }
  return pairs;
}

/**
 * The set's arrays. Only the training split's labels reach what others answered; an answer is part of its reader's history
 * if it may be learned from, or if the reader as a whole is held out, whose earlier answers then are what one has.
 */
export function readerDataOf(set: ReaderSet, normaliser: Normaliser, marginal: Marginal): ReaderData {
  const { events, items, texts, pairs, splitBy } = set;
  const wholeReaders = splitBy === "reader";
  return {
    events,
    tables: makeTables(texts, normaliser),
    words: wordsOf(texts),
    marginal,
    items: tallyItems(events, items.length),
    pairs,
    known: ({ split }) => wholeReaders || split === "train",
  };
}

/** Words of each text; 0: not measured. */
export function wordsOf({ ids, measured, columns, columnNames }: EncodedTexts): Float32Array {
  const length = columnNames.indexOf("length");
  return Float32Array.from(ids, (_, c) => (measured[c] === 1 ? columns[c * columnNames.length + length]! : 0));
}

/** Of the training split. */
export function trainMarginal({ events }: ReaderSet): Marginal {
  return marginalOf(events.flatMap(({ split, rating }) => (split === "train" && rating !== null ? [rating] : [])));
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
