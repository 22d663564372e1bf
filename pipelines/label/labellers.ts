/**
 * Who labels which comment. Taught on people's labels where there are any; a comment that people labelled is read by a
 * labeller that saw neither it nor another comment of its reader (five folds), so that its label can be measured.
 */
import type { Aspect } from "../../data-schemas/aspect.ts";
import { SENTIMENTS, type Sentiment } from "../../data-schemas/label.ts";
import type { Labeller } from "../../models/label/atoms.ts";
import {
  type CommentClassifier,
  folds,
  type LabelledComment,
  type TeachOptions,
  teachClassifier,
} from "../../models/label/comment-classifier.ts";
import type { Gold } from "./gold.ts";
import type { ShippedLabeller } from "./shipped.ts";

export const FOLDS = 5;
/** Precision that the labeller must reach on unseen comments before it speaks. */
export const PRECISION = 0.85;
/** Fewer labelled comments teach less than the lexicon knows. */
const FEWEST_COMMENTS = 200;

/** n-grams of letters survive misspelling; the penalties were chosen by accuracy in five folds, where they differ little. */
export const TONE_OPTIONS: TeachOptions = { ngrams: "subwords", penalty: 5e-4, precision: PRECISION, innerFolds: 5 };
export const ASPECT_OPTIONS: TeachOptions = { ngrams: "words", penalty: 5e-5, precision: PRECISION, innerFolds: 1 };

export interface Labellers {
  /** For a comment of this group of comments. */
  of(group: string): Labeller;
  readonly tone: "taught" | "shipped";
  /** Sources whose sentiments the tone has seen, so that it cannot be measured on them. */
  readonly seenSources: readonly string[];
  readonly aspect: "taught" | "lexicon";
}

/** @param step  Called after each labeller that was fitted. */
export function makeLabellers(gold: Gold, shipped: ShippedLabeller, step: () => void): Labellers {
  const tone = crossFitted<Sentiment>(gold.sentiment, SENTIMENTS, TONE_OPTIONS, step);
  const aspects = [...new Set(gold.aspect.map(({ label }) => label))].sort();
  const aspect = crossFitted<Aspect>(gold.aspect, aspects, ASPECT_OPTIONS, step);
  return {
    of: (group) => ({ tone: tone?.(group) ?? shipped, aspect: aspect?.(group) ?? null }),
    tone: tone === null ? "shipped" : "taught",
    seenSources: tone === null ? shipped.sources : [],
    aspect: aspect === null ? "lexicon" : "taught",
  };
}

export function fitsOf(gold: Gold): number {
  return [gold.sentiment, gold.aspect].filter((comments) => comments.length >= FEWEST_COMMENTS).length * (FOLDS + 1);
}

/** null: too few comments to be taught on. */
function crossFitted<C extends string>(
  comments: readonly LabelledComment<C>[],
  classes: readonly C[],
  options: TeachOptions,
  step: () => void,
): ((group: string) => CommentClassifier<C>) | null {
  if (comments.length < FEWEST_COMMENTS) return null;
  const teach = (taught: readonly LabelledComment<C>[]): CommentClassifier<C> => {
    const classifier = teachClassifier(taught, classes, options);
    step();
    return classifier;
  };
  const unseenBy = new Map<string, CommentClassifier<C>>();
  for (const [taught, held] of folds(comments, FOLDS)) {
    const classifier = teach(taught);
    for (const { group } of held) unseenBy.set(group, classifier);
  }
  const all = teach(comments);
  return (group) => unseenBy.get(group) ?? all;
}
