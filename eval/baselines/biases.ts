/** Additive biases with a discretised normal around them, and the histograms that need no such assumption. */
import { LEVELS } from "../../data-schemas/rating.ts";
import { expectedRating } from "../prediction.ts";
import { type Baseline, fittedOn, missBy, type RatedAnswer } from "./baseline.ts";
import { LevelCounts, overallShares } from "./level-counts.ts";

/** Shrinkage, in answers: those that methods.md found best on LongStoryEval. */
const READER_PRIOR = 5;
const STORY_PRIOR = 10;
/** Alternating updates of the two biases; they settle to 1e-6 well before. */
const SWEEPS = 20;

export const globalMean: Baseline = {
  name: "global mean",
  fit(training) {
    const shares = overallShares(training);
    return () => ({ probability: shares, score: 0 });
  },
};

export const readerMean: Baseline = biasModel("reader mean", true, false);
export const storyMean: Baseline = biasModel("story mean", false, true);
export const readerStoryBias: Baseline = biasModel("reader + story bias", true, true);

/** P(k | reader) · P(k | story) / P(k), normalised: the strongest ordinal row without a model. */
export const readerStoryProduct: Baseline = {
  name: "reader x story histogram",
  fit(training) {
    const shares = overallShares(training);
    const stories = new LevelCounts(training, "story", shares, STORY_PRIOR);
    return (story, history) => {
      const byStory = stories.shares(story);
      const byReader = new LevelCounts(history, "reader", shares, READER_PRIOR).shares(history[0]?.reader ?? 0);
      const product = shares.map((share, k) => (byReader[k]! * byStory[k]!) / share);
      const total = product.reduce((sum, p) => sum + p, 0);
      return { probability: product.map((p) => p / total), score: expectedRating(byStory) };
    };
  },
};

export interface Biases {
  readonly mean: number;
  readonly stories: ReadonlyMap<number, number>;
}

/** rating ≈ mean + b_reader + b_story, ridge-regularised, fitted by alternating exact updates. */
export function fitBiases(training: readonly RatedAnswer[], useReader: boolean, useStory: boolean): Biases {
  const mean = training.reduce((sum, { rating }) => sum + rating, 0) / Math.max(training.length, 1);
  const readers = new Map<number, number>();
  const stories = new Map<number, number>();
  const predict = ({ reader, story }: RatedAnswer): number =>
    mean + (readers.get(reader) ?? 0) + (stories.get(story) ?? 0);
  for (let sweep = 0; sweep < SWEEPS; sweep++) {
    if (useStory) update(training, "story", stories, predict, STORY_PRIOR);
    if (useReader) update(training, "reader", readers, predict, READER_PRIOR);
  }
  return { mean, stories };
}

/** Of a reader: what their known answers lie above what is expected of the stories, drawn to 0. */
export function readerBias(history: readonly RatedAnswer[], expected: (story: number) => number): number {
  const sum = history.reduce((total, { story, rating }) => total + rating - expected(story), 0);
  return sum / (history.length + READER_PRIOR);
}

function biasModel(name: string, useReader: boolean, useStory: boolean): Baseline {
  return {
    name,
    fit(training, _contents, held = []) {
      const { mean, stories } = fitBiases(training, useReader, useStory);
      const ofStory = (story: number): number => mean + (stories.get(story) ?? 0);
      const expected = (story: number, history: readonly RatedAnswer[]): number =>
        ofStory(story) + (useReader ? readerBias(history, ofStory) : 0);
      const deviation = missBy(fittedOn(training, held), expected);
      return (story, history) => ({
        probability: discretisedNormal(expected(story, history), deviation),
        score: useStory ? ofStory(story) : 0,
      });
    },
  };
}

function update(
  training: readonly RatedAnswer[],
  key: "reader" | "story",
  biases: Map<number, number>,
  predict: (answer: RatedAnswer) => number,
  prior: number,
): void {
  const sums = new Map<number, { sum: number; count: number }>();
  for (const answer of training) {
    const member = answer[key];
    const entry = sums.get(member) ?? { sum: 0, count: 0 };
    entry.sum += answer.rating - predict(answer) + (biases.get(member) ?? 0);
    entry.count++;
    sums.set(member, entry);
  }
  for (const [member, { sum, count }] of sums) biases.set(member, sum / (count + prior));
}

/** P(k) = Φ((k + ½ − m) / s) − Φ((k − ½ − m) / s), open at both ends. */
export function discretisedNormal(mean: number, deviation: number): Float64Array {
  const probability = new Float64Array(LEVELS);
  let below = 0;
  for (let k = 1; k <= LEVELS; k++) {
    const upTo = k === LEVELS ? 1 : normalCdf((k + 0.5 - mean) / deviation);
    probability[k - 1] = upTo - below;
    below = upTo;
  }
  return probability;
}

/** Φ(x), absolute error below 1.5e-7 (Abramowitz & Stegun, Handbook of Mathematical Functions, 7.1.26). */
export function normalCdf(x: number): number {
  const t = 1 / (1 + (0.3275911 * Math.abs(x)) / Math.SQRT2);
  const polynomial = t * (0.254829592 + t * (-0.284496736 + t * (1.421413741 + t * (-1.453152027 + t * 1.061405429))));
  const erf = 1 - polynomial * Math.exp((-x * x) / 2);
  return x >= 0 ? (1 + erf) / 2 : (1 - erf) / 2;
}
