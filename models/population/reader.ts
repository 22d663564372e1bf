/** A planted reader: what nobody but the simulator knows. */

import { AXES } from "../../data-schemas/ontology.ts";
import type { Spread } from "../../data-schemas/population.ts";
import type { Language } from "../content/language.ts";
import { hash53 } from "../hash.ts";
import { integer, makeRng, normal, type Rng } from "../rng.ts";
import { PROTOTYPES, type Prototype } from "./prototypes.ts";

export interface PlantedReader {
  readonly id: string;
  readonly language: Language;
  readonly prototype: Prototype;
  /** Liking of each axis's high pole at the start; it drifts. Shape [AXES]. */
  readonly tastes: readonly number[];
  /** Utilities at which one star more is given; four, increasing: width · the population's − shift. */
  readonly thresholds: readonly number[];
  readonly width: number;
  readonly shift: number;
  /** Words of English or characters of Chinese a minute. */
  readonly readingSpeed: number;
  readonly patience: number;
  readonly talkative: number;
  /** SD a turn of the random walk of each taste that is not 0. */
  readonly drift: number;
  /** The turn at which the strongest taste turns around; null: it never does. */
  readonly reversal: number | null;
  /** Rates of the moods, in [0, 1]; see mood.ts. */
  readonly rates: MoodRates;
  /** Scale of what is not explained. */
  readonly noise: number;
}

export interface MoodRates {
  /** η⁺: trust gained by a fulfilled request. */
  readonly trustGain: number;
  /** η⁻: trust lost by an ignored one. */
  readonly trustLoss: number;
  /** ρ: share of fatigue that is left a turn later. */
  readonly fatigueKept: number;
  /** κ: fatigue of a chapter of explanation. */
  readonly fatigueGain: number;
}

/** Readers use a wider or narrower part of the scale: SD of the log of how wide. */
export const THRESHOLD_WIDTH_SD = 0.2;
/** Of readers, whose strongest taste turns around some time. */
const REVERSING = 0.08;
const NOT_BEFORE = 5;
const WITHIN = 12;
/** Individual variation of a taste that the prototype has, and share of axes on which a reader is odd. */
const VARIATION = 0.3;
const ODD = 0.08;
const CHARACTERS_A_WORD = 1.5;

/** The same seed and number give the same reader, whoever else is drawn. */
export function makeReader(seed: number, index: number, languages: readonly Language[], spread: Spread): PlantedReader {
  const rng = makeRng(hash53(`${seed}/reader/${index}`));
  const prototype = drawn(rng);
  const language = languages[integer(rng, languages.length)]!;
  const tastes = AXES.map(({ kind }, k) => {
    const typical = prototype.tastes[k]!;
    const own = typical === 0 ? (rng() < ODD ? 0.8 * normal(rng) : 0) : typical + VARIATION * normal(rng);
    // Nobody likes a broken rule.
    return spread.taste * (kind === "quality" ? Math.max(0.1, own) : own);
  });
  const shift = spread.generosity * normal(rng);
  const width = Math.exp(THRESHOLD_WIDTH_SD * normal(rng));
  const pace = Math.exp(0.25 * normal(rng));
  return {
    id: `sim_${seed.toString(36)}_${String(index).padStart(6, "0")}`,
    language,
    prototype,
    tastes,
    thresholds: spread.thresholds.map((threshold) => width * threshold - shift),
    width,
    shift,
    readingSpeed: prototype.wordsAMinute * pace * (language === "zh" ? CHARACTERS_A_WORD : 1),
    patience: clamp(prototype.patience + 0.15 * normal(rng)),
    talkative: clamp(prototype.talkative + 0.15 * normal(rng)),
    drift: 0.02 + 0.03 * rng(),
    reversal: rng() < REVERSING ? NOT_BEFORE + integer(rng, WITHIN) : null,
    rates: {
      trustGain: 0.1 + 0.2 * rng(),
      trustLoss: 0.1 + 0.2 * rng(),
      fatigueKept: 0.5 + 0.3 * rng(),
      fatigueGain: 0.15 + 0.2 * rng(),
    },
    noise: spread.noise,
  };
}

function drawn(rng: Rng): Prototype {
  let left = rng() * PROTOTYPES.reduce((sum, { share }) => sum + share, 0);
  for (const prototype of PROTOTYPES) {
    left -= prototype.share;
    if (left < 0) return prototype;
  }
  return PROTOTYPES.at(-1)!;
}

export function clamp(value: number): number {
  return Math.min(1, Math.max(0, value));
}
