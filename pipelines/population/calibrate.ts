/** Fits the spread of the population to the marginals of an ingested source. */
import { join } from "node:path";
import { type Calibration, calibrationSchema } from "../../data-schemas/calibration.ts";
import { InputError } from "../../data-schemas/errors.ts";
import { joinLicences } from "../../data-schemas/licence.ts";
import { type PopulationSettings, type Spread, spreadSchema } from "../../data-schemas/population.ts";
import { LEVELS } from "../../data-schemas/rating.ts";
import { recordSchema } from "../../data-schemas/record.ts";
import { auc } from "../../eval/auc.ts";
import {
  FEWEST_BY_READER,
  MARGINALS,
  type Marginals,
  marginalIntervals,
  type Rated,
  RatingDesign,
} from "../../eval/realism/marginals.ts";
import { readerProfiles } from "../../eval/realism/reader-profile.ts";
import { classProbabilities, fitLogistic, type SparseRow } from "../../models/label/sparse-logistic.ts";
import { minimise } from "../../models/minimise.ts";
import {
  type FreeSpread,
  PlantedRatings,
  type ReadRatings,
  readDesign,
  readPopulation,
  thresholdsFor,
} from "../../models/population/calibration.ts";
import { makeSerials } from "../../models/population/serial.ts";
import { makeRng, shuffled } from "../../models/rng.ts";
import { type Context, stopIfAsked } from "../io/context.ts";
import { readOwnJsonl } from "../io/jsonl.ts";
import { INGEST, RECORDS_FILE } from "../io/layout.ts";
import { requireManifest } from "../io/manifest.ts";

const RESAMPLES = 200;
const FOLDS = 5;
const FEWEST_READERS = 50;
const ROUNDS = 3;
const THRESHOLD_ROUNDS = 2;
/** Enough to place four thresholds. */
const READERS_GENERATED = 500;
/** Strict pairs of items that are looked at; more make the search slow and no interval much narrower. */
const MOST_PAIRS = 500_000;
/** Of the pairs of items that a reader who answered very much adds; more would let one reader decide the agreement. */
const MOST_OF_A_READER = 60;

/** @throws {InputError} The folder is no finished ingest, or too few of its readers gave enough ratings. */
export async function calibrate(
  dir: string,
  settings: PopulationSettings,
  seed: number,
  context: Context,
): Promise<Calibration> {
  const { licences } = await requireManifest(dir, [INGEST]);
  const { rows, source } = await readRatings(dir, seed);
  const readers = new Set(rows.map(({ reader }) => reader)).size;
  if (readers < FEWEST_READERS)
    throw new InputError(
      `${dir}: ${readers} readers gave ${FEWEST_BY_READER} ratings or more; expected at least ${FEWEST_READERS} to calibrate to`,
    );
  if (new Set(rows.map(({ rating }) => rating)).size < 2)
    throw new InputError(`${dir}: all ratings are the same; there is nothing to calibrate to`);
  const shares = sharesOf(rows.map(({ rating }) => rating));
  const design = new RatingDesign(rows);
  const observed = design.marginals();
  const intervals = marginalIntervals(design, RESAMPLES, makeRng(seed));
  const unit = spreadSchema.parse({ generosity: 0, taste: 1, quality: 0 });
  const planted = new PlantedRatings(rows, seed, unit);
  const noise = unit.noise;
  const rated = (ratings: readonly number[]): Rated[] => rows.map((row, i) => ({ ...row, rating: ratings[i]! }));
  context.progress.start("calibrate", null);
  let tried = 0;
  const fitTo = (targets: Marginals): FreeSpread =>
    spreadAt(
      minimise(
        (logs) => {
          stopIfAsked(context);
          context.progress.update(++tried);
          return distance(
            design.with(planted.rate(spreadAt(logs), noise, shares).ratings).marginals(),
            targets,
            intervals,
          );
        },
        [Math.log(0.6), Math.log(0.6), Math.log(0.4)],
      ),
    );
  // The stand-in is fitted to targets that are moved by what the whole population then misses.
  let targets: Marginals = observed;
  let best: { spread: Spread; made: Marginals; ratings: readonly number[]; miss: number } | null = null;
  for (let round = 0; round < ROUNDS; round++) {
    const free = fitTo(targets);
    const start = { ...free, noise, thresholds: unit.thresholds };
    const { spread, ratings } = withThresholds(start, shares, (each) => readDesign(rows, seed, each));
    const made = design.with(ratings).marginals();
    const miss = distance(made, observed, intervals);
    if (best === null || miss < best.miss) best = { spread, made, ratings, miss };
    targets = moved(targets, observed, made);
  }
  const { made, ratings } = best!;
  const { spread, generated } = asGenerated({ ...settings, spread: best!.spread }, seed, shares);
  context.progress.stop();
  const as = new RatingDesign(generated).marginals();
  return calibrationSchema.parse({
    protocol: "calibration-1",
    source,
    readers,
    ratings: rows.length,
    license_class: joinLicences(...licences),
    shares: { observed: shares, generated: sharesOf(generated.map(({ rating }) => rating)) },
    spread,
    marginals: MARGINALS.map((name) => {
      const [low, high] = intervals[name] ?? [null, null];
      const simulated = made[name];
      const inside = low !== null && high !== null && simulated !== null && simulated >= low && simulated <= high;
      return { name, observed: observed[name], low, high, simulated, inside, generated: as[name] };
    }),
    two_sample_auc: twoSampleAuc(readerProfiles(rows), readerProfiles(rated(ratings))),
  });
}

/** Squared misses in widths of the source's intervals. */
function distance(made: Marginals, targets: Marginals, intervals: ReturnType<typeof marginalIntervals>): number {
  return MARGINALS.reduce((sum, name) => {
    const [want, got, interval] = [targets[name], made[name], intervals[name]];
    if (want === null || got === null || interval === null) return sum;
    return sum + ((got - want) / Math.max(1e-6, interval[1] - interval[0])) ** 2;
  }, 0);
}

function moved(targets: Marginals, observed: Marginals, made: Marginals): Marginals {
  return Object.fromEntries(
    MARGINALS.map((name) => {
      const [target, want, got] = [targets[name], observed[name], made[name]];
      return [name, target === null || want === null || got === null ? target : target + want - got];
    }),
  ) as Marginals;
}

/** Thresholds under which a way of reading has the source's shares: ratings move moods a little, so it is done again. */
function withThresholds<R extends ReadRatings>(start: Spread, shares: readonly number[], read: (spread: Spread) => R) {
  let spread = start;
  for (let i = 0; i < THRESHOLD_ROUNDS; i++) {
    spread = { ...spread, thresholds: thresholdsFor(read(spread).places, shares) as Spread["thresholds"] };
  }
  return { spread, ...read(spread) };
}

/** The population as it is generated, with the source's shares. */
function asGenerated(start: PopulationSettings, seed: number, shares: readonly number[]) {
  const small = { ...start, readers: Math.min(start.readers, READERS_GENERATED) };
  const serials = [...makeSerials(seed, small, () => undefined)];
  const read = (spread: Spread) => readPopulation(seed, { ...small, spread }, serials);
  const { spread, rows, ratings } = withThresholds(start.spread, shares, read);
  return { spread, generated: rows.map((row, i): Rated => ({ ...row, rating: ratings[i]! })) };
}

/** Share of each level. Shape [LEVELS]. */
function sharesOf(ratings: readonly number[]): number[] {
  return Array.from({ length: LEVELS }, (_, k) => ratings.filter((rating) => rating === k + 1).length / ratings.length);
}

function spreadAt(logs: readonly number[]): FreeSpread {
  const [generosity, taste, quality] = logs.map(Math.exp) as [number, number, number];
  return { generosity, taste, quality };
}

/** Ratings of readers who gave enough of them, numbered without gaps. */
async function readRatings(dir: string, seed: number): Promise<{ rows: Rated[]; source: string }> {
  const byReader = new Map<string, { item: string; rating: number }[]>();
  let source = "";
  for await (const record of readOwnJsonl(join(dir, RECORDS_FILE), recordSchema)) {
    const rating = record.observed_feedback.explicit?.rating;
    if (rating === undefined || rating === null) continue;
    source = record.source;
    const item = `${record.story_id}\0${record.chapter_id ?? ""}`;
    const own = byReader.get(record.user_id);
    if (own === undefined) byReader.set(record.user_id, [{ item, rating }]);
    else if (own.length < MOST_OF_A_READER && !own.some((each) => each.item === item)) own.push({ item, rating });
  }
  const items = new Map<string, number>();
  const rows: Rated[] = [];
  let reader = 0;
  let pairs = 0;
  // In an order of their own: the first of a file may be a kind of their own.
  for (const own of shuffled(makeRng(seed), [...byReader.values()])) {
    if (own.length < FEWEST_BY_READER || pairs > MOST_PAIRS) continue;
    pairs += (own.length * (own.length - 1)) / 2;
    for (const { item, rating } of own) {
      if (!items.has(item)) items.set(item, items.size);
      rows.push({ reader, item: items.get(item)!, rating });
    }
    reader++;
  }
  return { rows, source };
}

/** Out of fold: how well a logistic regression tells real profiles from made ones. */
function twoSampleAuc(real: readonly number[][], made: readonly number[][]): number | null {
  const rows = standardised([...real, ...made]);
  const labels = [...real.map(() => 1), ...made.map(() => 0)];
  // A reader and their planted double stand in the same fold.
  const fold = (i: number): number => (i % real.length) % FOLDS;
  const scores = new Array<number>(rows.length).fill(0);
  for (let f = 0; f < FOLDS; f++) {
    const train = rows.flatMap((_, i) => (fold(i) === f ? [] : [i]));
    const model = fitLogistic(
      train.map((i) => rows[i]!),
      train.map((i) => labels[i]!),
      2,
      { penalty: 1e-3 },
    );
    for (const [i, row] of rows.entries()) if (fold(i) === f) scores[i] = classProbabilities(model, row)[1]!;
  }
  return auc(
    scores,
    labels.map((label) => label === 1),
  );
}

/** Each column and its square, with mean 0 and SD 1. */
function standardised(profiles: readonly number[][]): SparseRow[] {
  const wide = profiles.map((row) => [...row, ...row.map((value) => value * value)]);
  const width = wide[0]?.length ?? 0;
  const columns = Array.from({ length: width }, (_, c) => {
    const mean = wide.reduce((sum, row) => sum + row[c]!, 0) / wide.length;
    const sd = Math.sqrt(wide.reduce((sum, row) => sum + (row[c]! - mean) ** 2, 0) / wide.length);
    return { mean, sd: sd === 0 ? 1 : sd };
  });
  const indices = Uint32Array.from({ length: width }, (_, c) => c);
  return wide.map((row) => ({
    indices,
    values: Float32Array.from(row, (value, c) => (value - columns[c]!.mean) / columns[c]!.sd),
  }));
}
