/** Marginals of ratings by which a population of readers is compared with real ones, with intervals over readers. */

export interface Rated {
  readonly reader: number;
  readonly item: number;
  /** Whole stars. */
  readonly rating: number;
}

export const MARGINALS = ["reader mean SD", "within-reader SD", "story SD", "pair agreement"] as const;
export type MarginalName = (typeof MARGINALS)[number];
export type Marginals = Readonly<Record<MarginalName, number | null>>;

/** Readers with fewer ratings tell nothing of themselves; items with fewer nothing of the item. */
export const FEWEST_BY_READER = 5;
const FEWEST_OF_ITEM = 10;

/** Pairs of a reader's own rows: which pair of items, whose, and which rows. */
interface OwnPairs {
  readonly count: number;
  readonly pair: Int32Array;
  readonly reader: Int32Array;
  /** Rows of the item with the lower number, and of the other. */
  readonly low: Int32Array;
  readonly high: Int32Array;
}

/** Ratings arranged for fast recomputation, under weights of readers or with other ratings. */
export class RatingDesign {
  readonly readers: number;
  readonly #items: number;
  readonly #rows: readonly Rated[];
  readonly #own: OwnPairs;

  /** @param rows  Readers and items are numbered from 0 without gaps. */
  constructor(rows: readonly Rated[], own: OwnPairs = ownPairs(rows)) {
    this.#rows = rows;
    this.readers = rows.reduce((max, { reader }) => Math.max(max, reader + 1), 0);
    this.#items = rows.reduce((max, { item }) => Math.max(max, item + 1), 0);
    this.#own = own;
  }

  /** The same readers and items with other ratings. */
  with(ratings: readonly number[]): RatingDesign {
    return new RatingDesign(
      this.#rows.map((row, i) => ({ ...row, rating: ratings[i]! })),
      this.#own,
    );
  }

  /** @param weight  How often each reader counts; absent: once. Shape [readers]. */
  marginals(weight?: Float64Array): Marginals {
    const of = (reader: number): number => weight?.[reader] ?? 1;
    const n = new Float64Array(this.readers);
    const sum = new Float64Array(this.readers);
    const square = new Float64Array(this.readers);
    const itemN = new Float64Array(this.#items);
    const itemSum = new Float64Array(this.#items);
    for (const { reader, item, rating } of this.#rows) {
      const w = of(reader);
      n[reader]!++;
      sum[reader]! += rating;
      square[reader]! += rating * rating;
      itemN[item]! += w;
      itemSum[item]! += w * rating;
    }
    const means: [number, number][] = [];
    let within = 0;
    let freedom = 0;
    for (let r = 0; r < this.readers; r++) {
      if (n[r]! < FEWEST_BY_READER) continue;
      means.push([sum[r]! / n[r]!, of(r)]);
      within += of(r) * (square[r]! - sum[r]! ** 2 / n[r]!);
      freedom += of(r) * (n[r]! - 1);
    }
    const items: [number, number][] = [];
    for (let i = 0; i < this.#items; i++) if (itemN[i]! >= FEWEST_OF_ITEM) items.push([itemSum[i]! / itemN[i]!, 1]);
    return {
      "reader mean SD": weightedSd(means),
      "within-reader SD": freedom === 0 ? null : Math.sqrt(within / freedom),
      "story SD": weightedSd(items),
      "pair agreement": this.#agreement(of),
    };
  }

  /** P that two readers who both put two items in a strict order put them in the same one. */
  #agreement(of: (reader: number) => number): number | null {
    const { count, pair, reader, low, high } = this.#own;
    const [ups, downs, upSelf, downSelf] = [0, 1, 2, 3].map(() => new Float64Array(count)) as [
      Float64Array,
      Float64Array,
      Float64Array,
      Float64Array,
    ];
    for (let k = 0; k < pair.length; k++) {
      const difference = this.#rows[high[k]!]!.rating - this.#rows[low[k]!]!.rating;
      if (difference === 0) continue;
      const w = of(reader[k]!);
      const [total, self] = difference > 0 ? [ups, upSelf] : [downs, downSelf];
      total[pair[k]!]! += w;
      // A reader who is drawn twice does not agree with themselves.
      self[pair[k]!]! += w * w;
    }
    let agree = 0;
    let all = 0;
    for (let p = 0; p < count; p++) {
      const [u, d] = [ups[p]!, downs[p]!];
      agree += (u * u - upSelf[p]! + d * d - downSelf[p]!) / 2;
      all += ((u + d) ** 2 - upSelf[p]! - downSelf[p]!) / 2;
    }
    return all === 0 ? null : agree / all;
  }
}

function ownPairs(rows: readonly Rated[]): OwnPairs {
  const byReader = new Map<number, number[]>();
  for (const [i, { reader }] of rows.entries()) byReader.set(reader, [...(byReader.get(reader) ?? []), i]);
  const items = rows.reduce((max, { item }) => Math.max(max, item + 1), 0);
  const ids = new Map<number, number>();
  const pairs: { pair: number; reader: number; low: number; high: number }[] = [];
  for (const [reader, own] of byReader) {
    for (const [k, a] of own.entries()) {
      for (const b of own.slice(k + 1)) {
        if (rows[a]!.item === rows[b]!.item) continue;
        const [low, high] = rows[a]!.item < rows[b]!.item ? [a, b] : [b, a];
        const key = rows[low]!.item * items + rows[high]!.item;
        const pair = ids.get(key) ?? ids.size;
        ids.set(key, pair);
        pairs.push({ pair, reader, low, high });
      }
    }
  }
  const column = (name: keyof (typeof pairs)[number]): Int32Array => Int32Array.from(pairs, (each) => each[name]);
  return { count: ids.size, pair: column("pair"), reader: column("reader"), low: column("low"), high: column("high") };
}

function weightedSd(values: readonly (readonly [value: number, weight: number])[]): number | null {
  const total = values.reduce((sum, [, weight]) => sum + weight, 0);
  if (total < 2) return null;
  const mean = values.reduce((sum, [value, weight]) => sum + weight * value, 0) / total;
  return Math.sqrt(values.reduce((sum, [value, weight]) => sum + weight * (value - mean) ** 2, 0) / total);
}

/**
 * 95% intervals of each marginal over resampled readers, shifted by the bias of resampling: readers who are drawn twice
 * make means of items more extreme than they are (Efron & Tibshirani 1993, ch. 10).
 *
 * @param random  Draws from [0, 1).
 */
export function marginalIntervals(
  design: RatingDesign,
  resamples: number,
  random: () => number,
): Record<MarginalName, readonly [low: number, high: number] | null> {
  const draws: Record<MarginalName, number[]> = Object.fromEntries(
    MARGINALS.map((name) => [name, [] as number[]]),
  ) as Record<MarginalName, number[]>;
  for (let i = 0; i < resamples; i++) {
    const weight = new Float64Array(design.readers);
    for (let r = 0; r < design.readers; r++) weight[Math.floor(random() * design.readers)]!++;
    const marginals = design.marginals(weight);
    for (const name of MARGINALS) if (marginals[name] !== null) draws[name].push(marginals[name]);
  }
  const observed = design.marginals();
  return Object.fromEntries(
    MARGINALS.map((name) => {
      const sorted = draws[name].sort((a, b) => a - b);
      if (sorted.length === 0 || observed[name] === null) return [name, null];
      const bias = sorted.reduce((sum, value) => sum + value, 0) / sorted.length - observed[name];
      const at = (share: number): number => sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))]!;
      return [name, [at(0.025) - bias, at(0.975) - bias]];
    }),
  ) as Record<MarginalName, readonly [number, number] | null>;
}
