/** A model without training steps, fitted on the training answers of the same split. */

export interface RatedAnswer {
  readonly reader: number;
  /** What was answered to: a book, or a chapter in one telling. */
  readonly story: number;
  /** 1 to LEVELS. */
  readonly rating: number;
}

/** What is known of texts. */
export interface ContentVectors {
  /** Vector of what was answered to; null: it has no text. */
  vectorOf(story: number): Float32Array | null;
  readonly width: number;
}

export interface Said {
  /** P of each level. */
  readonly probability: Float64Array;
  /** How good the story is, the reader's generosity left out. */
  readonly score: number;
}

/**
 * What is said of a story that may be unknown.
 * @param history What the reader is known to have answered before, in order; empty for a new reader.
 */
export type Predict = (story: number, history: readonly RatedAnswer[]) => Said;

export interface Baseline {
  readonly name: string;
  /** @param training Answers of one reader stand in their order. */
  fit(training: readonly RatedAnswer[], contents: ContentVectors): Predict;
}

/** Answers by reader, in order. */
export function historiesOf(training: readonly RatedAnswer[]): RatedAnswer[][] {
  const histories = new Map<number, RatedAnswer[]>();
  for (const answer of training) {
    const list = histories.get(answer.reader);
    if (list === undefined) histories.set(answer.reader, [answer]);
    else list.push(answer);
  }
  return [...histories.values()];
}

/** SD of what a rule misses by, when it sees of each reader only what came before: as it will be used. */
export function missBy(
  training: readonly RatedAnswer[],
  expected: (story: number, history: readonly RatedAnswer[]) => number,
): number {
  let square = 0;
  for (const history of historiesOf(training)) {
    for (const [i, { story, rating }] of history.entries())
      square += (rating - expected(story, history.slice(0, i))) ** 2;
  }
  return Math.max(Math.sqrt(square / Math.max(1, training.length)), 0.1);
}
