/**
 * A small classifier of comments that knows when to be silent: one logistic regression on lexicon and n-grams for both
 * languages, since what the lexicon found means the same in both; and for each language the probability above which its
 * answers reached the asked precision on comments that it had not seen.
 *
 * Geifman & El-Yaniv, "Selective Classification for Deep Neural Networks", arXiv:1705.08500, §3 (the threshold from held-out
 * answers; here with half a standard error to spare instead of their bound, which small sets never meet).
 */

import { hash53 } from "../hash.ts";
import {
  type CommentLanguage,
  commentFeatures,
  countTerms,
  languageOfComment,
  type TermStatistics,
} from "./comment-features.ts";
import { classProbabilities, fitLogistic, type LogisticModel, type SparseRow } from "./sparse-logistic.ts";

export interface CommentClassifier<C extends string = string> {
  readonly classes: readonly C[];
  /** null: lexicon and surface only. */
  readonly terms: TermStatistics | null;
  readonly model: LogisticModel;
  /** Silent below this probability. null: no threshold reached the precision, so it is always silent in that language. */
  readonly threshold: Readonly<Record<CommentLanguage, number | null>>;
}

export interface LabelledComment<C extends string = string> {
  readonly text: string;
  readonly label: C;
  /** Comments of one group, such as a reader, are never on both sides of a fold. */
  readonly group: string;
}

export interface TeachOptions {
  /** Which n-grams count beside the lexicon. */
  readonly ngrams: "none" | "words" | "subwords";
  /** λ of the logistic regression. */
  readonly penalty: number;
  /** Precision that answers must reach, in (0, 1]. */
  readonly precision: number;
  /**
   * Folds that the thresholds are chosen by: each is answered by a classifier of the others, and one of all is kept. 1: for
   * many comments, a fifth is held out and never learnt from, which takes one fit.
   */
  readonly innerFolds: number;
}

/** One part in so many. */
const HELD_OUT = 5;
/** A threshold that fewer answers stand behind is chance. */
const FEWEST_ANSWERS = 20;
/** In standard errors: what a threshold chosen for its luck falls back by. */
const SPARE = 0.5;

/** @throws {RangeError} Fewer comments or groups than folds. */
export function teachClassifier<C extends string>(
  comments: readonly LabelledComment<C>[],
  classes: readonly C[],
  options: TeachOptions,
): CommentClassifier<C> {
  const answers: Record<CommentLanguage, Answer[]> = { zh: [], en: [] };
  const ask = (classifier: CommentClassifier<C>, held: readonly LabelledComment<C>[]): void => {
    for (const { text, label } of held) {
      const { guess, probability } = judge(classifier, text);
      answers[languageOfComment(text)].push({ probability, correct: guess === label });
    }
  };
  let kept: CommentClassifier<C>;
  if (options.innerFolds === 1) {
    const [taught, held] = folds(comments, HELD_OUT).next().value!;
    kept = fitted(taught, classes, options);
    ask(kept, held);
  } else {
    for (const [taught, held] of folds(comments, options.innerFolds)) ask(fitted(taught, classes, options), held);
    kept = fitted(comments, classes, options);
  }
  const threshold = {
    zh: thresholdFor(answers.zh, options.precision),
    en: thresholdFor(answers.en, options.precision),
  };
  return { ...kept, threshold };
}

function fitted<C extends string>(
  comments: readonly LabelledComment<C>[],
  classes: readonly C[],
  { ngrams, penalty }: TeachOptions,
): CommentClassifier<C> {
  const terms =
    ngrams === "none"
      ? null
      : countTerms(
          comments.map(({ text }) => text),
          ngrams === "subwords",
        );
  const rows: SparseRow[] = comments.map(({ text }) => commentFeatures(text, terms));
  const labels = comments.map(({ label }) => classes.indexOf(label));
  return {
    classes,
    terms,
    model: fitLogistic(rows, labels, classes.length, { penalty }),
    threshold: { zh: null, en: null },
  };
}

/** What a classifier makes of a comment. */
export interface Judgement<C extends string = string> {
  /** P of each class, in the order of `classes`. */
  readonly probabilities: Float64Array;
  readonly guess: C;
  readonly probability: number;
  /** Whether the classifier would say its guess, or be silent. */
  readonly answered: boolean;
}

export function judge<C extends string>(classifier: CommentClassifier<C>, text: string): Judgement<C> {
  const { classes, terms, model } = classifier;
  const probabilities = classProbabilities(model, commentFeatures(text, terms));
  const probability = Math.max(...probabilities);
  const threshold = classifier.threshold[languageOfComment(text)];
  const guess = classes[probabilities.indexOf(probability)]!;
  return { probabilities, guess, probability, answered: threshold !== null && probability >= threshold };
}

export interface Answer {
  readonly probability: number;
  readonly correct: boolean;
}

/**
 * The lowest probability such that the answers at or above it are right in the share `precision`, with half a standard
 * error to spare; null when there is none.
 */
export function thresholdFor(answers: readonly Answer[], precision: number): number | null {
  const sorted = [...answers].sort((a, b) => b.probability - a.probability);
  let correct = 0;
  let threshold: number | null = null;
  for (const [i, answer] of sorted.entries()) {
    correct += Number(answer.correct);
    const n = i + 1;
    // Answers of equal probability stand or fall together.
    if (n < FEWEST_ANSWERS || sorted[n]?.probability === answer.probability) continue;
    const share = correct / n;
    if (share - SPARE * Math.sqrt((share * (1 - share)) / n) >= precision) threshold = answer.probability;
  }
  return threshold;
}

/**
 * Pairs of (all others, one fold); whole groups, dealt in turn by a hash of their names, so that neither order nor number of
 * comments moves a group by itself.
 */
export function* folds<T extends { readonly group: string }>(rows: readonly T[], count: number): Generator<[T[], T[]]> {
  const groups = [...new Set(rows.map(({ group }) => group))];
  if (groups.length < count)
    throw new RangeError(`folds: expected at least ${count} groups of comments, got ${groups.length}`);
  const order = groups.map((group) => ({ group, rank: hash53(group) }));
  order.sort((a, b) => a.rank - b.rank || (a.group < b.group ? -1 : 1));
  const foldOf = new Map(order.map(({ group }, i) => [group, i % count]));
  for (let fold = 0; fold < count; fold++) {
    yield [
      rows.filter(({ group }) => foldOf.get(group) !== fold),
      rows.filter(({ group }) => foldOf.get(group) === fold),
    ];
  }
}
