/** Area under the ROC curve: P that a positive scores above a negative, ties counting half (Mann and Whitney, 1947). */

/** @returns In [0, 1]; null where one of the classes has no member. */
export function auc(scores: readonly number[], positive: readonly boolean[]): number | null {
  const order = scores.map((_, i) => i).sort((a, b) => scores[a]! - scores[b]!);
  let rankSum = 0;
  for (let start = 0; start < order.length; ) {
    let end = start;
    while (end < order.length && scores[order[end]!] === scores[order[start]!]) end++;
    // Ranks start + 1 … end share their mean.
    const rank = (start + 1 + end) / 2;
    for (let i = start; i < end; i++) if (positive[order[i]!]) rankSum += rank;
    start = end;
  }
  const n = positive.filter(Boolean).length;
  const m = positive.length - n;
  return n === 0 || m === 0 ? null : (rankSum - (n * (n + 1)) / 2) / (n * m);
}
