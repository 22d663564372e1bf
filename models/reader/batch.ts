/** Fills fixed-size batches of answers; the last one is padded with rows of weight 0. */

import { LEVELS } from "../../data-schemas/rating.ts";
import { float32, type HostArray, int32 } from "../tensor/host-array.ts";
import { type Answer, type History, historyLength, residualOf, STATS_WIDTH, writeStats } from "./history.ts";
import type { LabelledBatch, Tables } from "./reader-model.ts";

export interface SplitAnswer extends Answer {
  /** Its label is part of the history, and is left out where the answer itself is concerned. */
  readonly inHistory: boolean;
}

/** Embeddings with a row of zeros in front, for answers to a text that is missing. */
export function makeTables(embedding_CE: Float32Array, history: History, width: number): Tables<HostArray> {
  const rows = embedding_CE.length / width;
  const content = new Float32Array((rows + 1) * width);
  content.set(embedding_CE, width);
  return {
    content: float32([rows + 1, width], content),
    taste: float32([history.taste_RE.length / width, width], history.taste_RE),
  };
}

/**
 * @param picked  Indices into `answers`; at most B of them.
 */
export function fillBatch(
  history: History,
  answers: readonly SplitAnswer[],
  picked: ArrayLike<number>,
  B: number,
): LabelledBatch<HostArray> {
  const contentRow = new Int32Array(B);
  const readerRow = new Int32Array(B);
  const ownResidual = new Float32Array(B);
  const tasteScale = new Float32Array(B).fill(0.5);
  const stats = new Float32Array(B * STATS_WIDTH);
  const level = new Float32Array(B * LEVELS);
  const weight = new Float32Array(B);
  for (let b = 0; b < picked.length; b++) {
    const answer = answers[picked[b]!]!;
    const own = answer.inHistory ? answer.rating : null;
    contentRow[b] = answer.content + 1;
    readerRow[b] = answer.reader;
    // The taste table holds an answer only where it has a text.
    ownResidual[b] = answer.inHistory && answer.content >= 0 ? residualOf(history, answer) : 0;
    tasteScale[b] = 1 / (historyLength(history, answer.reader, own) + 2);
    writeStats(history, answer.reader, answer.story, own, stats, b * STATS_WIDTH);
    level[b * LEVELS + answer.rating - 1] = 1;
    weight[b] = 1;
  }
  return {
    contentRow: int32([B], contentRow),
    readerRow: int32([B], readerRow),
    ownResidual: float32([B, 1], ownResidual),
    tasteScale: float32([B, 1], tasteScale),
    stats: float32([B, STATS_WIDTH], stats),
    level: float32([B, LEVELS], level),
    weight: float32([B, 1], weight),
  };
}

/**
 * Centres embeddings and scales them to unit mean square, by the texts themselves. In place.
 * @returns The same array.
 */
export function standardize(embedding_CE: Float32Array, width: number): Float32Array {
  const rows = embedding_CE.length / width;
  const mean = new Float64Array(width);
  for (let i = 0; i < embedding_CE.length; i++) mean[i % width]! += embedding_CE[i]! / rows;
  let square = 0;
  for (let i = 0; i < embedding_CE.length; i++) {
    embedding_CE[i]! -= mean[i % width]!;
    square += embedding_CE[i]! ** 2;
  }
  const scale = square === 0 ? 0 : 1 / Math.sqrt(square / embedding_CE.length);
  for (let i = 0; i < embedding_CE.length; i++) embedding_CE[i]! *= scale;
  return embedding_CE;
}
