/**
 * A comment to atoms: aspect, polarity, intensity, scope, kind, wish. The lexicon names the aspect; where it says how the
 * reader likes it, the tone must not contradict; where it does not, the tone decides or the atom is left out.
 */
import type { Aspect } from "../../data-schemas/aspect.ts";
import type { Atom, Sentiment } from "../../data-schemas/label.ts";
import { answerOf, type CommentClassifier, classProbabilitiesOf } from "./comment-classifier.ts";
import { foldText, LEXICON, lexiconHits } from "./lexicon.ts";
import { asksForSomething, sceneTypeOf, scopeOf } from "./scope.ts";
import { sentencesOf } from "./sentences.ts";

export interface Labeller {
  readonly tone: CommentClassifier<Sentiment>;
  /** Taught on comments whose aspects people named; null: the lexicon alone names aspects. */
  readonly aspect: CommentClassifier<Aspect> | null;
}

/** An atom whose opposite is more likely than this is not said. */
const MOST_DOUBT = 0.3;
/** A tone that decides alone must be this many times as likely as its opposite. */
const DECIDED = 2;
/** Shorter sentences hold too little for the aspect model, which learnt from whole ones. */
const SHORTEST_SENTENCE = 24;

/** @param ofChapter  Whether the comment stands under a chapter, which is then what it speaks of unless it says otherwise. */
export function atomsOf({ tone, aspect: aspectModel }: Labeller, comment: string, ofChapter: boolean): Atom[] {
  const atoms = new Map<string, Atom>();
  for (const sentence of sentencesOf(comment)) {
    const liking = likingOf(tone, sentence);
    const scope = scopeOf(sentence, ofChapter ? "chapter" : "story");
    const scene = sceneTypeOf(sentence);
    const request = asksForSomething(sentence);
    for (const said of saidOf(sentence, aspectModel)) {
      const polarity = said.polarity !== 0 ? said.polarity : liking.decided;
      if (polarity === 0) continue;
      const doubt = polarity > 0 ? liking.negative : liking.positive;
      if (doubt > MOST_DOUBT && !(request && polarity < 0)) continue;
      const kind = polarity > 0 ? "praise" : request ? "request" : "complaint";
      const atom: Atom = {
        aspect: said.aspect,
        polarity: polarity > 0 ? "positive" : "negative",
        intensity: said.intensity,
        scope: scene !== null && scope === "story" ? "scene_type" : scope,
        ...(scene === null ? {} : { scene_type: scene }),
        kind,
        wish: polarity < 0 ? said.wish : null,
        confidence: 1 - doubt,
        evidence: said.evidence,
      };
      const key = `${atom.aspect}:${atom.polarity}:${atom.wish}`;
      const known = atoms.get(key);
      if (known === undefined || known.confidence < atom.confidence) atoms.set(key, atom);
    }
  }
  return [...atoms.values()];
}

interface Liking {
  readonly negative: number;
  readonly positive: number;
  /** −1 or 1 where the tone alone tells whether the sentence likes what it names. */
  readonly decided: -1 | 0 | 1;
}

function likingOf(tone: CommentClassifier<Sentiment>, sentence: string): Liking {
  const probability = classProbabilitiesOf(tone, sentence);
  const of = (sentiment: Sentiment): number => probability[tone.classes.indexOf(sentiment)]!;
  const [negative, neutral, positive] = [of("negative"), of("neutral"), of("positive")];
  const leads = Math.max(negative, positive) > neutral;
  const decided = !leads ? 0 : positive > DECIDED * negative ? 1 : negative > DECIDED * positive ? -1 : 0;
  return { negative, positive, decided };
}

interface Said {
  readonly aspect: Aspect;
  /** 0: named only. */
  readonly polarity: -1 | 0 | 1;
  readonly intensity: number;
  readonly wish: string | null;
  readonly evidence: Atom["evidence"];
}

/** What a sentence names: for each aspect the strongest group that judges it, else that it is named at all. */
function saidOf(sentence: string, aspectModel: CommentClassifier<Aspect> | null): Said[] {
  const said = new Map<Aspect, Said>();
  for (const { group, negated } of lexiconHits(foldText(sentence))) {
    const { aspect, polarity: spoken, intensity, wish = null } = LEXICON[group]!;
    if (aspect === undefined) continue;
    const polarity = (negated ? -spoken : spoken) as -1 | 0 | 1;
    const known = said.get(aspect);
    const stronger =
      known === undefined ||
      (known.polarity === 0 && polarity !== 0) ||
      (polarity !== 0 && intensity > known.intensity);
    if (stronger)
      said.set(aspect, { aspect, polarity: polarity === 0 ? 0 : polarity, intensity, wish, evidence: "lexicon" });
  }
  if (aspectModel !== null && sentence.length >= SHORTEST_SENTENCE) {
    const aspect = answerOf(aspectModel, sentence);
    if (aspect !== null && !said.has(aspect))
      said.set(aspect, { aspect, polarity: 0, intensity: 0.5, wish: null, evidence: "model" });
  }
  return [...said.values()];
}

/** Sentiment of the whole comment: P of each, and the answer or null. */
export function sentimentOf(
  { tone }: Labeller,
  comment: string,
): {
  readonly sentiment: Sentiment | null;
  readonly probability: Readonly<Record<Sentiment, number>>;
} {
  const p = classProbabilitiesOf(tone, comment);
  const probability = Object.fromEntries(tone.classes.map((name, k) => [name, p[k]!])) as Record<Sentiment, number>;
  return { sentiment: answerOf(tone, comment), probability };
}

/** What the lexicon alone would say: the sign of what it adds up to. A baseline. */
export function lexiconSentiment(comment: string): Sentiment {
  let sum = 0;
  for (const { group, negated } of lexiconHits(foldText(comment))) {
    const { polarity, intensity } = LEXICON[group]!;
    sum += (negated ? -1 : 1) * polarity * intensity;
  }
  return sum > 0 ? "positive" : sum < 0 ? "negative" : "neutral";
}
