/** What of a row may leave the run folder, by the strictest licence class that it carries. */
import type { Content } from "../../data-schemas/content.ts";
import type { Fact } from "../../data-schemas/fact.ts";
import type { Label } from "../../data-schemas/label.ts";
import { PERMISSIONS, strictestLicence } from "../../data-schemas/licence.ts";
import type { EsusRecord } from "../../data-schemas/record.ts";
import { sha256 } from "../io/hash.ts";

export type Release<T> =
  /** All of it may go. */
  | { readonly kind: "whole"; readonly row: T }
  /** Ids and labels may go; words and readers stay. */
  | { readonly kind: "labels"; readonly row: T }
  | { readonly kind: "withheld" };

function release<T extends { license_class: string }>(row: T, labelsOf: (row: T) => T): Release<T> {
  const { publishText, publishLabels } = PERMISSIONS[strictestLicence(row.license_class)];
  if (publishText) return { kind: "whole", row };
  return publishLabels ? { kind: "labels", row: labelsOf(row) } : { kind: "withheld" };
}

export function releaseRecord(record: EsusRecord): Release<EsusRecord> {
  return release(record, labelsOfRecord);
}

export function releaseContent(content: Content): Release<Content> {
  return release(content, ({ text: _, ...rest }) => ({ ...rest, text: "" }));
}

export function releaseFact(fact: Fact): Release<Fact> {
  return release(fact, (row) => row);
}

/** Labels hold no word, but the ids in them hold their reader. An allow-list, as for records. */
export function releaseLabel(label: Label): Release<Label> {
  return release(label, (row) => {
    const example_id = publicId(row.source, row.example_id);
    return {
      example_id,
      source: row.source,
      license_class: row.license_class,
      label_origin: row.label_origin,
      story_id: row.story_id,
      ...(row.chapter_id === undefined ? {} : { chapter_id: row.chapter_id }),
      language: row.language,
      sentiment: row.sentiment,
      sentiment_probability: row.sentiment_probability,
      atoms: row.atoms,
      preference_update: row.preference_update,
      agent_state_update: row.agent_state_update.map((update) => ({ ...update, provenance: [example_id] })),
    };
  });
}

/** Leads from no reader's id to another, and from a label to its record. */
function publicId(source: string, exampleId: string): string {
  return `${source}:${sha256(exampleId).slice(0, 16)}`;
}

/**
 * An allow-list: a field that is added to the record later stays here until it is named. The reader's pseudonym goes, and
 * so does every id that holds it.
 */
function labelsOfRecord(record: EsusRecord): EsusRecord {
  const {
    schema_version,
    source,
    license_class,
    label_origin,
    confidence,
    story_id,
    chapter_id,
    segment_id,
    language,
    split,
  } = record;
  const { explicit, implicit } = record.observed_feedback;
  return dropUndefined({
    schema_version,
    example_id: publicId(source, record.example_id),
    source,
    license_class,
    label_origin,
    confidence,
    user_id: "withheld",
    story_id,
    chapter_id,
    segment_id,
    language,
    split,
    observed_feedback: dropUndefined({
      explicit:
        explicit === undefined
          ? undefined
          : dropUndefined({
              rating: explicit.rating,
              tags: explicit.tags,
              sub_scores: explicit.sub_scores,
              likes: explicit.likes,
            }),
      implicit:
        implicit === undefined
          ? undefined
          : dropUndefined({
              dwell_time_sec: implicit.dwell_time_sec,
              scroll_depth: implicit.scroll_depth,
              continue_clicked: implicit.continue_clicked,
              skipped: implicit.skipped,
              reread_count: implicit.reread_count,
              regenerate_requested: implicit.regenerate_requested,
              shelved: implicit.shelved,
            }),
    }),
  }) as EsusRecord;
}

function dropUndefined<T extends object>(row: T): T {
  return Object.fromEntries(Object.entries(row).filter(([, value]) => value !== undefined)) as T;
}
