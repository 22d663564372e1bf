/**
 * Items made ready to be written: lines of text, and the few numbers by which splits, copies and leaks are found. It is a
 * pure function of the items, so that worker threads can do it; what remembers earlier rows is IngestOutput.
 */
import type { z } from "zod";
import { contentSchema } from "../../data-schemas/content.ts";
import { internal } from "../../data-schemas/errors.ts";
import { factSchema } from "../../data-schemas/fact.ts";
import { type EsusRecord, recordSchema, SPLITS } from "../../data-schemas/record.ts";
import { refusalSchema } from "../../data-schemas/refusal.ts";
import { bandKeys } from "../../models/content/minhash.ts";
import { hash53 } from "../../models/hash.ts";
import { dayOf } from "../io/day.ts";
import { toJson } from "../io/json.ts";
import { describeIssues } from "../io/jsonl.ts";
import type { Item } from "./adapter.ts";
import { maskPersonal } from "./mask.ts";
import type { Prepared, PreparedContent, PreparedRecords, TextKeys } from "./prepared.ts";
import { runKeys } from "./review-leak.ts";
import { type SplitUnit, splitOfUnit, UNITS, unitOf } from "./split.ts";

export function prepare(items: readonly Item[], unit: SplitUnit): Prepared {
  const reasons: Record<string, number> = {};
  const licences = new Set<string>();
  const refused: string[] = [];
  const facts: string[] = [];
  const broken: string[] = [];
  const records: EsusRecord[] = [];
  const contents: PreparedContent[] = [];
  let rowsIn = 0;
  for (const item of items) {
    if (item.kind === "broken") {
      broken.push(item.message);
      continue;
    }
    rowsIn++;
    if (item.kind === "refused") {
      const { reason } = item.refusal;
      reasons[reason] = (reasons[reason] ?? 0) + 1;
      refused.push(lineOf(refusalSchema, item.refusal));
      continue;
    }
    for (const record of item.records ?? []) {
      licences.add(record.license_class);
      records.push(record);
    }
    for (const content of item.contents ?? []) {
      licences.add(content.license_class);
      const { content_id, source, story_id, text } = content;
      const story = unitOf({ source, story_id, user_id: "" }, "story");
      contents.push({
        key: hash53(content_id),
        storyUnit: hash53(story),
        split: unit === "story" ? SPLITS.indexOf(splitOfUnit(story, unit)) : 0,
        line: lineOf(contentSchema, content),
        keys: text === "" ? null : { bands: unit === "story" ? bandKeys(text) : null, runs: runKeys(story_id, text) },
      });
    }
    for (const fact of item.facts ?? []) {
      licences.add(fact.license_class);
      facts.push(lineOf(factSchema, fact));
    }
  }
  return {
    rowsIn,
    kept: rowsIn - refused.length,
    reasons,
    licences: [...licences],
    records: prepareRecords(records, unit),
    contents,
    facts: { lines: facts.join(""), n: facts.length },
    refused: { lines: refused.join(""), n: refused.length },
    broken,
  };
}

function prepareRecords(records: readonly EsusRecord[], unit: SplitUnit): PreparedRecords {
  const n = records.length;
  const byTime = unit === "time";
  const units = new Float64Array(n * UNITS.length);
  const splits = new Uint8Array(byTime ? 0 : n);
  const days = new Float64Array(byTime ? n : 0);
  const comments: [number, TextKeys][] = [];
  const lines = records.map((record, i) => {
    for (const [k, each] of UNITS.entries()) units[i * UNITS.length + k] = hash53(unitOf(record, each));
    let split: EsusRecord["split"];
    if (byTime) days[i] = dayOf(record) ?? Number.NaN;
    else {
      split = splitOfUnit(unitOf(record, unit), unit);
      splits[i] = SPLITS.indexOf(split);
    }
    const comment = record.observed_feedback.explicit?.comment;
    // What a grammar says twice is no copy: planted readers who happen to say the same are apart.
    if (comment !== undefined && record.license_class !== "synthetic")
      comments.push([i, { bands: byTime ? null : bandKeys(comment), runs: runKeys(record.story_id, comment) }]);
    return checkedLine(masked(record), split, units[i * UNITS.length]!);
  });
  return { lines: lines.join(""), n, units, splits, days, comments };
}

/** One record in so many is checked against its schema, chosen by the hash of its ids. */
const CHECKED_ONE_IN = 16;

/**
 * The types say that an adapter's record is whole, each value in it came through a schema, and whoever reads the file
 * checks every record: here a sample is enough to catch an adapter that lies to the types.
 *
 * @param answer  Hash of the record's ids.
 */
function checkedLine(record: EsusRecord, split: EsusRecord["split"], answer: number): string {
  const row = withSplit(record, split);
  if (answer % CHECKED_ONE_IN === 0) return lineOf(recordSchema, row);
  return `${toJson(row)}\n`;
}

/** @param split  undefined: left out. */
export function withSplit(record: EsusRecord, split: EsusRecord["split"]): EsusRecord {
  if (record.split === split) return record;
  const { split: _, ...rest } = record;
  return split === undefined ? rest : { ...rest, split };
}

/** A reader's words without what may name a person. */
function masked(record: EsusRecord): EsusRecord {
  const { explicit } = record.observed_feedback;
  if (explicit?.comment === undefined) return record;
  const comment = maskPersonal(explicit.comment);
  return { ...record, observed_feedback: { ...record.observed_feedback, explicit: { ...explicit, comment } } };
}

/** An adapter that makes a row of the wrong form is our fault. */
function lineOf<S extends z.ZodType>(schema: S, value: unknown): string {
  const parsed = schema.safeParse(value);
  if (!parsed.success)
    throw internal(`an adapter made a row that its schema refuses: ${describeIssues(parsed.error, schema)}`);
  return `${toJson(value)}\n`;
}
