/** Baselines that read the text, or only what others said, and know nothing of the reader but how generous they are. */
import { LEVELS } from "../../data-schemas/rating.ts";
import {
  type Baseline,
  type ContentVectors,
  fittedOn,
  historiesOf,
  missBy,
  type RatedAnswer,
  type Said,
} from "./baseline.ts";
import { discretisedNormal, fitBiases, readerBias } from "./biases.ts";
import { ridge } from "./solve.ts";

/** In texts: about what LongStoryEval's five folds liked best. */
const RIDGE = 30;

/** Ridge regression of a story's mean residual on its TF-IDF vector; the reader's bias beside it. */
export const contentRidge: Baseline = {
  name: "TF-IDF ridge on content",
  fit(training, contents, held = []) {
    const mean = training.reduce((sum, { rating }) => sum + rating, 0) / Math.max(training.length, 1);
    const score = fitContentScore(training, contents);
    const ofStory = (story: number): number => mean + score(story);
    const expected = (story: number, history: readonly RatedAnswer[]): number =>
      ofStory(story) + readerBias(history, ofStory);
    const deviation = missBy(fittedOn(training, held), expected);
    return (story, history) => ({
      probability: discretisedNormal(expected(story, history), deviation),
      score: score(story),
    });
  },
};

/** What a story's text says of its mean rating, readers' biases taken out; weighed by how many answered. */
export function fitContentScore(training: readonly RatedAnswer[], contents: ContentVectors): (story: number) => number {
  const mean = training.reduce((sum, { rating }) => sum + rating, 0) / Math.max(training.length, 1);
  const stories = new Map<number, { sum: number; n: number }>();
  for (const history of historiesOf(training)) {
    const bias = readerBias(history, () => mean);
    for (const { story, rating } of history) {
      const entry = stories.get(story) ?? { sum: 0, n: 0 };
      entry.sum += rating - mean - bias;
      entry.n++;
      stories.set(story, entry);
    }
  }
  const rows = [...stories].flatMap(([story, { sum, n }]) => {
    const x = contents.vectorOf(story);
    return x === null ? [] : [{ x, y: sum / n, weight: n / (n + RIDGE) }];
  });
  const beta = ridge(contents.width, RIDGE / 10, rows);
  return (story) => contents.vectorOf(story)?.reduce((total, value, e) => total + value * beta[e]!, 0) ?? 0;
}

/** r = a·content + b·story bias with thresholds shared by all: what can be said of a chapter without knowing who reads it. */
export const nonPersonalOrdinal: Baseline = {
  name: "non-personal ordinal",
  fit(training, contents, held = []) {
    const { stories } = fitBiases(training, true, true);
    const score = fitContentScore(training, contents);
    const featuresOf = (story: number): [number, number] => [score(story), stories.get(story) ?? 0];
    const model = fitOrdinal(fittedOn(training, held).map(({ story, rating }) => ({ x: featuresOf(story), rating })));
    return (story) => model(featuresOf(story));
  },
};

/** Strengths of stories from who preferred which, ridge-regularised; thresholds shared by all. */
export const bradleyTerry: Baseline = {
  name: "non-personal Bradley-Terry",
  fit(training, _contents, held = []) {
    const strength = new Map<number, number>(training.map(({ story }) => [story, 0]));
    const pairs: [better: number, worse: number][] = [];
    for (const history of historiesOf(training)) {
      for (const [i, a] of history.entries()) {
        for (const b of history.slice(Math.max(0, i - PAIRS_BACK), i)) {
          if (a.rating > b.rating) pairs.push([a.story, b.story]);
          if (a.rating < b.rating) pairs.push([b.story, a.story]);
        }
      }
    }
    for (let sweep = 0; sweep < BT_SWEEPS; sweep++) {
      const rate = 0.3 / (1 + sweep / 5);
      for (const [better, worse] of pairs) {
        const [u, v] = [strength.get(better)!, strength.get(worse)!];
        const push = rate / (1 + Math.exp(u - v));
        strength.set(better, u + push - rate * BT_RIDGE * u);
        strength.set(worse, v - push - rate * BT_RIDGE * v);
      }
    }
    const featuresOf = (story: number): [number, number] => [strength.get(story) ?? 0, 0];
    const model = fitOrdinal(fittedOn(training, held).map(({ story, rating }) => ({ x: featuresOf(story), rating })));
    return (story) => model(featuresOf(story));
  },
};

const PAIRS_BACK = 4;
const BT_SWEEPS = 15;
const BT_RIDGE = 0.02;
const CUTS = LEVELS - 1;
const STEPS = 150;

/** P(y ≤ k) = sigmoid(ζ_k − w·x): McCullagh (1980), by gradient descent on standardised x. */
function fitOrdinal(rows: readonly { readonly x: readonly [number, number]; readonly rating: number }[]) {
  const scale = [0, 1].map(
    (f) => Math.sqrt(rows.reduce((sum, { x }) => sum + x[f]! ** 2, 0) / Math.max(1, rows.length)) || 1,
  );
  const w = [0, 0];
  const zeta = Array.from({ length: CUTS }, (_, k) => {
    const below = (rows.filter(({ rating }) => rating <= k + 1).length + 1) / (rows.length + 2);
    return Math.log(below / (1 - below));
  });
  const reward = (x: readonly number[]): number => (w[0]! * x[0]!) / scale[0]! + (w[1]! * x[1]!) / scale[1]!;
  for (let step = 0; step < STEPS; step++) {
    const [gw, gz] = [[0, 0], new Array<number>(CUTS).fill(0)];
    for (const { x, rating } of rows) {
      const r = reward(x);
      const upper = rating === LEVELS ? 1 : sigmoid(zeta[rating - 1]! - r);
      const lower = rating === 1 ? 0 : sigmoid(zeta[rating - 2]! - r);
      const p = Math.max(upper - lower, 1e-9);
      const [du, dl] = [upper * (1 - upper), lower * (1 - lower)];
      if (rating < LEVELS) gz[rating - 1]! += du / p;
      if (rating > 1) gz[rating - 2]! -= dl / p;
      for (const f of [0, 1]) gw[f]! -= ((du - dl) / p) * (x[f]! / scale[f]!);
    }
    for (const f of [0, 1]) w[f]! += (2 * gw[f]!) / Math.max(1, rows.length);
    for (let k = 0; k < CUTS; k++) zeta[k]! += (2 * gz[k]!) / Math.max(1, rows.length);
  }
  return (x: readonly [number, number]): Said => {
    const r = reward(x);
    let below = 0;
    const probability = Float64Array.from({ length: LEVELS }, (_, k) => {
      const upTo = k === CUTS ? 1 : sigmoid(zeta[k]! - r);
      const p = Math.max(upTo - below, 0);
      below = Math.max(below, upTo);
      return p;
    });
    return { probability, score: r };
  };
}

function sigmoid(x: number): number {
  return 1 / (1 + Math.exp(-x));
}
