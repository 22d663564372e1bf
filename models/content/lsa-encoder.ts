/**
 * The embedded text encoder: words and character n-grams, hashed, weighted by how rare they are, and projected onto the
 * directions in which texts differ most. Bilingual, no download, the same for every corpus, so that what was encoded
 * once stays valid. Its table is fitted by lsa-fit.ts and comes with ESUS.
 *
 * Deerwester et al., "Indexing by Latent Semantic Analysis", JASIS 41 (1990); hashing as in ngram-encoder.ts.
 */
import { BUCKETS, buckets } from "./ngram-encoder.ts";

export const LSA_ENCODER = "ngram-lsa-1";
/** Terms share 2^15 places: enough for a projection of a few MB. */
export const LSA_BUCKETS = 1 << 15;
const FOLD = BUCKETS / LSA_BUCKETS;

export interface LsaEncoder {
  readonly width: number;
  /** Weight of a term by its place. Shape [LSA_BUCKETS]. */
  readonly idf: Float32Array;
  /** Shape [LSA_BUCKETS, width], row-major; times `scale` of the column. */
  readonly projection: Int8Array;
  readonly scale: Float32Array;
}

/** Weights of a text's terms by place, before the weight of rarity. */
export function foldedTerms(text: string): Map<number, number> {
  const folded = new Map<number, number>();
  for (const [bucket, count] of buckets(text)) {
    const place = Math.floor(bucket / FOLD);
    folded.set(place, (folded.get(place) ?? 0) + 1 + Math.log(count));
  }
  return folded;
}

/** @returns e of shape [width], of Euclidean length 1; all zeros when no word of the text is known. */
export function encodeLsa({ width, idf, projection, scale }: LsaEncoder, text: string): Float32Array {
  const sum = new Float64Array(width);
  for (const [place, count] of foldedTerms(text)) {
    const weight = count * idf[place]!;
    if (weight === 0) continue;
    const from = place * width;
    for (let e = 0; e < width; e++) sum[e]! += weight * projection[from + e]!;
  }
  for (let e = 0; e < width; e++) sum[e]! *= scale[e]!;
  const length = Math.hypot(...sum);
  return Float32Array.from(sum, (value) => (length === 0 ? 0 : value / length));
}
