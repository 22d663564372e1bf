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

/** An answer and what is known of its reader before it. */
export interface Held {
  readonly story: number;
  readonly rating: number;
  readonly history: readonly RatedAnswer[];
}

export interface Baseline {
  readonly name: string;
  /**
   * @param training Answers of one reader stand in their order.
   * @param held     Not learned from, but what spreads and weights are fitted on: on the training answers a rule misses by
   *                 less than it will, since it has seen them. Empty: the training answers have to do.
   */
  fit(training: readonly RatedAnswer[], contents: ContentVectors, held?: readonly Held[]): Predict;
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

/** Fewer held answers say less of a spread than many that were learned from. */
const FEWEST = 100;

/** What spreads and weights are fitted on. */
export function fittedOn(training: readonly RatedAnswer[], held: readonly Held[]): readonly Held[] {
  if (held.length >= FEWEST) return held;
  return historiesOf(training).flatMap((history) =>
    history.map(({ story, rating }, i) => ({ story, rating, history: history.slice(0, i) })),
  );
}

/** SD of what a rule misses by, when it sees of each reader only what came before: as it will be used. */
export function missBy(
  rows: readonly Held[],
  expected: (story: number, history: readonly RatedAnswer[]) => number,
): number {
  const square = rows.reduce((sum, { story, rating, history }) => sum + (rating - expected(story, history)) ** 2, 0);
  return Math.max(Math.sqrt(square / Math.max(1, rows.length)), 0.1);
}
