/**
 * Whether words of a reader's review stand in the text that the review answers to: then a model that reads the text knows
 * the answer. Both are cut into runs of 32 letters; a fixed sample of runs, one in 16, is compared.
 *
 * Schleimer, Wilkerson & Aiken, "Winnowing: Local Algorithms for Document Fingerprinting" (2003), §2, sampling mod p.
 */
import { EMPTY_HASH, extendHash, hash53, mix32 } from "../../models/hash.ts";
import { NumberTable } from "./number-table.ts";

const RUN = 32;
const ONE_IN = 16;
const CONTENT = 1;
const REVIEW = 2;

/** Keys of the runs of a text that are compared, each with its story. */
export function runKeys(story: string, text: string): number[] {
  const letters = text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, "");
  const keys: number[] = [];
  for (let start = 0; start + RUN <= letters.length; start++) {
    const run = letters.slice(start, start + RUN);
    if (mix32(extendHash(EMPTY_HASH, run)) % ONE_IN === 0) keys.push(hash53(`${story}\0${run}`));
  }
  return keys;
}

export class ReviewLeak {
  /** Run of a story to who has it. */
  readonly #seen = new NumberTable();
  reviews = 0;
  /** Runs that stand in both a review and the text of its story. */
  found = 0;

  addContent(runs: readonly number[]): void {
    this.#add(runs, CONTENT);
  }

  addReview(runs: readonly number[]): void {
    this.reviews++;
    this.#add(runs, REVIEW);
  }

  #add(runs: readonly number[], who: number): void {
    for (const key of runs) {
      const before = this.#seen.get(key) ?? 0;
      if ((before | who) === (CONTENT | REVIEW) && before !== (CONTENT | REVIEW)) this.found++;
      this.#seen.set(key, before | who);
    }
  }
}
