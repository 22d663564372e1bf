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
const MOST_RUNS = 4_000_000;
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
  #seen = new NumberTable();
  /** Of the sampled runs; grows where they do not fit the memory that a stage may take. */
  #oneIn = 1;
  reviews = 0;
  /** One run in so many is compared. */
  get sampledOneIn(): number {
    return ONE_IN * this.#oneIn;
  }

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
      if (key % this.#oneIn !== 0) continue;
      const before = this.#seen.get(key) ?? 0;
      if ((before | who) === (CONTENT | REVIEW) && before !== (CONTENT | REVIEW)) this.found++;
      this.#seen.set(key, before | who);
      if (this.#seen.size > MOST_RUNS) this.#thin();
    }
  }

  /** Half of the runs go, the same half on both sides: what is left is still compared fairly. */
  #thin(): void {
    this.#oneIn *= 2;
    this.#seen = this.#seen.filtered((key) => key % this.#oneIn === 0);
  }
}
