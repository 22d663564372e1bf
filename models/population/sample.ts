/**
 * A small planted sample for the first run: bilingual scene sketches with known themes, and readers whose taste for the
 * themes is known. It is not yet the population of the design (scene grammar, moods, behaviour); it is enough to check
 * that training recovers who likes what.
 */
import { integer, normal, type Rng } from "../rng.ts";
import { type Language, SCENES, THEMES } from "./sample-scenes.ts";

export interface SampleStory {
  readonly id: string;
  readonly language: Language;
  readonly title: string;
  readonly text: string;
  /** How strongly each theme is present, about N(0, 1). Shape [THEMES]. */
  readonly themes: readonly number[];
  /** What all readers agree on. */
  readonly quality: number;
}

export interface SampleReader {
  readonly id: string;
  readonly language: Language;
  /** Weight of each theme. Shape [THEMES]. */
  readonly taste: readonly number[];
  /** ζ_1 … ζ_4, increasing. */
  readonly thresholds: readonly number[];
}

/** Readers are drawn around these; the order of the numbers is that of THEMES. */
const PROTOTYPES: readonly (readonly number[])[] = [
  [1, -0.6, 0.2, 0.4, -0.2, 0.8],
  [-0.7, 1, 0, -0.2, 0.4, 0.3],
  [-0.3, -0.2, 1, 0.6, -0.4, 0],
  [0.2, 0.1, 0.3, -0.3, 1, -0.5],
];

const SENTENCES = 40;

export function sampleStory(rng: Rng, index: number): SampleStory {
  const language: Language = index % 2 === 0 ? "zh" : "en";
  const themes = THEMES.map(() => normal(rng));
  const weights = themes.map((strength) => Math.exp(1.2 * strength));
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  const bank = SCENES[language];
  const hero = bank.names[integer(rng, bank.names.length)]!;
  const place = bank.places[integer(rng, bank.places.length)]!;
  const sentences = Array.from({ length: SENTENCES }, () => {
    const choices = bank.sentences[THEMES[weighted(rng, weights, total)]!];
    return choices[integer(rng, choices.length)]!.replaceAll("{hero}", hero).replaceAll("{place}", place);
  });
  const id = `sample_story_${String(index).padStart(4, "0")}`;
  const text = sentences.join(language === "zh" ? "" : " ");
  return { id, language, title: `${place} ${index}`, text, themes, quality: 0.5 * normal(rng) };
}

/** An index drawn with probability weight / total. */
function weighted(rng: Rng, weights: readonly number[], total: number): number {
  let left = rng() * total;
  for (const [i, weight] of weights.entries()) {
    left -= weight;
    if (left < 0) return i;
  }
  return weights.length - 1;
}

export function sampleReader(rng: Rng, index: number): SampleReader {
  const prototype = PROTOTYPES[integer(rng, PROTOTYPES.length)]!;
  const shift = 0.6 * normal(rng);
  const width = Math.exp(0.2 * normal(rng));
  return {
    id: `sim_${String(index).padStart(5, "0")}`,
    language: integer(rng, 2) === 0 ? "zh" : "en",
    taste: prototype.map((weight) => weight + 0.3 * normal(rng)),
    thresholds: [-2.4, -1.2, 0, 1.4].map((threshold) => shift + width * threshold),
  };
}

/** y = 1 + the number of thresholds below the utility, with logistic noise. */
export function sampleRating(rng: Rng, reader: SampleReader, story: SampleStory): number {
  const liking = reader.taste.reduce((sum, weight, i) => sum + weight * story.themes[i]!, 0);
  const u = rng();
  const utility = liking + story.quality + 0.5 * Math.log((u + 1e-12) / (1 - u + 1e-12));
  return 1 + reader.thresholds.filter((threshold) => threshold < utility).length;
}
