/** One line of the readable lexicon: terms that say the same. */
import type { Aspect } from "../../data-schemas/aspect.ts";

export interface LexiconGroup {
  readonly id: string;
  /** Absent: a tone, which tells nothing of what it is about. */
  readonly aspect?: Aspect;
  /** −1 complaint, 0 neither by itself, 1 praise. */
  readonly polarity: -1 | 0 | 1;
  /** How strongly it says so, 0 to 1. */
  readonly intensity: number;
  /** What a reader who says so wants of the story: a key of the preference rules. */
  readonly wish?: string;
  readonly terms: readonly string[];
}

/** Terms stand between bars. */
export function termsOf(...lists: readonly string[]): string[] {
  return lists.flatMap((list) => list.split("|")).filter((term) => term !== "");
}
