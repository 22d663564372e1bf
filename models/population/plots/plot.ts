/**
 * Storylines of the grammar: what happens in an arc, step by step. A step is a passage that tells something which later
 * steps build on, so it stays whatever axis is moved.
 */

/** Steps that follow each other at one place. */
export type PlotScene = readonly string[];

export interface Storyline {
  readonly id: string;
  /** Five: a lead, a search, a setback, a reckoning, what remains. */
  readonly chapters: readonly (readonly PlotScene[])[];
}
