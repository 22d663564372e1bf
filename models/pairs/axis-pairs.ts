/** Minimal pairs: one axis at either pole, everything else equal. Swap pairs: two opposite readers before such a pair. */
import { AXES } from "../../data-schemas/ontology.ts";
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
    const named = tastes.flatMap((taste, k) => (taste === 0 ? [] : [[AXES[k]!.id, taste] as const]));
    return {
      tastes: Object.fromEntries(named),
      prefers: gain > 0 ? "high" : "low",
      probability: normalCdf(Math.abs(gain) / (reader.noise * Math.SQRT2)),
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

/** Abramowitz & Stegun, "Handbook of Mathematical Functions" (1964), 26.2.17; error below 7.5e-8. */
export function normalCdf(x: number): number {
  const t = 1 / (1 + 0.2316419 * Math.abs(x));
  const poly = t * (0.31938153 + t * (-0.356563782 + t * (1.781477937 + t * (-1.821255978 + t * 1.330274429))));
  const tail = (Math.exp((-x * x) / 2) / Math.sqrt(2 * Math.PI)) * poly;
  return x >= 0 ? 1 - tail : tail;
}
