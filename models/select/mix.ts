/** How much general data is mixed in: as many tokens that carry loss as the rest has, or another share. */
import { hash53 } from "../hash.ts";

export interface Mix {
  /** Index of each row that is taken, ascending. */
  readonly taken: readonly number[];
  readonly tokens: number;
}

/**
 * Rows in an order fixed by the seed, until one more would make the difference from the wanted number larger.
 * @param tokens Of each row of general data.
 */
export function mixIn(tokens: ArrayLike<number>, wanted: number, seed: number): Mix {
  const order = Array.from({ length: tokens.length }, (_, i) => ({ i, rank: hash53(`${seed}/mix/${i}`) }));
  order.sort((a, b) => a.rank - b.rank);
  const taken: number[] = [];
  let sum = 0;
  for (const { i } of order) {
    const next = sum + tokens[i]!;
    // A long row may overshoot where a shorter one still fits.
    if (Math.abs(next - wanted) > Math.abs(sum - wanted)) {
      if (sum >= wanted) break;
      continue;
    }
    taken.push(i);
    sum = next;
  }
  return { taken: taken.sort((a, b) => a - b), tokens: sum };
}

/** Tokens of general data for a share of the whole. @param share Of general data, in [0, 1). */
export function wantedTokens(rolePlay: number, share: number): number {
  return (rolePlay * share) / (1 - share);
}
