/** Interventions in real chapters: what each does to a text, and which axis it moves which way. */
import type { Language } from "../content/language.ts";

export interface RealChapter {
  readonly language: Language;
  /** In their order; none is empty. */
  readonly paragraphs: readonly string[];
  /** Most frequent first. */
  readonly persons: readonly string[];
}

export interface Edit {
  readonly operator: string;
  readonly axis: string;
  readonly direction: "lower" | "higher";
  /**
   * @param key  Where it is free to choose, what it chooses.
   * @returns    null: the chapter gives it nothing to work on.
   */
  apply(chapter: RealChapter, key: string): string[] | null;
}

/** Places between paragraphs, evenly spread, `n` of them; each is the index that the new paragraph gets. */
export function spreadPlaces(paragraphs: number, n: number): number[] {
  return Array.from({ length: n }, (_, i) => Math.round(((i + 1) * paragraphs) / (n + 1)));
}

/** The paragraphs with others put in at the given places (of the old numbering). */
export function inserted(paragraphs: readonly string[], places: readonly number[], added: readonly string[]): string[] {
  const out: string[] = [];
  for (let i = 0; i <= paragraphs.length; i++) {
    for (const [k, place] of places.entries()) if (place === i) out.push(added[k]!);
    if (i < paragraphs.length) out.push(paragraphs[i]!);
  }
  return out;
}
