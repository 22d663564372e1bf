/**
 * Ratings of planted readers in the very design of a real source: the same reader numbers rate the same item numbers. What
 * is drawn is drawn once, so that the ratings move smoothly with the spread that is to be fitted.
 */
import { AXIS_FAMILIES, type AxisLevel } from "../../data-schemas/axis.ts";
import type { PopulationSettings, Spread } from "../../data-schemas/population.ts";
import { hash53 } from "../hash.ts";
import { heavyTailed, makeRng, normal } from "../rng.ts";
import { familyLikings, saturated } from "./feedback.ts";
import { sparseLevels } from "./grammar/levels.ts";
import { firstMood } from "./mood.ts";
import { makeReader, THRESHOLD_WIDTH_SD } from "./reader.ts";
import { readAll, takeTurn } from "./reading.ts";
import { type Serial, withHabits } from "./serial.ts";

interface DesignRow {
  readonly reader: number;
  readonly item: number;
}

/** What is fitted; thresholds follow from the shares of the levels, and the scale is fixed by the noise. */
export interface FreeSpread {
  readonly generosity: number;
  readonly taste: number;
  readonly quality: number;
}

const FAMILIES = AXIS_FAMILIES.length;

/** A quick stand-in for the population: every reader in the mood they begin in. The search is done on it. */
export class PlantedRatings {
  readonly #rows: readonly DesignRow[];
  /** Liking of each family by unit taste. Shape [rows, FAMILIES]. */
  readonly #liking: Float64Array;
  readonly #noise: Float64Array;
  readonly #quality: Float64Array;
  readonly #generosity: Float64Array;
  readonly #width: Float64Array;

  /** @param unit  A spread whose scales are all one. */
  constructor(rows: readonly DesignRow[], seed: number, unit: Spread) {
    this.#rows = rows;
    const readers = rows.reduce((max, { reader }) => Math.max(max, reader + 1), 0);
    const items = rows.reduce((max, { item }) => Math.max(max, item + 1), 0);
    const rng = makeRng(hash53(`${seed}/calibration`));
    const draw = (n: number): Float64Array => Float64Array.from({ length: n }, () => normal(rng));
    this.#quality = draw(items);
    this.#generosity = draw(readers);
    this.#width = draw(readers).map((z) => Math.exp(THRESHOLD_WIDTH_SD * z));
    this.#noise = Float64Array.from(rows, () => heavyTailed(rng));
    const levels = Array.from({ length: items }, (_, i) => designLevels(seed, i));
    this.#liking = new Float64Array(rows.length * FAMILIES);
    let mood = firstMood(makeReader(seed, 0, ["en"], unit));
    let of = 0;
    for (const [k, { reader, item }] of rows.entries()) {
      if (reader !== of) mood = firstMood(makeReader(seed, reader, ["en"], unit));
      of = reader;
      this.#liking.set(familyLikings(mood, levels[item]!), k * FAMILIES);
    }
  }

  /**
   * Ratings under a spread, with thresholds that give each level its share.
   *
   * @param shares  Of the levels in the source, summing to 1.
   */
  rate({ generosity, taste, quality }: FreeSpread, noise: number, shares: readonly number[]) {
    const place = this.#rows.map(({ reader, item }, k) => {
      let felt = quality * this.#quality[item]! + noise * this.#noise[k]!;
      for (let f = 0; f < FAMILIES; f++) felt += saturated(taste * this.#liking[k * FAMILIES + f]!);
      return (felt + generosity * this.#generosity[reader]!) / this.#width[reader]!;
    });
    const thresholds = thresholdsFor(place, shares);
    const ratings = place.map((at) => 1 + thresholds.filter((threshold) => threshold <= at).length);
    return { ratings, thresholds };
  }
}

export interface ReadRatings {
  readonly ratings: readonly number[];
  /** What each rating would be cut from: where it lies between the thresholds of the population. */
  readonly places: readonly number[];
}

/**
 * Ratings of the whole population model in the design: each reader reads their items one after the other, with moods,
 * requests, drift and all.
 *
 * @param rows  A reader's rows stand together, in their order.
 */
export function readDesign(rows: readonly DesignRow[], seed: number, spread: Spread): ReadRatings {
  const items = rows.reduce((max, { item }) => Math.max(max, item + 1), 0);
  const rng = makeRng(hash53(`${seed}/calibration/read`));
  const tellings = Array.from({ length: items }, (_, i) => ({
    levels: designLevels(seed, i),
    quality: spread.quality * normal(rng),
    words: WORDS,
    teaches: [],
  }));
  const ratings: number[] = [];
  const places: number[] = [];
  let of = -1;
  let reader = makeReader(seed, 0, ["en"], spread);
  let mood = firstMood(reader);
  let index = 0;
  for (const row of rows) {
    if (row.reader !== of) {
      of = row.reader;
      reader = makeReader(seed, of, ["en"], spread);
      mood = firstMood(reader);
      index = 0;
    }
    const { shown, next } = takeTurn(reader, mood, tellings[row.item]!, index++, rng);
    mood = next;
    ratings.push(shown.feedback.rating);
    places.push((shown.feedback.felt + reader.shift) / reader.width);
  }
  return { ratings, places };
}

const WORDS = 900;
/** Items of a design are told by so many authors, each with habits. */
const AUTHORS = 12;

function designLevels(seed: number, item: number): AxisLevel[] {
  const key = `${seed}/calibration/${item}`;
  return withHabits(sparseLevels(key), `${seed}/calibration/author/${item % AUTHORS}`, key);
}

/** Ratings as the population gives them: serials, authors who heed, readers who leave. Items are tellings. */
export function readPopulation(
  seed: number,
  settings: PopulationSettings,
  serials: readonly Serial[],
): ReadRatings & { readonly rows: DesignRow[] } {
  const items = new Map<string, number>();
  const rows: DesignRow[] = [];
  const ratings: number[] = [];
  const places: number[] = [];
  for (const { number, reader, turn } of readAll(seed, settings, serials)) {
    const { telling, feedback } = turn;
    if (!items.has(telling.id)) items.set(telling.id, items.size);
    rows.push({ reader: number, item: items.get(telling.id)! });
    ratings.push(feedback.rating);
    places.push((feedback.felt + reader.shift) / reader.width);
  }
  return { rows, ratings, places };
}

/** Cuts that give each level its share of the places. */
export function thresholdsFor(places: readonly number[], shares: readonly number[]): number[] {
  const sorted = Float64Array.from(places).sort();
  let below = 0;
  return shares.slice(0, -1).map((share) => {
    below += share;
    return sorted[Math.min(sorted.length - 1, Math.floor(below * sorted.length))]!;
  });
}
