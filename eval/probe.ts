/** How much of what a wide vector tells of preferences a narrow one keeps: linear probes on differences, by AUC. */
import { auc } from "./auc.ts";
import { type RidgeRow, ridge } from "./baselines/solve.ts";

/** One pair: which of two was preferred. */
export interface ProbePair {
  /** Rows of the vectors. */
  readonly better: number;
  readonly worse: number;
}

const RIDGE = 20;

/**
 * AUC of a ridge probe for "the first was preferred", fitted on one set of pairs and measured on another; every pair is
 * taken once in each direction by turns. null: too few pairs.
 * @param vectors Shape [rows, width].
 */
export function probeAuc(
  vectors: Float32Array,
  width: number,
  training: readonly ProbePair[],
  test: readonly ProbePair[],
): number | null {
  if (training.length < width || test.length < 30) return null;
  const beta = ridge(width, RIDGE, differences(vectors, width, training));
  const scores = test.map(({ better, worse }, i) => {
    let sum = 0;
    for (let e = 0; e < width; e++) sum += beta[e]! * (vectors[better * width + e]! - vectors[worse * width + e]!);
    return i % 2 === 0 ? sum : -sum;
  });
  return auc(
    scores,
    test.map((_, i) => i % 2 === 0),
  );
}

function* differences(vectors: Float32Array, width: number, pairs: readonly ProbePair[]): Generator<RidgeRow> {
  const x = new Float64Array(width);
  for (const { better, worse } of pairs) {
    for (let e = 0; e < width; e++) x[e] = vectors[better * width + e]! - vectors[worse * width + e]!;
    yield { x, y: 1 };
  }
}
