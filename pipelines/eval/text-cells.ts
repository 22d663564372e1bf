/** Metrics of texts: planted axes in contents, edits of real chapters, and what the axes keep of preferences. */
import { join } from "node:path";
import { contentSchema } from "../../data-schemas/content.ts";
import { AXES, axisIndex } from "../../data-schemas/ontology.ts";
import { pairSchema } from "../../data-schemas/pair.ts";
import type { ContentVectors } from "../../eval/baselines/baseline.ts";
import { type ProbePair, probeAuc } from "../../eval/probe.ts";
import { CODE } from "../../models/axes/axis-encoder.ts";
import { encodeText, fitNgramEncoder } from "../../models/content/ngram-encoder.ts";
import type { ReaderEvent } from "../../models/reader/event.ts";
import type { ContentCodes } from "../../models/training/content-codes.ts";
import { readOwnJsonl } from "../io/jsonl.ts";
import { CONTENTS_FILE, PAIRS_FILE } from "../io/layout.ts";
import type { ReaderSet } from "../io/reader-set.ts";
import { addAxes, type HeadCells } from "./head-cells.ts";

/** Of the TF-IDF vectors of the baselines. */
const TFIDF_WIDTH = 192;

export interface Texts {
  readonly vectors: ContentVectors;
  /** Rows of encoded texts whose axes were planted, and their levels. */
  readonly planted: readonly { readonly row: number; readonly levels: readonly number[] }[];
}

/** Reads the contents once: TF-IDF vectors for the baselines, planted levels for the axes. */
export async function readTexts(ingested: readonly string[], set: ReaderSet): Promise<Texts> {
  const rows = new Map(set.texts.ids.map((id, row) => [id, row]));
  const texts = new Map<number, string>();
  const planted: { row: number; levels: number[] }[] = [];
  for (const dir of ingested) {
    for await (const { content_id, title, text, features = {} } of readOwnJsonl(
      join(dir, CONTENTS_FILE),
      contentSchema,
    )) {
      const row = rows.get(content_id);
      if (row === undefined) continue;
      texts.set(row, `${title}\n${text}`);
      const levels = AXES.map(({ id }) => features[`planted_${id}`] ?? 0);
      if (levels.some((level) => level !== 0)) planted.push({ row, levels });
    }
  }
  const encoder = fitNgramEncoder(texts.values(), TFIDF_WIDTH);
  const vectors = new Map([...texts].map(([row, text]) => [row, encodeText(encoder, text)]));
  const rowOfItem = new Map(set.events.map(({ item, content }) => [item, content]));
  return {
    vectors: { width: TFIDF_WIDTH, vectorOf: (item) => vectors.get(rowOfItem.get(item) ?? -1) ?? null },
    planted,
  };
}

export function addPlantedAxes(heads: HeadCells, { planted }: Texts, { phi }: ContentCodes): void {
  const rows = new Float32Array(planted.length * CODE);
  for (const [i, { row }] of planted.entries()) rows.set(phi.subarray(row * CODE, (row + 1) * CODE), i * CODE);
  addAxes(
    heads,
    rows,
    planted.map(({ levels }) => levels),
  );
}

/** Pairs of answers of one reader, next to each other, that were rated differently. */
export function probePairs(events: readonly ReaderEvent[], wanted: (event: ReaderEvent) => boolean): ProbePair[] {
  const last = new Map<number, ReaderEvent>();
  return events.flatMap((event) => {
    if (!wanted(event) || event.rating === null || event.content < 0) return [];
    const before = last.get(event.reader);
    last.set(event.reader, event);
    if (before === undefined || before.rating === event.rating) return [];
    const [better, worse] = before.rating! > event.rating ? [before, event] : [event, before];
    return [{ better: better.content, worse: worse.content }];
  });
}

export function addProbe(heads: HeadCells, { d, phi }: ContentCodes, events: readonly ReaderEvent[]): void {
  const training = probePairs(events, ({ split }) => split === "train");
  const test = probePairs(events, ({ split }) => split === "test");
  const C = phi.length / CODE;
  const dense = probeAuc(d, d.length / Math.max(1, C), training, test);
  const sparse = probeAuc(phi, CODE, training, test);
  if (dense === null || sparse === null) return;
  const about = { unit: "share", better: "higher", floor: 0.5, ceiling: 1, protocol: "probe-auc-ridge-1" } as const;
  const plain = (value: number) => ({ value, low: null, high: null, n: test.length, clusters: 0 });
  heads.add("axes", "probe AUC, dense", about, plain(dense));
  heads.add("axes", "probe AUC, phi", about, plain(sparse));
  // Where the dense probe finds nothing there is nothing to keep.
  if (dense > 0.51)
    heads.add(
      "axes",
      "probe AUC kept",
      { ...about, floor: 0, protocol: "probe-auc-kept-1" },
      plain((sparse - 0.5) / (dense - 0.5)),
    );
}

/** Share of edits of real chapters whose axis moves the way it was edited, by language; and the axes that do not. */
export async function addEdits(
  heads: HeadCells,
  pairs: readonly string[],
  set: ReaderSet,
  { coordinates }: ContentCodes,
) {
  const rows = new Map(set.texts.ids.map((id, row) => [id, row]));
  const counts = new Map<string, { right: number; n: number }>();
  const count = (name: string, right: boolean): void => {
    const entry = counts.get(name) ?? { right: 0, n: 0 };
    entry.n++;
    if (right) entry.right++;
    counts.set(name, entry);
  };
  for (const dir of pairs) {
    for await (const pair of readOwnJsonl(join(dir, PAIRS_FILE), pairSchema)) {
      if (pair.kind !== "edit") continue;
      const [before, after] = [rows.get(`${pair.pair_id}:original`), rows.get(`${pair.pair_id}:edited`)];
      if (before === undefined || after === undefined) continue;
      const k = axisIndex(pair.axis);
      const moved = coordinates[after * CODE + k]! - coordinates[before * CODE + k]!;
      const right = pair.direction === "higher" ? moved > 0 : moved < 0;
      count(`edits in the right direction, ${pair.language}`, right);
      count(`edits in the right direction, ${pair.language}: ${pair.axis}`, right);
    }
  }
  for (const [metric, { right, n }] of [...counts].sort(([a], [b]) => (a < b ? -1 : 1))) {
    const [low, high] = wilson(right, n);
    const estimate = { value: right / n, low, high, n, clusters: n };
    heads.add(
      "edits of real chapters",
      metric,
      { unit: "share", better: "higher", floor: 0.5, ceiling: 1, protocol: "edit-direction-1" },
      estimate,
    );
  }
}

/** Wilson's interval of a share, 95% (JASA 22, 1927). */
function wilson(right: number, n: number): [number, number] {
  const [z, p] = [1.96, right / n];
  const middle = (p + (z * z) / (2 * n)) / (1 + (z * z) / n);
  const half = (z * Math.sqrt((p * (1 - p)) / n + (z * z) / (4 * n * n))) / (1 + (z * z) / n);
  return [middle - half, middle + half];
}
