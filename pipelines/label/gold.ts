/** Comments that people labelled: what a labeller is taught on, and measured against. */
import { join } from "node:path";
import type { Aspect } from "../../data-schemas/aspect.ts";
import type { Sentiment } from "../../data-schemas/label.ts";
import { type EsusRecord, recordSchema } from "../../data-schemas/record.ts";
import type { LabelledComment } from "../../models/label/comment-classifier.ts";
import { readOwnJsonl } from "../io/jsonl.ts";
import { RECORDS_FILE } from "../io/layout.ts";

export interface Gold {
  readonly sentiment: readonly LabelledComment<Sentiment>[];
  /** Lines of reviews. */
  readonly aspect: readonly LabelledComment<Aspect>[];
  /** Of the comments with a sentiment. */
  readonly sources: readonly string[];
  /** Of the comments: what a labeller learns from them carries it on. */
  readonly licences: readonly string[];
}

/** A comment of a reader whom the source does not name stands alone; else a reader's comments stand together. */
export function groupOf({ source, user_id }: EsusRecord): string {
  return `${source}:${user_id}`;
}

/** Lines that the aspect labeller is taught on at most: all of a large source would be ten minutes of fitting for a point. */
const MOST_LINES = 20_000;

/**
 * @param ingested  Their sentiments teach: few, and soon learnt.
 * @param teachers  Their aspects teach too, which takes minutes, so they are named by hand.
 */
export async function readGold(ingested: readonly string[], teachers: readonly string[]): Promise<Gold> {
  const sentiment: LabelledComment<Sentiment>[] = [];
  const lines: LabelledComment<Aspect>[] = [];
  const licences = new Set<string>();
  const sources = new Set<string>();
  for (const dir of new Set([...ingested, ...teachers])) {
    for await (const record of readOwnJsonl(join(dir, RECORDS_FILE), recordSchema)) {
      const { gold_labels } = record;
      const comment = commentOf(record);
      if (gold_labels === undefined || comment === null) continue;
      const group = groupOf(record);
      if (gold_labels.sentiment !== undefined) {
        sources.add(record.source);
        licences.add(record.license_class);
        sentiment.push({ text: comment, label: gold_labels.sentiment, group });
      }
      if (!teachers.includes(dir)) continue;
      licences.add(record.license_class);
      for (const { text, aspect } of goldLines(record)) lines.push({ text, label: aspect, group });
    }
  }
  // Every k-th line: records come in the order of the source, which is by reader or story.
  const stride = Math.max(1, lines.length / MOST_LINES);
  const aspect = Array.from({ length: Math.min(lines.length, MOST_LINES) }, (_, i) => lines[Math.floor(i * stride)]!);
  return { sentiment, aspect, sources: [...sources].sort(), licences: [...licences] };
}

export function commentOf({ observed_feedback }: EsusRecord): string | null {
  const comment = observed_feedback.explicit?.comment;
  return comment === undefined || comment.trim() === "" ? null : comment;
}

export function goldLines(record: EsusRecord): { text: string; aspect: Aspect }[] {
  const lines = commentOf(record)?.split("\n") ?? [];
  return (record.gold_labels?.line_aspects ?? []).flatMap((aspect, i) =>
    aspect === null || lines[i] === undefined ? [] : [{ text: lines[i], aspect }],
  );
}
