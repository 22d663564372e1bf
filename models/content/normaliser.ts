/**
 * Encoded texts to the tables that the content encoder reads. Means and scales are those of the texts that were trained on
 * and travel with the checkpoint: a chapter means the same wherever it is read.
 */
import { float32, type HostArray } from "../tensor/host-array.ts";
import type { ContentTables } from "./content-encoder.ts";
import { LANGUAGES, type Language } from "./language.ts";
import { SEGMENTS } from "./segments.ts";

/** Encoded texts as arrays: C texts, S windows at most, E width, F columns. */
export interface TextArrays {
  readonly languages: readonly Language[];
  /** Windows of each. Shape [C]. */
  readonly segments: ArrayLike<number>;
  /** Shape [C, S, E]. */
  readonly embedding: Float32Array;
  /** 0 or 1. Shape [C]. */
  readonly measured: ArrayLike<number>;
  /** Shape [C, F]. */
  readonly columns: Float32Array;
  readonly width: number;
}

export type Normaliser = ReturnType<typeof fitNormaliser>;

/** @param picked Rows to fit on. @param F Columns. */
export function fitNormaliser(texts: TextArrays, picked: readonly number[], F: number) {
  const { languages, segments, embedding, measured, columns, width: E } = texts;
  const mean = new Float64Array(E);
  let windows = 0;
  const each = (visit: (at: number) => void): void => {
    for (const c of picked) for (let s = 0; s < segments[c]!; s++) visit((c * SEGMENTS + s) * E);
  };
  each((at) => {
    windows++;
    for (let e = 0; e < E; e++) mean[e]! += embedding[at + e]!;
  });
  for (let e = 0; e < E; e++) mean[e]! /= Math.max(1, windows);
  let square = 0;
  each((at) => {
    for (let e = 0; e < E; e++) square += (embedding[at + e]! - mean[e]!) ** 2;
  });
  const scale = square === 0 ? 0 : 1 / Math.sqrt(square / (windows * E));
  const columnMean = new Float32Array(LANGUAGES.length * F);
  const columnScale = new Float32Array(LANGUAGES.length * F);
  for (const [l, language] of LANGUAGES.entries()) {
    const rows = picked.filter((c) => measured[c] === 1 && languages[c] === language);
    for (let f = 0; f < F; f++) {
      const values = rows.map((c) => columns[c * F + f]!);
      const average = values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);
      const variance = values.reduce((sum, value) => sum + (value - average) ** 2, 0) / Math.max(1, values.length);
      columnMean[l * F + f] = average;
      // Rounding of equal values is not variance.
      columnScale[l * F + f] = variance <= 1e-10 * (1 + average * average) ? 0 : 1 / Math.sqrt(variance);
    }
  }
  return {
    mean: float32([E], Float32Array.from(mean)),
    scale: float32([1], [scale]),
    columnMean: float32([LANGUAGES.length, F], columnMean),
    columnScale: float32([LANGUAGES.length, F], columnScale),
  };
}

/**
 * A column in three steps, low, middle and high: what lies within CENTRE SD of the mean is mostly chance, and what lies far
 * beyond says no more. On planted chapters it correlates with their levels at 0.89 where the column itself has 0.86.
 */
const CENTRE = 0.9;
const STEEPNESS = 2;

function stepped(x: number): number {
  return Math.tanh(STEEPNESS * (x - CENTRE)) + Math.tanh(STEEPNESS * (x + CENTRE));
}

/** Row 0 is the text that is missing: no window, columns at their mean. */
export function makeTables(
  texts: TextArrays,
  { mean, scale, columnMean, columnScale }: Normaliser,
): ContentTables<HostArray> {
  const { languages, segments, embedding, measured, columns, width: E } = texts;
  const C = languages.length;
  const F = columnMean.shape[1]!;
  const stride = SEGMENTS * E;
  const windows = new Float32Array((C + 1) * stride);
  const absent = new Float32Array((C + 1) * SEGMENTS).fill(-1e4);
  const standard = new Float32Array((C + 1) * F);
  for (let c = 0; c < C; c++) {
    for (let s = 0; s < segments[c]!; s++) {
      absent[(c + 1) * SEGMENTS + s] = 0;
      const from = c * stride + s * E;
      for (let e = 0; e < E; e++) windows[from + stride + e] = (embedding[from + e]! - mean.data[e]!) * scale.data[0]!;
    }
    if (measured[c] !== 1) continue;
    const l = LANGUAGES.indexOf(languages[c]!) * F;
    for (let f = 0; f < F; f++) {
      const value = (columns[c * F + f]! - columnMean.data[l + f]!) * columnScale.data[l + f]!;
      standard[(c + 1) * F + f] = stepped(value);
    }
  }
  return {
    windows: float32([C + 1, stride], windows),
    absent: float32([C + 1, SEGMENTS], absent),
    columns: float32([C + 1, F], standard),
  };
}

/** The median of d over texts, windows weighed equally. Shape [E + F]. */
export function medianContent(
  { windows, absent, columns }: ContentTables<HostArray>,
  picked: readonly number[],
): Float32Array {
  const F = columns.shape[1]!;
  const E = windows.shape[1]! / SEGMENTS;
  const median = (values: number[]): number => {
    const sorted = values.sort((a, b) => a - b);
    return sorted.length === 0 ? 0 : sorted[Math.floor(sorted.length / 2)]!;
  };
  return Float32Array.from({ length: E + F }, (_, i) => {
    if (i >= E) return median(picked.map((c) => columns.data[(c + 1) * F + i - E]!));
    return median(
      picked.map((c) => {
        let [sum, count] = [0, 0];
        for (let s = 0; s < SEGMENTS; s++) {
          if (absent.data[(c + 1) * SEGMENTS + s] !== 0) continue;
          sum += windows.data[((c + 1) * SEGMENTS + s) * E + i]!;
          count++;
        }
        return count === 0 ? 0 : sum / count;
      }),
    );
  });
}
