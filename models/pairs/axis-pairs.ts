/** Minimal pairs: one axis at either pole, everything else equal. Swap pairs: two opposite readers before such a pair. */
import { AXES, byAxis } from "../../data-schemas/ontology.ts";
import type { AxisPair, SwapPair } from "../../data-schemas/pair.ts";
import { spreadSchema } from "../../data-schemas/population.ts";
import type { Language } from "../content/language.ts";
import { utilityOf } from "../population/feedback.ts";
import { withLevel } from "../population/grammar/levels.ts";
import { firstMood } from "../population/mood.ts";
import { makeReader, type PlantedReader } from "../population/reader.ts";
import { pairHead, pairScene, sideOf } from "./grammar-chapter.ts";

export function axisPair(seed: number, axis: number, language: Language, n: number): AxisPair {
  const { id } = AXES[axis]!;
  const scene = pairScene(seed, `${id}/${language}/${n}`, language);
  return {
    kind: "axis",
    ...pairHead("axis", scene),
    axis: id,
    low: sideOf(scene, withLevel(scene.levels, axis, -1)),
    high: sideOf(scene, withLevel(scene.levels, axis, 1)),
  };
}

/** A reader with every taste turned around; what is a quality to one is a quality to the other. */
export function oppositeTastes(tastes: readonly number[]): number[] {
  return tastes.map((taste, k) => (AXES[k]!.kind === "taste" ? -taste : taste));
}

/**
 * @param axis  A taste: nobody is the opposite reader of a quality.
 * @returns     null: the reader that was drawn does not mind the axis.
 */
export function swapPair(seed: number, axis: number, language: Language, n: number): SwapPair | null {
  const { id } = AXES[axis]!;
  const scene = pairScene(seed, `swap/${id}/${language}/${n}`, language);
  const reader = readerWhoMinds(seed, axis, language, n);
  if (reader === null) return null;
  const levels = { low: withLevel(scene.levels, axis, -1), high: withLevel(scene.levels, axis, 1) } as const;
  const judged = (tastes: readonly number[]): SwapPair["reader"] => {
    const mood = { ...firstMood(reader), tastes };
    const utility = (side: "low" | "high"): number =>
      utilityOf(mood, { levels: levels[side], quality: 0, words: 0 }, null);
    const gain = utility("high") - utility("low");
    return {
      tastes: byAxis(tastes.entries(), (taste) => taste),
      prefers: gain > 0 ? "high" : "low",
      probability: noiseDifferenceCdf(Math.abs(gain) / reader.noise),
    };
  };
  return {
    kind: "swap",
    ...pairHead("swap", scene),
    axis: id,
    low: sideOf(scene, levels.low),
    high: sideOf(scene, levels.high),
    reader: judged(reader.tastes),
    opposite: judged(oppositeTastes(reader.tastes)),
  };
}

const DRAWS = 200;
const MINDS = 0.4;

function readerWhoMinds(seed: number, axis: number, language: Language, n: number): PlantedReader | null {
  const spread = spreadSchema.parse({});
  for (let i = 0; i < DRAWS; i++) {
    const reader = makeReader(seed, 1_000_000 + n * DRAWS + i, [language], spread);
    if (Math.abs(reader.tastes[axis]!) >= MINDS) return reader;
  }
  return null;
}

const STEPS = 2000;
const REACH = 20;

/**
 * P that the difference of two draws of `heavyTailed` (Student's t with 4 degrees of freedom, variance 1) is below x, by
 * the trapezoid rule; error below 1e-5.
 */
export function noiseDifferenceCdf(x: number): number {
  let sum = 0;
  for (let i = 0; i <= STEPS; i++) {
    const t = REACH * ((2 * i) / STEPS - 1);
    const density = 0.375 * Math.SQRT2 * (1 + (t * t) / 2) ** -2.5;
    sum += (i === 0 || i === STEPS ? 0.5 : 1) * density * t4Cdf(Math.SQRT2 * (x + t));
  }
  return Math.min(1, (2 * REACH * sum) / STEPS);
}

/** Closed form for 4 degrees of freedom. */
function t4Cdf(t: number): number {
  const s = t / Math.sqrt(4 + t * t);
  return 0.5 + s * (1.5 - s * s * 0.5) * 0.5;
}
