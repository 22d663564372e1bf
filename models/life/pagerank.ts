/** Weighted PageRank (Brin & Page, 1998), as the released code of Agentopia runs it. */

/** Weight of the edge from one agent to another; absent: none. Shape [n, n] by sorted index. */
export type Weights = readonly Float64Array[];

export interface PageRankOptions {
  readonly damping: number;
  readonly mostIterations: number;
  /** Stops when the scores together change by less. */
  readonly tolerance: number;
}
export const PAGERANK: PageRankOptions = { damping: 0.85, mostIterations: 100, tolerance: 1e-6 };

/** Rows summing to 1; a row of zeros stays one: that agent dangles. */
export function normalisedRows(weights: Weights): Float64Array[] {
  return weights.map((row) => {
    const total = row.reduce((sum, weight) => sum + weight, 0);
    return total > 0 ? row.map((weight) => weight / total) : new Float64Array(row.length);
  });
}

/** @param rows Normalised. @returns Scores that sum to 1. */
export function pageRank(
  rows: readonly Float64Array[],
  { damping, mostIterations, tolerance }: PageRankOptions,
): Float64Array {
  const n = rows.length;
  let scores = new Float64Array(n).fill(1 / n);
  const dangling = rows.flatMap((row, i) => (row.every((weight) => weight === 0) ? [i] : []));
  for (let iteration = 0; iteration < mostIterations; iteration++) {
    // What nobody is given is spread over all.
    const spread = dangling.reduce((sum, i) => sum + scores[i]!, 0);
    const next = new Float64Array(n).fill((1 - damping) / n + (damping * spread) / n);
    for (let i = 0; i < n; i++) {
      const row = rows[i]!;
      for (let j = 0; j < n; j++) if (row[j] !== 0) next[j]! += damping * scores[i]! * row[j]!;
    }
    const change = next.reduce((sum, score, i) => sum + Math.abs(score - scores[i]!), 0);
    scores = next;
    if (change < tolerance) break;
  }
  return scores;
}
