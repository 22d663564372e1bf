/** The narrative features of a chapter, in the order of FEATURES. */
import { FEATURES } from "../../../data-schemas/feature.ts";
import { CueMatcher, longestHits } from "../cue-matcher.ts";
import type { Language } from "../language.ts";
import { type Narrative, wordsOf } from "../narrative.ts";
import { timelineRegressions } from "../ordinals.ts";
import { allRuleBreaks, type RuleTerms } from "../rule-breaks.ts";
import * as EN from "./words-en.ts";
import * as ZH from "./words-zh.ts";

/** What is known of the story; what is not known leaves its features null. */
export interface StoryContext {
  /** Names of the protagonist. */
  readonly protagonist?: readonly string[] | undefined;
  /** Words for each open thread. */
  readonly threads?: readonly string[] | undefined;
  /** Of the world. */
  readonly rules?: readonly RuleTerms[] | undefined;
  /** What the protagonist never does. */
  readonly traits?: readonly RuleTerms[] | undefined;
  /** Runs of words of the chapters before; see wordRuns. */
  readonly previous?: ReadonlySet<string> | undefined;
}

interface Counter {
  readonly matcher: CueMatcher;
}

const counter = (words: string): Counter => ({ matcher: new CueMatcher(words.split("|")) });

const COUNTERS = {
  en: {
    events: counter(EN.EVENT_WORDS_EN),
    positive: counter(EN.POSITIVE_WORDS_EN),
    negative: counter(EN.NEGATIVE_WORDS_EN),
    tension: counter(EN.TENSION_WORDS_EN),
    exposition: counter(EN.EXPOSITION_WORDS_EN),
    hook: counter(EN.HOOK_WORDS_EN),
    rest: counter(EN.REST_WORDS_EN),
  },
  zh: {
    events: counter(ZH.EVENT_WORDS_ZH),
    positive: counter(ZH.POSITIVE_WORDS_ZH),
    negative: counter(ZH.NEGATIVE_WORDS_ZH),
    tension: counter(ZH.TENSION_WORDS_ZH),
    exposition: counter(ZH.EXPOSITION_WORDS_ZH),
    hook: counter(ZH.HOOK_WORDS_ZH),
    rest: counter(ZH.REST_WORDS_ZH),
  },
} as const;

/** A word inside a longer one of the list (拔 in 拔出) is not counted beside it. */
const count = ({ matcher }: Counter, text: string): number => longestHits(matcher.find(text)).length;

const FIFTHS = 5;
const DIVERSITY_WINDOW = 100;
const REPEATED_RUN: Readonly<Record<Language, number>> = { en: 5, zh: 7 };
const NOVELTY_RUN: Readonly<Record<Language, number>> = { en: 2, zh: 3 };

/** @returns One value for each of FEATURES; null: what it needs is not known, or the text is empty. */
export function measureFeatures(narrative: Narrative, context: StoryContext): (number | null)[] {
  const values = featureValues(narrative, context);
  return FEATURES.map(({ id }) => (narrative.words === 0 ? null : values[id]!));
}

function featureValues(narrative: Narrative, context: StoryContext): Record<string, number | null> {
  const { language, plain, words, sentences, paragraphs, spokenShare } = narrative;
  const counters = COUNTERS[language];
  const per1000 = (n: number): number => (1000 * n) / words;
  const narrated = sentences.filter(({ spoken }) => !spoken).map(({ text }) => text);
  const fifths = cutInFifths(narrative);
  const tensions = fifths.map(({ text, words: n }) => (1000 * count(counters.tension, text)) / Math.max(1, n));
  const sentiments = fifths.map(({ text }) => sentimentOf(text, language));
  const texts = sentences.map(({ text }) => text);
  const tokens = wordsOf(plain, language);
  return {
    length: words,
    sentence_length: words / sentences.length,
    paragraph_length: words / paragraphs.length,
    dialogue_share: spokenShare,
    events_per_1000: per1000(count(counters.events, plain)),
    initiative_share: initiative(narrated, context.protagonist),
    exposition_share: share(narrated, (text) => count(counters.exposition, text.toLowerCase()) > 0),
    tension: per1000(count(counters.tension, plain)),
    tension_slope: slope(tensions),
    cliffhanger: cliffhanger(narrative),
    sentiment: sentimentOf(plain, language),
    sentiment_slope: slope(sentiments),
    sentiment_range: Math.max(...sentiments) - Math.min(...sentiments),
    novelty: context.previous === undefined ? null : novelty(tokens, language, context.previous),
    threads_named: context.threads === undefined ? null : per1000(mentions(texts, context.threads)),
    rule_breaks:
      context.rules === undefined ? null : allRuleBreaks(sentences, [...context.rules, ...(context.traits ?? [])]),
    timeline_regressions: timelineRegressions(plain, language),
    repeated_phrasing: repeatedShare(tokens, REPEATED_RUN[language]),
    question_share: share(texts, (text) => /[?？]/.test(text)),
    lexical_diversity: diversity(tokens),
  };
}

/** Runs of words of a chapter, by which the novelty of later ones is measured. */
export function wordRuns({ plain, language }: Narrative): string[] {
  return runsOf(wordsOf(plain, language), NOVELTY_RUN[language]);
}

/** Hooks less signs of rest in the last paragraph, a sentence; questions and broken-off ends count as hooks. */
export function cliffhanger({ paragraphs, language }: Narrative): number {
  const last = paragraphs.at(-1) ?? "";
  const text = last.toLowerCase();
  const sentences = Math.max(1, (last.match(/[.!?。！？…]+/g) ?? []).length);
  const open = (last.match(/[?？]|…+|\.{3}|—$|--$/g) ?? []).length;
  const { hook, rest } = COUNTERS[language];
  return (count(hook, text) + open - 2 * count(rest, text)) / sentences;
}

function sentimentOf(text: string, language: Language): number {
  const { positive, negative } = COUNTERS[language];
  const [good, bad] = [count(positive, text), count(negative, text)];
  return good + bad === 0 ? 0 : (good - bad) / (good + bad);
}

function cutInFifths({ sentences, words }: Narrative): { text: string; words: number }[] {
  const parts = Array.from({ length: FIFTHS }, () => ({ text: "", words: 0 }));
  let before = 0;
  for (const sentence of sentences) {
    const part = parts[Math.min(FIFTHS - 1, Math.floor((FIFTHS * before) / words))]!;
    part.text += ` ${sentence.text.toLowerCase()}`;
    part.words += sentence.words;
    before += sentence.words;
  }
  // Of a text of few sentences some fifths hold none.
  return parts.filter((part) => part.words > 0);
}

/** Least squares over places 0 … 1. */
function slope(values: readonly number[]): number {
  const n = values.length;
  if (n < 2) return 0;
  const mean = values.reduce((sum, value) => sum + value, 0) / n;
  const at = (i: number): number => i / (n - 1) - 0.5;
  const top = values.reduce((sum, value, i) => sum + at(i) * (value - mean), 0);
  return top / values.reduce((sum, _, i) => sum + at(i) ** 2, 0);
}

function share(texts: readonly string[], test: (text: string) => boolean): number {
  return texts.length === 0 ? 0 : texts.filter(test).length / texts.length;
}

function mentions(texts: readonly string[], names: readonly string[]): number {
  return texts.reduce((sum, text) => sum + names.filter((name) => text.includes(name)).length, 0);
}

function initiative(narrated: readonly string[], protagonist: readonly string[] | undefined): number | null {
  if (protagonist === undefined) return null;
  const naming = narrated.filter((text) => protagonist.some((name) => text.includes(name)));
  return share(naming, (text) => protagonist.some((name) => text.trimStart().startsWith(name)));
}

function runsOf(tokens: readonly string[], length: number): string[] {
  const runs: string[] = [];
  for (let i = 0; i + length <= tokens.length; i++) runs.push(tokens.slice(i, i + length).join(" "));
  return runs;
}

function novelty(tokens: readonly string[], language: Language, previous: ReadonlySet<string>): number {
  const runs = runsOf(tokens, NOVELTY_RUN[language]);
  return share(runs, (run) => !previous.has(run));
}

export function repeatedShare(tokens: readonly string[], length: number): number {
  const runs = runsOf(tokens, length);
  const counts = new Map<string, number>();
  for (const run of runs) counts.set(run, (counts.get(run) ?? 0) + 1);
  return share(runs, (run) => counts.get(run)! > 1);
}

/** Covington and McFall, "Cutting the Gordian Knot: the MATTR", J. Quant. Linguistics 17 (2010). */
function diversity(tokens: readonly string[]): number {
  const window = Math.min(DIVERSITY_WINDOW, tokens.length);
  const counts = new Map<string, number>();
  let sum = 0;
  for (const [i, token] of tokens.entries()) {
    counts.set(token, (counts.get(token) ?? 0) + 1);
    const gone = tokens[i - window];
    if (gone !== undefined) {
      const left = counts.get(gone)! - 1;
      if (left === 0) counts.delete(gone);
      else counts.set(gone, left);
    }
    if (i >= window - 1) sum += counts.size / window;
  }
  return sum / (tokens.length - window + 1);
}
