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
export const FEWEST_OF_ITEM = 10;

/** Ratings arranged for fast recomputation under weights of readers. */
export class RatingDesign {
  readonly readers: number;
  readonly #items: number;
  readonly #rows: readonly Rated[];
  /** Of a reader's strict pair of items: which pair, and which way. */
  readonly #pairOf: Int32Array;
  readonly #readerOfPair: Int32Array;
  readonly #up: Uint8Array;
  readonly #pairs: number;

  /** @param rows  Readers and items are numbered from 0 without gaps. */
  constructor(rows: readonly Rated[]) {
    this.#rows = rows;
    this.readers = rows.reduce((max, { reader }) => Math.max(max, reader + 1), 0);
    this.#items = rows.reduce((max, { item }) => Math.max(max, item + 1), 0);
    const byReader: Rated[][] = Array.from({ length: this.readers }, () => []);
    for (const row of rows) byReader[row.reader]!.push(row);
    const ids = new Map<number, number>();
    const pairOf: number[] = [];
    const readerOfPair: number[] = [];
    const up: number[] = [];
    for (const own of byReader) {
      for (const [i, a] of own.entries()) {
        for (const b of own.slice(i + 1)) {
          if (a.rating === b.rating || a.item === b.item) continue;
          const [low, high] = a.item < b.item ? [a, b] : [b, a];
          const key = low.item * this.#items + high.item;
          let id = ids.get(key);
          if (id === undefined) {
            id = ids.size;
            ids.set(key, id);
          }
          pairOf.push(id);
          readerOfPair.push(a.reader);
          up.push(high.rating > low.rating ? 1 : 0);
        }
      }
    }
    this.#pairOf = Int32Array.from(pairOf);
    this.#readerOfPair = Int32Array.from(readerOfPair);
    this.#up = Uint8Array.from(up);
    this.#pairs = ids.size;
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
    const ups = new Float64Array(this.#pairs);
    const downs = new Float64Array(this.#pairs);
    const upSelf = new Float64Array(this.#pairs);
    const downSelf = new Float64Array(this.#pairs);
    for (const [k, pair] of this.#pairOf.entries()) {
      const w = of(this.#readerOfPair[k]!);
      const [total, self] = this.#up[k] === 1 ? [ups, upSelf] : [downs, downSelf];
      total[pair]! += w;
      // A reader who is drawn twice does not agree with themselves.
      self[pair]! += w * w;
    }
    let agree = 0;
    let all = 0;
    for (let p = 0; p < this.#pairs; p++) {
      const [u, d] = [ups[p]!, downs[p]!];
      agree += (u * u - upSelf[p]! + d * d - downSelf[p]!) / 2;
      all += ((u + d) ** 2 - upSelf[p]! - downSelf[p]!) / 2;
    }
    return all === 0 ? null : agree / all;
  }
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
      if (sorted.length === 0) return [name, null];
      const bias = sorted.reduce((sum, value) => sum + value, 0) / sorted.length - observed[name]!;
      const at = (share: number): number => sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))]!;
      return [name, [at(0.025) - bias, at(0.975) - bias]];
    }),
  ) as Record<MarginalName, readonly [number, number] | null>;
}
