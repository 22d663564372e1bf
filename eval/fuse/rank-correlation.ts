/** Spearman's correlation of two judges or forecasts, with an interval: ranks are of the whole set, readers are drawn again. */
import type { CountStatistic } from "../interval.ts";

/** n, Σx, Σy, Σx², Σy², Σxy of ranks. */
export const RANK_SUMS = 6;

/** Ranks from 0 to 1; equal values share the mean of their ranks. */
export function ranks(values: readonly number[]): number[] {
  const order = [...values.keys()].sort((a, b) => values[a]! - values[b]!);
  const out = new Array<number>(values.length);
  for (let from = 0; from < order.length; ) {
    let to = from;
    while (to + 1 < order.length && values[order[to + 1]!] === values[order[from]!]) to++;
    for (let i = from; i <= to; i++) out[order[i]!] = (from + to) / 2 / Math.max(1, order.length - 1);
    from = to + 1;
  }
  return out;
}

/** Sums of one reader's pairs of ranks. */
export function rankSums(pairs: readonly (readonly [number, number])[]): Float64Array {
  const sums = new Float64Array(RANK_SUMS);
  for (const [x, y] of pairs) {
    for (const [i, value] of [1, x, y, x * x, y * y, x * y].entries()) sums[i]! += value;
  }
  return sums;
}

export const spearman: CountStatistic = {
  value: (sums) => {
    const [n, x, y, xx, yy, xy] = sums as unknown as [number, number, number, number, number, number];
    if (n < 2) return null;
    const [vx, vy] = [xx - (x * x) / n, yy - (y * y) / n];
    return vx <= 1e-12 || vy <= 1e-12 ? null : (xy - (x * y) / n) / Math.sqrt(vx * vy);
  },
  units: ([n]) => n!,
};
