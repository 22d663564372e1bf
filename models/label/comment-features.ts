/**
 * A comment as features of a linear model: what the lexicon found and how it is written, at fixed positions that a person
 * can read; and, for a model that is taught on many comments, hashed n-grams behind them.
 */
import { BUCKETS, buckets, hashRuns, tfIdf } from "../content/ngram-encoder.ts";
import { foldText, LEXICON, lexiconHits } from "./lexicon.ts";
import type { SparseRow } from "./sparse-logistic.ts";

export type CommentLanguage = "zh" | "en";

/** Chinese where at least a fifth of the letters are. */
export function languageOfComment(text: string): CommentLanguage {
  const han = text.match(/\p{Script=Han}/gu)?.length ?? 0;
  const letters = text.match(/\p{L}/gu)?.length ?? 0;
  return han > 0 && han * 5 >= letters ? "zh" : "en";
}

/** How a comment is written. Values in [0, 1]. */
const SURFACE: readonly (readonly [string, (text: string) => number])[] = [
  ["length", (text) => Math.min(1, Math.log1p([...text].length) / 6)],
  ["under 8 characters", (text) => Number([...text].length < 8)],
  ["over 120 characters", (text) => Number([...text].length > 120)],
  ["question", (text) => Number(text.includes("?"))],
  ["several questions", (text) => Number(/\?.*\?/s.test(text))],
  ["ends in a question", (text) => Number(/\?\s*$/.test(text))],
  ["exclamation", (text) => Number(text.includes("!"))],
  ["several exclamations", (text) => Number(/!.*!/s.test(text))],
  ["question and exclamation", (text) => Number(/\?!|!\?/.test(text))],
  ["trailing dots", (text) => Number(/\.\.|…|。。/.test(text))],
  ["quotation", (text) => Number(/["“”「『]/.test(text))],
  ["number", (text) => Number(/\d/.test(text))],
  ["drawn-out letters", (text) => Number(/(\p{L})\1\1/u.test(text))],
  ["Qidian sticker", (text) => Number(/\[fn=\d+\]/.test(text))],
];

/** Readable names of the fixed positions, in their order. */
export const FEATURE_NAMES: readonly string[] = [
  ...LEXICON.flatMap(({ id }) => [id, `${id}, more than once`, `not ${id}`]),
  ...SURFACE.map(([name]) => name),
];

/** Weighs lexicon and surface against n-grams, whose vector has length 1: about as much for a usual comment. */
const FIXED_WEIGHT = 0.3;
const REPEATED = 3;

/** How often each hashed term occurs in the comments that a model is taught on. */
export interface TermStatistics {
  readonly documents: number;
  readonly frequency: ReadonlyMap<number, number>;
  /** Whether runs of letters count as well as words: worth it for short, misspelt comments. */
  readonly subwords: boolean;
}

/** @param terms  null: fixed positions only. */
export function commentFeatures(text: string, terms: TermStatistics | null): SparseRow {
  const folded = foldText(text);
  const fixed = fixedFeatures(folded);
  if (terms === null) return fixed;
  const counts = commentTerms(folded, terms.subwords);
  const indices: number[] = [];
  const values: number[] = [];
  let squares = 0;
  for (const [term, count] of counts) {
    const seen = terms.frequency.get(term);
    if (seen === undefined) continue;
    const value = tfIdf(count, terms.documents, seen);
    squares += value * value;
    indices.push(FEATURE_NAMES.length + term);
    values.push(value);
  }
  const length = Math.sqrt(squares);
  return {
    indices: Uint32Array.from([...fixed.indices, ...indices]),
    values: Float32Array.from([...fixed.values, ...values.map((value) => value / length)]),
  };
}

function fixedFeatures(folded: string): SparseRow {
  const found = new Float32Array(FEATURE_NAMES.length);
  const counts = new Map<number, number>();
  for (const { group, negation } of lexiconHits(folded)) {
    if (negation !== null) found[3 * group + 2] = FIXED_WEIGHT;
    else counts.set(group, (counts.get(group) ?? 0) + 1);
  }
  for (const [group, count] of counts) {
    found[3 * group] = FIXED_WEIGHT;
    found[3 * group + 1] = (FIXED_WEIGHT * Math.min(count - 1, REPEATED - 1)) / (REPEATED - 1);
  }
  for (const [i, [, measure]] of SURFACE.entries()) found[3 * LEXICON.length + i] = FIXED_WEIGHT * measure(folded);
  const indices = Uint32Array.from(found.keys()).filter((i) => found[i] !== 0);
  // A long comment hits many groups; it is not surer for that.
  const length = Math.sqrt(found.reduce((sum, value) => sum + value * value, 0));
  const scale = 1 / Math.max(1, length);
  return { indices, values: Float32Array.from(indices, (i) => found[i]! * scale) };
}

/** Terms that one comment only has teach nothing. */
const FEWEST_COMMENTS = 2;

export function countTerms(texts: Iterable<string>, subwords: boolean): TermStatistics {
  const frequency = new Map<number, number>();
  let documents = 0;
  for (const text of texts) {
    documents++;
    for (const term of commentTerms(foldText(text), subwords).keys())
      frequency.set(term, (frequency.get(term) ?? 0) + 1);
  }
  for (const [term, seen] of frequency) if (seen < FEWEST_COMMENTS) frequency.delete(term);
  return { documents, frequency, subwords };
}

/** Words, pairs and runs of Chinese characters as the encoder has them; and runs of letters, which survive misspelling. */
function commentTerms(folded: string, subwords: boolean): Map<number, number> {
  const counts = buckets(folded);
  if (!subwords) return counts;
  for (const [run] of ` ${folded.replace(/\s+/g, " ")} `.matchAll(/[\P{Script=Han}]+/gu)) {
    hashRuns(run, 3, 5, (bucket) => counts.set(BUCKETS + bucket, (counts.get(BUCKETS + bucket) ?? 0) + 1));
  }
  return counts;
}
