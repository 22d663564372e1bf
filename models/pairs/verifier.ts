/** Whether a rewrite did what was asked and nothing else. The grammar's and a model's rewrites go through the same. */

import { axisIndex } from "../../data-schemas/ontology.ts";
import type { RewriteCheck, RewritePair } from "../../data-schemas/pair.ts";
import type { ReaderRequest } from "../../data-schemas/population.ts";
import { countWords } from "../content/narrative.ts";
import type { Story } from "../population/grammar/story.ts";
import { bibleOf } from "../population/grammar/story.ts";
import { poleWanted } from "../population/mood.ts";
import { COLUMNS, columnsMovedBy, featureColumn, measureAll } from "./columns.ts";

export interface Original {
  readonly story: Story;
  readonly text: string;
  /** Steps of the plot, as told in it. */
  readonly facts: readonly string[];
}

/** A rewrite may be so much shorter or longer. */
const LENGTHS = [0.6, 1.7] as const;
/** In SD; what an aligned rewrite must reach, and what the rest may move on average. */
const MOVED_AT_LEAST = 0.5;
const OTHERS_AT_MOST = 0.35;

/**
 * Checks rewrites of one original, which is measured once.
 *
 * @param sd  Of each of COLUMNS over chapters of the language.
 */
export function rewriteChecker(
  original: Original,
  request: ReaderRequest,
  sd: Float64Array,
): (rewritten: string) => RewriteCheck {
  const { story, text } = original;
  const context = bibleOf(story);
  const before = measureAll(text, story.language, context);
  const mine = new Set([request.axis, ...columnsMovedBy(request.axis)]);
  const others = COLUMNS.flatMap((column, c) => (mine.has(column) || sd[c] === 0 ? [] : [c]));
  const side = poleWanted(request);
  return (rewritten) => {
    const after = measureAll(rewritten, story.language, context);
    const change = (c: number): number => (sd[c] === 0 ? 0 : (after[c]! - before[c]!) / sd[c]!);
    return {
      plot_preserved: plotPreserved(original, rewritten),
      world_consistent: faults(after) <= faults(before),
      axis_moved: side * change(axisIndex(request.axis)),
      others_moved: others.reduce((sum, c) => sum + Math.abs(change(c)), 0) / others.length,
    };
  };
}

const FAULT_COLUMNS = ["rule_breaks", "timeline_regressions"].map((id) => COLUMNS.indexOf(featureColumn(id)));

function faults(measured: Float64Array): number {
  return FAULT_COLUMNS.reduce((sum, c) => sum + measured[c]!, 0);
}

export const FAULT_DETAILS = {
  "plot-changed": "a name of the plot is gone from one of the rewrites, or its length is another",
  "world-broken": "one of the rewrites breaks a rule or the order of days",
  "not-aligned": "the axis did not move in the aligned rewrite, or others did",
  "not-over-corrected": "the over-corrected rewrite moves the axis less than the aligned one, or is the same",
  "not-irrelevant": "the irrelevant rewrite moves the axis that was asked for",
} as const;
type RewriteFault = keyof typeof FAULT_DETAILS;

/** Why a set of rewrites is refused; null: it is sound. */
export function faultOf({ checks, aligned, over_corrected }: RewritePair): RewriteFault | null {
  const all = Object.values(checks);
  if (!all.every((check) => check.plot_preserved)) return "plot-changed";
  if (!all.every((check) => check.world_consistent)) return "world-broken";
  if (checks.aligned.axis_moved < MOVED_AT_LEAST || checks.aligned.others_moved > OTHERS_AT_MOST) return "not-aligned";
  // Rules and days can be kept, and phrases not repeated, but no further than that.
  const further = checks.over_corrected.axis_moved >= checks.aligned.axis_moved - 1e-9;
  if (!further || over_corrected === aligned) return "not-over-corrected";
  return Math.abs(checks.irrelevant.axis_moved) < MOVED_AT_LEAST ? null : "not-irrelevant";
}

/** Whoever and whatever the plot names must still be named, at about the same length. */
export function plotPreserved({ story, text, facts }: Original, rewritten: string): boolean {
  const { cast, places, things, threads, world } = story;
  const persons = [cast.hero, cast.ally, cast.woman, cast.foe, cast.elder];
  const names = [...persons, ...places, ...things.map(([thing]) => thing), ...threads, world.guild, world.rivals];
  const told = facts.join("\n");
  const ratio = countWords(rewritten, story.language) / Math.max(1, countWords(text, story.language));
  const kept = names.every((name) => !told.includes(name) || rewritten.includes(name));
  return kept && ratio >= LENGTHS[0] && ratio <= LENGTHS[1];
}
