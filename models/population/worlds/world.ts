/** Worlds of the grammar: names, and rules that a chapter can keep or break. */
import type { RuleTerms } from "../../content/rule-breaks.ts";

/** A rule of a world, or a trait of its protagonist, with passages that keep it and passages that break it. */
export interface WorldRule extends RuleTerms {
  readonly id: string;
  readonly statement: string;
  readonly kept: readonly string[];
  readonly broken: readonly string[];
}

export interface World {
  readonly id: string;
  readonly city: string;
  /** Eight or more. */
  readonly places: readonly string[];
  readonly guild: string;
  readonly rivals: string;
  /** What is practised there. */
  readonly art: string;
  /** What an arc is about: name and plural. */
  readonly things: readonly (readonly [name: string, plural: string])[];
  /** What stays open over arcs. */
  readonly threads: readonly string[];
  readonly rules: readonly WorldRule[];
  readonly women: readonly string[];
  readonly men: readonly string[];
  readonly elders: readonly string[];
}
