/** The arrays of one training or evaluation run. */

import type { HostArray } from "../tensor/host-array.ts";
import { makeTables, type SplitAnswer } from "./batch.ts";
import { type Answer, buildHistory, type History } from "./history.ts";
import type { Tables } from "./reader-model.ts";

export interface ReaderData {
  readonly answers: readonly SplitAnswer[];
  readonly history: History;
  readonly tables: Tables<HostArray>;
  readonly width: number;
}

/**
 * @param inTraining  Whether each answer's label may be learned from, and be part of the history.
 */
export function makeReaderData(
  answers: readonly Answer[],
  inTraining: readonly boolean[],
  size: { readonly readers: number; readonly stories: number },
  embedding_CE: Float32Array,
  width: number,
): ReaderData {
  const marked = answers.map((answer, i) => ({ ...answer, inHistory: inTraining[i]! }));
  const history = buildHistory(
    marked.filter((answer) => answer.inHistory),
    size,
    embedding_CE,
    width,
  );
  return { answers: marked, history, tables: makeTables(embedding_CE, history, width), width };
}
