/**
 * What a planted reader answers to a chapter: first the utility, then everything that can be seen of it. Not ESUS's own
 * form: likings saturate within a family, noise has heavy tails, and a frustrated reader falls into another regime.
 */
import { AXIS_FAMILIES } from "../../data-schemas/axis.ts";
import { AXES, axisIndex } from "../../data-schemas/ontology.ts";
import type { ReaderRequest } from "../../data-schemas/population.ts";
import { heavyTailed, normal, type Rng } from "../rng.ts";
import type { Fulfilled, Mood } from "./mood.ts";
import { clamp, type PlantedReader } from "./reader.ts";

export interface ChapterRead {
  /** 0 neither, ±1 a pole; more where more than the usual passages speak for it. Shape [AXES]. */
  readonly levels: readonly number[];
  /** What all readers agree on, in units of utility. */
  readonly quality: number;
  /** Words of English, characters of Chinese. */
  readonly words: number;
}

export interface Feedback {
  /** Whole stars, 1 to 5. */
  readonly rating: number;
  /** Before noise, and with it. */
  readonly utility: number;
  readonly felt: number;
  readonly tags: readonly string[];
  readonly atoms: readonly PlantedAtom[];
  /** null: nothing new is asked for. */
  readonly request: ReaderRequest | null;
  readonly dwellSeconds: number;
  /** Share of the chapter, in [0, 1]. */
  readonly scrollDepth: number;
  readonly skipped: boolean;
  readonly continues: boolean;
  readonly rereads: number;
  readonly liked: boolean;
  readonly favourited: boolean;
  readonly regenerates: boolean;
  readonly comments: boolean;
}

/** What a comment says of one axis. */
export interface PlantedAtom {
  readonly axis: string;
  /** At which pole the chapter was. */
  readonly pole: "low" | "high";
  readonly polarity: "negative" | "positive";
  /** In [0, 1]. */
  readonly intensity: number;
}

const FAMILY_OF = AXES.map(({ family }) => AXIS_FAMILIES.indexOf(family));
const SATURATION = 1.8;
/** Above it a reader is in the other regime: likes less, and blames. */
const FED_UP = 0.6;
const ATOMS_AT_MOST = 3;
/** Of a liking before it is worth a tag. */
const NOTICEABLE = 0.45;

/** What each axis of the chapter does to the utility before saturation. Shape [AXES]. */
export function contributions({ tastes, needs }: Mood, levels: readonly number[]): number[] {
  return levels.map((level, k) => (level === 0 ? 0 : level * (tastes[k]! + (needs.get(k) ?? 0))));
}

/** Contributions summed by family. Shape [AXIS_FAMILIES]. */
export function familyLikings(mood: Mood, levels: readonly number[]): Float64Array {
  const likings = new Float64Array(AXIS_FAMILIES.length);
  for (const [k, each] of contributions(mood, levels).entries()) likings[FAMILY_OF[k]!]! += each;
  return likings;
}

/** More of what is liked already adds less and less. */
export function saturated(liking: number): number {
  return SATURATION * Math.tanh(liking / SATURATION);
}

/** u of a chapter for a reader in a mood, without noise. */
export function utilityOf(mood: Mood, { levels, quality }: ChapterRead, fulfilled: Fulfilled | null): number {
  let liking = 0;
  for (const family of familyLikings(mood, levels)) liking += saturated(family);
  const heeded = fulfilled === null ? 0 : fulfilled === 2 ? 0.5 : fulfilled === 1 ? 0.1 : -0.3;
  const humour = 0.8 * (mood.trust - 0.6) - 0.7 * mood.fatigue + 0.4 * (mood.curiosity - 0.5);
  const utility = liking + quality + heeded + humour;
  return mood.frustration > FED_UP ? 0.6 * utility - 1 : utility;
}

/** @param fulfilled  Whether the last request was met; null: there was none. */
export function answer(
  reader: PlantedReader,
  mood: Mood,
  chapter: ChapterRead,
  fulfilled: Fulfilled | null,
  rng: Rng,
): Feedback {
  const utility = utilityOf(mood, chapter, fulfilled);
  const felt = utility + reader.noise * heavyTailed(rng);
  const rating = 1 + reader.thresholds.filter((threshold) => threshold < felt).length;
  const parts = contributions(mood, chapter.levels);
  const noticed = parts
    .map((part, k) => ({ k, part: part + 0.25 * normal(rng) * (part === 0 ? 0 : 1) }))
    .filter(({ part }) => Math.abs(part) > NOTICEABLE)
    .sort((a, b) => Math.abs(b.part) - Math.abs(a.part));
  const atoms = noticed.slice(0, ATOMS_AT_MOST).map(({ k, part }) => atomOf(k, part, chapter.levels[k]!));
  const skipped = rng() < logistic(-3 - 0.9 * felt + 2 * mood.fatigue);
  const scrollDepth = skipped ? 0.05 + 0.6 * rng() : Math.max(0.7, 1 - 0.15 * rng() ** 3);
  const request = requestFor(mood, chapter.levels, noticed.slice(0, ATOMS_AT_MOST), fulfilled, rng);
  const angry = mood.frustration > FED_UP;
  return {
    rating,
    utility,
    felt,
    tags: atoms.map((atom) => tagOf(atom)),
    atoms,
    request,
    dwellSeconds: dwell(reader, chapter.words * scrollDepth, felt, rng),
    scrollDepth,
    skipped,
    continues:
      rng() < logistic(2.2 + 0.8 * felt + 1.5 * (mood.curiosity - 0.5) - 3 * Math.max(0, mood.frustration - 0.3)),
    rereads: skipped ? 0 : poisson(Math.exp(-1.8 + 0.45 * felt), rng),
    liked: rng() < logistic(-1 + 1.1 * felt),
    favourited: rng() < logistic(-3.5 + 1.2 * felt),
    regenerates: rng() < logistic(-4 - 0.8 * felt + 3 * mood.frustration),
    comments: rng() < clamp(reader.talkative * (0.4 + 0.25 * Math.abs(felt)) + (angry ? 0.2 : 0)),
  };
}

function atomOf(k: number, part: number, level: number): PlantedAtom {
  return {
    axis: AXES[k]!.id,
    pole: level < 0 ? "low" : "high",
    polarity: part < 0 ? "negative" : "positive",
    intensity: clamp(Math.abs(part) / 2),
  };
}

/** What is disliked is tagged by its pole, what is liked as liked. */
export function tagOf({ axis, pole, polarity }: PlantedAtom): string {
  return polarity === "negative" ? AXES[axisIndex(axis)]!.tags[pole] : `liked_${axis}`;
}

/**
 * The most disliked thing is asked to be otherwise; what was ignored is asked for again. Its tag is shown, so that an author
 * can know of it without a word.
 *
 * @param noticed  What is tagged.
 */
function requestFor(
  { request, trust, frustration }: Mood,
  levels: readonly number[],
  noticed: readonly { k: number; part: number }[],
  fulfilled: Fulfilled | null,
  rng: Rng,
): ReaderRequest | null {
  if (request !== null && fulfilled === 0 && rng() < 0.7) return request;
  const worst = noticed.find(({ part }) => part < 0);
  // Who trusts nobody, or is past caring, asks for nothing.
  if (worst === undefined || rng() > 0.25 + 0.5 * trust - 0.2 * frustration) return null;
  const { k } = worst;
  return { axis: AXES[k]!.id, direction: levels[k]! < 0 ? "higher" : "lower" };
}

/** Weibull around the time that the words take (Liu, White & Dumais, SIGIR 2010); what is liked is read more slowly. */
function dwell({ readingSpeed }: PlantedReader, words: number, felt: number, rng: Rng): number {
  const shape = 3;
  const scale = (60 * words * Math.exp(0.12 * Math.tanh(felt))) / readingSpeed;
  return Math.round(10 * scale * (-Math.log(1 - rng())) ** (1 / shape)) / 10;
}

function poisson(mean: number, rng: Rng): number {
  const limit = Math.exp(-mean);
  let product = rng();
  let n = 0;
  while (product > limit && n < 20) {
    n++;
    product *= rng();
  }
  return n;
}

function logistic(x: number): number {
  return 1 / (1 + Math.exp(-x));
}
