/**
 * A meter for each axis: what a text shows of it, without any training. Most count cues of both poles; the rest measure
 * what the axis says (speech, length of sentences, rules, days, repetition, the last paragraph). Meters are the
 * instrument of the leakage matrix and a part of what ESUS reads.
 */
import { internal } from "../../data-schemas/errors.ts";
import { AXES } from "../../data-schemas/ontology.ts";
import { CueMatcher } from "../content/cue-matcher.ts";
import { cliffhanger, repeatedShare, type StoryContext } from "../content/features/measure.ts";
import type { Language } from "../content/language.ts";
import { type Narrative, readNarrative, wordsOf } from "../content/narrative.ts";
import { timelineRegressions } from "../content/ordinals.ts";
import { allRuleBreaks } from "../content/rule-breaks.ts";
import type { CueTable } from "./cue-table.ts";
import { CUES_EN } from "./cues-en.ts";
import { CUES_ZH } from "./cues-zh.ts";

type Measure = (narrative: Narrative, context: StoryContext) => number;

/** Axes that no list of cues can measure. The high pole counts up. */
const MEASURES: Readonly<Record<string, Measure>> = {
  chapter_hook: cliffhanger,
  dialogue_share: ({ spokenShare }) => spokenShare,
  sentence_length: ({ words, sentences }) => words / sentences.length,
  phrase_variety: ({ plain, language }) => -repeatedShare(wordsOf(plain, language), language === "zh" ? 6 : 4),
  world_consistency: ({ sentences }, { rules = [] }) => -allRuleBreaks(sentences, rules),
  character_consistency: ({ sentences }, { traits = [] }) => -allRuleBreaks(sentences, traits),
  timeline_consistency: ({ plain, language }) => -timelineRegressions(plain, language),
};

interface CueIndex {
  readonly matcher: CueMatcher;
  /** Of each cue: its axis, and +1 or -1. */
  readonly axes: readonly number[];
  readonly signs: readonly number[];
}

function indexCues(table: CueTable): CueIndex {
  const cues: string[] = [];
  const axes: number[] = [];
  const signs: number[] = [];
  for (const [axis, { id }] of AXES.entries()) {
    if (id in MEASURES) continue;
    const poles = table[id];
    if (poles === undefined) throw internal(`axis ${id} has no cues`);
    for (const [pole, sign] of [
      [poles.low, -1],
      [poles.high, 1],
    ] as const) {
      for (const cue of pole.split("|")) {
        cues.push(cue);
        axes.push(axis);
        signs.push(sign);
      }
    }
  }
  return { matcher: new CueMatcher(cues), axes, signs };
}

const CUES: Readonly<Record<Language, CueIndex>> = { en: indexCues(CUES_EN), zh: indexCues(CUES_ZH) };

/**
 * @returns One value for each of AXES: cues of the high pole less cues of the low one per 1,000 words, or what the axis
 *          measures instead. Zeros for a text without words.
 */
export function measureAxes(narrative: Narrative, context: StoryContext): Float64Array {
  const values = new Float64Array(AXES.length);
  if (narrative.words === 0) return values;
  const { matcher, axes, signs } = CUES[narrative.language];
  for (const { cue } of matcher.find(narrative.plain)) values[axes[cue]!]! += (1000 * signs[cue]!) / narrative.words;
  for (const [axis, { id }] of AXES.entries()) {
    const measure = MEASURES[id];
    if (measure !== undefined) values[axis] = measure(narrative, context);
  }
  return values;
}

/** Characters of text around a cue. */
const AROUND = 24;

/** Passages around the cues of one pole of an axis, in their order; none for axes that are not measured by cues. */
export function cuesIn(text: string, language: Language, axis: number, pole: 1 | -1): string[] {
  const { plain } = readNarrative(text, language);
  const { matcher, axes, signs } = CUES[language];
  const passages: string[] = [];
  for (const { cue, at } of matcher.find(plain)) {
    if (axes[cue] !== axis || signs[cue] !== pole) continue;
    passages.push(plain.slice(Math.max(0, at - AROUND), at + AROUND).trim());
  }
  return passages;
}
