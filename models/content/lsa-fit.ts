/** Fits the embedded encoder's table: the leading right singular vectors of a term matrix, by a randomised range finder. */
import { normal, type Rng } from "../rng.ts";
import { foldedTerms, LSA_BUCKETS, type LsaEncoder } from "./lsa-encoder.ts";

interface SparseRows {
  /** Row i holds the entries from starts[i] to starts[i + 1]. */
  readonly starts: Uint32Array;
  readonly places: Uint16Array;
  readonly values: Float32Array;
}

/** Terms in fewer texts than this are of no use, and take no place in the table. */
const SEEN_AT_LEAST = 3;
const OVERSAMPLING = 16;
/** Halko, Martinsson & Tropp, SIAM Review 53 (2011), Alg. 4.4: two are enough where spectra fall slowly. */
const POWER_ITERATIONS = 2;

/**
 * @param texts  Of all languages that are to be encoded, in like numbers.
 * @returns      Directions in the order of their singular values, each divided by the root of it: what all texts share
 *               does not drown what tells them apart.
 */
export function fitLsa(texts: readonly string[], width: number, rng: Rng): LsaEncoder {
  const terms = texts.map(foldedTerms);
  const seen = new Uint32Array(LSA_BUCKETS);
  for (const row of terms) for (const place of row.keys()) seen[place]!++;
  const idf = Float32Array.from(seen, (count) =>
    count < SEEN_AT_LEAST ? 0 : Math.log((texts.length + 1) / (count + 1)),
  );
  const rows = sparseRows(terms, idf);
  const k = width + OVERSAMPLING;
  let basis: Float64Array = Float64Array.from({ length: LSA_BUCKETS * k }, () => normal(rng));
  for (let i = 0; i <= POWER_ITERATIONS; i++) {
    orthonormalise(basis, LSA_BUCKETS, k);
    basis = timesTransposed(rows, times(rows, basis, k), k);
  }
  // Columns of the last product are the singular vectors times σ², up to a rotation that Gram and Schmidt undo in order.
  const lengths = orthonormalise(basis, LSA_BUCKETS, k);
  const projection = new Int8Array(LSA_BUCKETS * width);
  const scale = new Float32Array(width);
  for (let e = 0; e < width; e++) {
    let largest = 0;
    for (let p = 0; p < LSA_BUCKETS; p++) largest = Math.max(largest, Math.abs(basis[p * k + e]!));
    for (let p = 0; p < LSA_BUCKETS; p++)
      projection[p * width + e] = largest > 0 ? Math.round((127 * basis[p * k + e]!) / largest) : 0;
    const singular = Math.sqrt(lengths[e]!);
    scale[e] = singular > 0 ? largest / 127 / Math.sqrt(singular) : 0;
  }
  return { width, idf, projection, scale };
}

/** Rows of Euclidean length 1. */
function sparseRows(terms: readonly ReadonlyMap<number, number>[], idf: Float32Array): SparseRows {
  const size = terms.reduce((sum, row) => sum + row.size, 0);
  const starts = new Uint32Array(terms.length + 1);
  const places = new Uint16Array(size);
  const values = new Float32Array(size);
  let at = 0;
  for (const [i, row] of terms.entries()) {
    let square = 0;
    for (const [place, count] of row) {
      places[at] = place;
      values[at] = count * idf[place]!;
      square += values[at]! ** 2;
      at++;
    }
    starts[i + 1] = at;
    if (square > 0) for (let j = starts[i]!; j < at; j++) values[j]! /= Math.sqrt(square);
  }
  return { starts, places, values };
}

/** A [texts, places] · X [places, k]. */
function times({ starts, places, values }: SparseRows, X: Float64Array, k: number): Float64Array {
  const out = new Float64Array((starts.length - 1) * k);
  for (let i = 0; i + 1 < starts.length; i++) {
    for (let j = starts[i]!; j < starts[i + 1]!; j++) {
      const from = places[j]! * k;
      for (let c = 0; c < k; c++) out[i * k + c]! += values[j]! * X[from + c]!;
    }
  }
  return out;
}

/** Aᵀ · Y [texts, k]. */
function timesTransposed({ starts, places, values }: SparseRows, Y: Float64Array, k: number): Float64Array {
  const out = new Float64Array(LSA_BUCKETS * k);
  for (let i = 0; i + 1 < starts.length; i++) {
    for (let j = starts[i]!; j < starts[i + 1]!; j++) {
      const to = places[j]! * k;
      for (let c = 0; c < k; c++) out[to + c]! += values[j]! * Y[i * k + c]!;
    }
  }
  return out;
}

/** Gram and Schmidt, in place, modified. @returns The length of each column before it was scaled. */
function orthonormalise(X: Float64Array, rows: number, k: number): Float64Array {
  const lengths = new Float64Array(k);
  for (let c = 0; c < k; c++) {
    for (let before = 0; before < c; before++) {
      let dot = 0;
      for (let r = 0; r < rows; r++) dot += X[r * k + c]! * X[r * k + before]!;
      for (let r = 0; r < rows; r++) X[r * k + c]! -= dot * X[r * k + before]!;
    }
    let square = 0;
    for (let r = 0; r < rows; r++) square += X[r * k + c]! ** 2;
    lengths[c] = Math.sqrt(square);
    const factor = lengths[c]! > 1e-12 ? 1 / lengths[c]! : 0;
    for (let r = 0; r < rows; r++) X[r * k + c]! *= factor;
  }
  return lengths;
}
