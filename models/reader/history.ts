/**
 * What is known of a reader and of a story from the ratings in the training split. What is said of the reader or the story
 * of an answer leaves that answer out, so that a training row does not see its own label; the overall mean and shares,
 * to which one answer in thousands adds next to nothing, do not. R readers, S stories, E embedding width.
 */

import { LEVELS } from "../../data-schemas/rating.ts";

export interface Answer {
  readonly reader: number;
  readonly story: number;
  /** Row of the story's text in the embedding table; −1 when there is none. */
  readonly content: number;
  /** 1 to LEVELS. */
  readonly rating: number;
}

/** mean deviation, log(1 + n), and the smoothed log-share of each level, of the reader and of the story. */
export const STATS_WIDTH = 2 * (2 + LEVELS);

/** Prior weight, in answers, of the mean over all readers (stories). */
const READER_PRIOR = 5;
const STORY_PRIOR = 10;

export interface History {
  readonly meanRating: number;
  /** Share of each level among all training answers. Shape [LEVELS]. */
  readonly share: Float64Array;
  readonly readers: Tally;
  readonly stories: Tally;
  /** Σ over a reader's training answers of (rating − expected) · e(content). Shape [R, E]. */
  readonly taste_RE: Float32Array;
}

/** Counts and sums of the answers of each member of a group. */
interface Tally {
  readonly count: Float64Array;
  readonly sum: Float64Array;
  /** Shape [members, LEVELS]. */
  readonly levels: Float64Array;
}

export function buildHistory(
  training: readonly Answer[],
  size: { readonly readers: number; readonly stories: number },
  embedding_CE: Float32Array,
  width: number,
): History {
  const readers = emptyTally(size.readers);
  const stories = emptyTally(size.stories);
  const share = new Float64Array(LEVELS);
  let total = 0;
  for (const { reader, story, rating } of training) {
    addTo(readers, reader, rating);
    addTo(stories, story, rating);
    share[rating - 1]!++;
    total += rating;
  }
  const n = Math.max(training.length, 1);
  const history = {
    meanRating: total / n,
    share: share.map((count) => (count + 1) / (n + LEVELS)),
    readers,
    stories,
    taste_RE: new Float32Array(size.readers * width),
  };
  for (const answer of training) {
    if (answer.content < 0) continue;
    const residual = residualOf(history, answer);
    const at = answer.reader * width;
    const from = answer.content * width;
    for (let e = 0; e < width; e++) history.taste_RE[at + e]! += residual * embedding_CE[from + e]!;
  }
  return history;
}

/**
 * How far an answer lies from what the story's other readers said. The reader's own mean is not taken out: it would carry
 * each label into the residuals of the reader's other answers, from which that label is to be predicted.
 */
export function residualOf(history: History, { story, rating }: Answer): number {
  return rating - history.meanRating - shrunkMean(history, history.stories, story, rating, STORY_PRIOR);
}

/**
 * Writes the statistics of one answer at `out[at …]`.
 * @param ownRating  The answer's rating when it is in the training split, to be left out; null otherwise.
 */
export function writeStats(
  history: History,
  reader: number,
  story: number,
  ownRating: number | null,
  out: Float32Array,
  at: number,
): void {
  const half = 2 + LEVELS;
  writeTally(history, history.readers, reader, ownRating, READER_PRIOR, out, at);
  writeTally(history, history.stories, story, ownRating, STORY_PRIOR, out, at + half);
}

/** Answers of the reader in the training split, the own one left out. */
export function historyLength(history: History, reader: number, ownRating: number | null): number {
  return history.readers.count[reader]! - (ownRating === null ? 0 : 1);
}

function writeTally(
  history: History,
  tally: Tally,
  member: number,
  own: number | null,
  prior: number,
  out: Float32Array,
  at: number,
): void {
  const n = tally.count[member]! - (own === null ? 0 : 1);
  out[at] = shrunkMean(history, tally, member, own, prior);
  out[at + 1] = Math.log1p(n);
  for (let k = 0; k < LEVELS; k++) {
    const count = tally.levels[member * LEVELS + k]! - (own === k + 1 ? 1 : 0);
    const smoothed = (count + prior * history.share[k]!) / (n + prior);
    out[at + 2 + k] = Math.log(smoothed / history.share[k]!);
  }
}

/** Mean deviation from the overall mean, drawn to 0 by `prior` answers, the own one left out. */
function shrunkMean(history: History, tally: Tally, member: number, own: number | null, prior: number): number {
  const n = tally.count[member]! - (own === null ? 0 : 1);
  const sum = tally.sum[member]! - (own ?? 0);
  return (sum - n * history.meanRating) / (n + prior);
}

function emptyTally(members: number): Tally {
  return {
    count: new Float64Array(members),
    sum: new Float64Array(members),
    levels: new Float64Array(members * LEVELS),
  };
}

function addTo(tally: Tally, member: number, rating: number): void {
  tally.count[member]!++;
  tally.sum[member]! += rating;
  tally.levels[member * LEVELS + rating - 1]!++;
}
