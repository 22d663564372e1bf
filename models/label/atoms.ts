/**
 * A comment to atoms: aspect, polarity, intensity, scope, kind, wish. The lexicon names the aspect; where it says how the
 * reader likes it, or an opinion stands beside it, the tone of the sentence must not contradict.
 */
import type { Aspect } from "../../data-schemas/aspect.ts";
import type { Atom, Sentiment } from "../../data-schemas/label.ts";
import { type CommentClassifier, judge } from "./comment-classifier.ts";
import { foldText, LEXICON, type LexiconHit, lexiconHits } from "./lexicon.ts";
import { asksForSomething, sceneTypeOf, scopeOf } from "./scope.ts";
import { sentencesOf } from "./sentences.ts";

export interface Labeller {
  readonly tone: CommentClassifier<Sentiment>;
  /** Taught on comments whose aspects people named; null: the lexicon alone names aspects. */
  readonly aspect: CommentClassifier<Aspect> | null;
}

/**
 * An atom whose opposite is more likely than this is not said. Words that judge by themselves stand against an even tone;
 * an opinion that only stands beside a name does not. Who asks for a change may well be friendly.
 */
const MOST_DOUBT = { asked: 0.6, judged: 0.5, beside: 0.3 };
/** An opinion this near, in characters, is about what a sentence names. */
const NEAR = 24;
/** Tones at least this strong are opinions; weaker ones colour. */
const OPINION = 0.6;
/** Wishes whose terms name what should come, not what is wrong: who does not want it does not have the wish. */
const NAMED_AS_WANTED: readonly string[] = ["increase_romance", "update_faster"];
/** Shorter sentences hold too little for the aspect model, which learnt from whole ones. */
const SHORTEST_SENTENCE = 24;

/** @param ofChapter  Whether the comment stands under a chapter, which is then what it speaks of unless it says otherwise. */
export function atomsOf({ tone, aspect: aspectModel }: Labeller, comment: string, ofChapter: boolean): Atom[] {
  const atoms = new Map<string, Atom>();
  for (const sentence of sentencesOf(comment)) {
    const request = asksForSomething(sentence);
    const judgements = saidOf(sentence, request, aspectModel);
    // Most sentences judge nothing.
    if (judgements.length === 0) continue;
    const liking = likingOf(tone, sentence);
    const scope = scopeOf(sentence, ofChapter ? "chapter" : "story");
    const scene = sceneTypeOf(sentence);
    for (const said of judgements) {
      // The aspect model names lines of reviews, which are opinions throughout: their tone decides.
      const polarity = said.polarity !== 0 ? said.polarity : liking.positive > liking.negative ? 1 : -1;
      const doubt = polarity > 0 ? liking.negative : liking.positive;
      const bound = request && polarity < 0 ? "asked" : said.judged ? "judged" : "beside";
      if (doubt > MOST_DOUBT[bound]) continue;
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

function likingOf(tone: CommentClassifier<Sentiment>, sentence: string): { negative: number; positive: number } {
  const { probabilities } = judge(tone, sentence);
  const of = (sentiment: Sentiment): number => probabilities[tone.classes.indexOf(sentiment)]!;
  return { negative: of("negative"), positive: of("positive") };
}

interface Said {
  readonly aspect: Aspect;
  /** 0: the aspect model named it, and does not judge. */
  readonly polarity: -1 | 0 | 1;
  readonly intensity: number;
  readonly wish: string | null;
  /** Whether the words judge by themselves. */
  readonly judged: boolean;
  readonly evidence: Atom["evidence"];
}

/** What a sentence judges: for each aspect the strongest group that judges it, or an opinion beside its name. */
function saidOf(sentence: string, request: boolean, aspectModel: CommentClassifier<Aspect> | null): Said[] {
  const said = new Map<Aspect, Said>();
  const hits = lexiconHits(foldText(sentence));
  for (const hit of hits) {
    const { aspect, polarity: spoken, intensity, wish: named = null } = LEXICON[hit.group]!;
    if (aspect === undefined) continue;
    // "No harem please" complains as "harem" does; "别撒糖了" asks for the opposite of what 撒糖 asks for.
    const unwanted = spoken < 0 && (hit.negation === "unwanted" || (hit.negation === "denied" && request));
    const polarity = spoken === 0 ? opinionNear(hit, hits) : unwanted || hit.negation === null ? spoken : -spoken;
    const wish = unwanted && NAMED_AS_WANTED.includes(named ?? "") ? null : named;
    const known = said.get(aspect);
    if (polarity === 0 || (known !== undefined && known.intensity >= intensity)) continue;
    said.set(aspect, {
      aspect,
      polarity: polarity > 0 ? 1 : -1,
      intensity,
      wish,
      judged: spoken !== 0,
      evidence: "lexicon",
    });
  }
  if (aspectModel !== null && sentence.length >= SHORTEST_SENTENCE) {
    const { guess: aspect, answered } = judge(aspectModel, sentence);
    if (answered && !said.has(aspect))
      said.set(aspect, { aspect, polarity: 0, intensity: 0.5, wish: null, judged: false, evidence: "model" });
  }
  return [...said.values()];
}

/** The nearest opinion about what is named at `place`: −1, 1, or 0 where there is none. */
function opinionNear(place: LexiconHit, hits: readonly LexiconHit[]): number {
  let nearest = NEAR + 1;
  let opinion = 0;
  for (const hit of hits) {
    const { aspect, polarity, intensity } = LEXICON[hit.group]!;
    if (aspect !== undefined || polarity === 0 || intensity < OPINION) continue;
    const distance = Math.max(place.start - hit.end, hit.start - place.end);
    // A word inside the name is no opinion about it.
    if (distance < 0 || distance >= nearest) continue;
    nearest = distance;
    opinion = hit.negation !== null ? -polarity : polarity;
  }
  return opinion;
}

/** What the lexicon alone would say: the sign of what it adds up to. A baseline. */
export function lexiconSentiment(comment: string): Sentiment {
  let sum = 0;
  for (const { group, negation } of lexiconHits(foldText(comment))) {
    const { polarity, intensity } = LEXICON[group]!;
    sum += (negation !== null ? -1 : 1) * polarity * intensity;
  }
  return sum > 0 ? "positive" : sum < 0 ? "negative" : "neutral";
}
