/** A small world without text: readers who like or dislike one axis, and answer in every way that the model knows. */
import { AXES, axisIndex } from "../../../data-schemas/ontology.ts";
import { lossWeightsSchema } from "../../../data-schemas/train-config.ts";
import { NARRATIVE_COLUMNS } from "../../../models/content/narrative-columns.ts";
import { fitNormaliser, makeTables, type TextArrays } from "../../../models/content/normaliser.ts";
import { SEGMENTS } from "../../../models/content/segments.ts";
import { initEsus } from "../../../models/esus.ts";
import { FLAGS } from "../../../models/feedback-layout.ts";
import type { ReaderEvent } from "../../../models/reader/event.ts";
import { type ReaderData, tallyItems } from "../../../models/reader/reader-data.ts";
import { marginalOf } from "../../../models/reader/tallies.ts";
import { integer, makeRng, normal } from "../../../models/rng.ts";
import type { TrainerConfig } from "../../../models/training/trainer.ts";

export const EMBEDDING = 4;
const CHAPTERS = 40;
export const TURNS = 10;
const LIKED = axisIndex("romance");
const F = NARRATIVE_COLUMNS.length;

export function plantedTexts(seed: number): TextArrays {
  const rng = makeRng(seed);
  const columns = Float32Array.from({ length: CHAPTERS * F }, () => 0.3 * normal(rng));
  for (let c = 0; c < CHAPTERS; c++) columns[c * F + F - AXES.length + LIKED] = c % 2 === 0 ? 1 : -1;
  return {
    languages: Array.from({ length: CHAPTERS }, (_, c) => (c % 3 === 0 ? "zh" : "en")),
    segments: Array.from({ length: CHAPTERS }, (_, c) => c % (SEGMENTS + 1)),
    embedding: Float32Array.from({ length: CHAPTERS * SEGMENTS * EMBEDDING }, () => normal(rng)),
    measured: Array.from({ length: CHAPTERS }, () => 1),
    columns,
    width: EMBEDDING,
  };
}

/** Even readers like the axis, odd ones dislike it; four in five learn, the rest validate and calibrate. */
export function plantedReaders(seed: number, readers: number): ReaderData {
  const rng = makeRng(seed);
  const texts = plantedTexts(seed);
  const everything = texts.languages.map((_, c) => c);
  const events = Array.from({ length: readers }, (_, reader) => {
    const sign = reader % 2 === 0 ? 1 : -1;
    const split = (["train", "train", "train", "validation", "train"] as const)[reader % 5]!;
    return Array.from({ length: TURNS }, (_, turn): ReaderEvent => {
      const content = integer(rng, CHAPTERS);
      const liking = sign * (content % 2 === 0 ? 1 : -1);
      const rating = Math.min(5, Math.max(1, Math.round(3 + 1.3 * liking + 0.5 * normal(rng))));
      const yes = rating > 3;
      const fulfilled = ([null, 0, 0, 0, 1, 2] as const)[integer(rng, 6)]!;
      return {
        exampleId: `${reader}:${turn}`,
        split,
        reader,
        source: 1,
        item: content,
        story: 0,
        content,
        turn,
        day: turn * 2,
        rating,
        tags: {
          higher: liking < 0 && content % 2 === 1 ? [LIKED] : [],
          lower: liking < 0 && content % 2 === 0 ? [LIKED] : [],
          liked: liking > 0 ? [LIKED] : [],
        },
        fulfilled,
        flags: FLAGS.map((_, f) => (f === 1 ? !yes && rng() < 0.5 : f === 6 ? null : yes)),
        dwellSeconds: 200 * Math.exp(0.2 * normal(rng)),
        scrollDepth: yes ? 0.99 : 0.45,
        rereads: yes ? integer(rng, 3) : 0,
        wish: liking < 0 ? LIKED : -1,
        hidden: {
          prototype: sign > 0 ? 0 : 1,
          state: [0.5, 0.2, 0.5, 0.1],
          utility: liking,
          thresholds: [-1.5, -0.5, 0.5, 1.5],
          tastes: new Map([[LIKED, sign]]),
        },
      };
    });
  }).flat();
  const ratings = events.flatMap(({ split, rating }) => (split === "train" ? [rating!] : []));
  return {
    events,
    tables: makeTables(texts, fitNormaliser(texts, everything, F)),
    words: new Float32Array(CHAPTERS).fill(900),
    marginal: marginalOf(ratings),
    items: tallyItems(events, CHAPTERS),
    pairs: Array.from({ length: CHAPTERS / 2 }, (_, i) => ({ low: 2 * i + 1, high: 2 * i, axis: LIKED })),
    known: () => true,
  };
}

export const SIZE = {
  embedding: EMBEDDING,
  columns: F,
  hidden: 8,
  memory: 16,
  latent: 4,
  kinship: 4,
  head: 4,
  sources: 1,
} as const;

export const initial = (seed = 1) => initEsus(SIZE, makeRng(seed));

/** What such readers are learned with. */
export const CONFIG: TrainerConfig = {
  seed: 3,
  batchSize: 80,
  pairBatchSize: 16,
  rowTurns: null,
  epochs: 12,
  patience: 12,
  peakLearningRate: 1e-2,
  warmupSteps: 5,
  weightDecay: 0.01,
  lossWeights: lossWeightsSchema.parse({}),
  stepsPerCall: 1,
};
