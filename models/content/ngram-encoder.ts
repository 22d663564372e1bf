/**
 * A text encoder without trained weights: TF-IDF over words and character n-grams, hashed and projected to a fixed width
 * by random signs. Inner products of embeddings approximate those of the TF-IDF vectors (error about 1/√width). Bilingual
 * by construction: Chinese text gives runs of one to three characters, other scripts give words and pairs of words.
 *
 * Weinberger et al., "Feature Hashing for Large Scale Multitask Learning", arXiv:0902.2206, §2.
 */

import { EMPTY_HASH, extendHash, mix32 } from "../hash.ts";

export interface NgramEncoder {
  readonly width: number;
  /** Number of texts that the document frequencies were counted on. */
  readonly documents: number;
  /** Documents that contain a bucket's terms. Shape [BUCKETS]. */
  readonly frequency: Uint32Array;
}

const BUCKET_BITS = 18;
export const BUCKETS = 1 << BUCKET_BITS;
const WORD = /[\p{Script=Han}]+|[\p{L}\p{N}']+/gu;
const HAN = /\p{Script=Han}/u;

/** Counts in how many texts each hashed term occurs. */
export function fitNgramEncoder(texts: Iterable<string>, width: number): NgramEncoder {
  const frequency = new Uint32Array(BUCKETS);
  let documents = 0;
  for (const text of texts) {
    documents++;
    for (const bucket of new Set(buckets(text).keys())) frequency[bucket]!++;
  }
  return { width, documents, frequency };
}

/**
 * @returns e of shape [width], of Euclidean length 1; all zeros when the text has no word.
 */
export function encodeText(encoder: NgramEncoder, text: string): Float32Array {
  const { width, documents, frequency } = encoder;
  const sum = new Float64Array(width);
  for (const [bucket, count] of buckets(text)) {
    const weight = tfIdf(count, documents, frequency[bucket]!);
    // Four signed places a term: fewer collisions of whole terms than one place.
    let state = mix32(bucket);
    for (let i = 0; i < 4; i++) {
      state = mix32(state + 0x9e3779b9);
      sum[state % width]! += (state & 0x80000000) === 0 ? weight : -weight;
    }
  }
  const length = Math.sqrt(sum.reduce((total, value) => total + value * value, 0));
  return Float32Array.from(sum, (value) => (length === 0 ? 0 : value / length));
}

/** Weight of a term that a text holds `count` times, and `seen` of the documents at all. */
export function tfIdf(count: number, documents: number, seen: number): number {
  return (1 + Math.log(count)) * (1 + Math.log((documents + 1) / (seen + 1)));
}

/** Hashed terms of a text with their counts; terms are hashed to [0, BUCKETS). */
export function buckets(text: string): Map<number, number> {
  const counts = new Map<number, number>();
  const count = (bucket: number): void => {
    counts.set(bucket, (counts.get(bucket) ?? 0) + 1);
  };
  const add = (term: string): void => count(hashTerm(term));
  let before: string | null = null;
  for (const [token] of text.normalize("NFKC").toLowerCase().matchAll(WORD)) {
    if (HAN.test(token)) {
      hashRuns(token, 1, 3, count);
      before = null;
      continue;
    }
    add(token);
    if (before !== null) add(`${before} ${token}`);
    before = token;
  }
  return counts;
}

/** FNV-1a over UTF-16 units, folded to the number of buckets. */
function hashTerm(term: string): number {
  return fold(extendHash(EMPTY_HASH, term));
}

/** The buckets of all runs of `shortest` to `longest` characters, each hashed as hashTerm hashes it. */
export function hashRuns(text: string, shortest: number, longest: number, visit: (bucket: number) => void): void {
  const characters = [...text];
  for (let start = 0; start < characters.length; start++) {
    let hash = EMPTY_HASH;
    const end = Math.min(characters.length, start + longest);
    for (let i = start; i < end; i++) {
      hash = extendHash(hash, characters[i]!);
      if (i - start + 1 >= shortest) visit(fold(hash));
    }
  }
}

function fold(hash: number): number {
  return mix32(hash >>> 0) >>> (32 - BUCKET_BITS);
}
