/**
 * Which units of a split (readers, stories, answers) hold near-duplicate texts, so that they can be put on the same side.
 * Memory: at most about 400 bytes a text, however long it is, for as many texts as fit; later ones are counted and left.
 */

import { NumberTable } from "./number-table.ts";

/** What the memory of a stage holds. */
const MOST_TEXTS = 1_000_000;

export class NearDuplicates {
  /** Band key to the number of the first unit that had it. */
  readonly #firstWith = new NumberTable();
  readonly #numberOf = new NumberTable();
  /** By number: the unit's hash, and the split that its own ids give it. */
  readonly #units: number[] = [];
  readonly #splits: number[] = [];
  /** Union-find; a root is the unit of its cluster that was seen first. */
  readonly #parent: number[] = [];
  texts = 0;
  tooShort = 0;
  /** Long enough, but one too many. */
  notCompared = 0;
  /** Texts that have an earlier near-duplicate in another unit. */
  joined = 0;

  /**
   * @param unit   Hash of the unit that holds the text.
   * @param split  Index of the split that the unit's own ids give it.
   * @param bands  Of the text; null: too short to tell.
   */
  add(unit: number, split: number, bands: readonly number[] | null): void {
    this.texts++;
    if (bands === null) {
      this.tooShort++;
      return;
    }
    if (this.texts - this.tooShort > MOST_TEXTS) {
      this.notCompared++;
      return;
    }
    const number = this.#number(unit, split);
    let joins = false;
    for (const key of bands) {
      const first = this.#firstWith.get(key);
      if (first === undefined) {
        this.#firstWith.set(key, number);
        continue;
      }
      const [a, b] = [this.#root(first), this.#root(number)];
      if (a === b) continue;
      joins = true;
      this.#parent[Math.max(a, b)] = Math.min(a, b);
    }
    this.joined += Number(joins);
  }

  /** Units that hold a near-duplicate of another unit's text, and in how many clusters. */
  clusters(): { readonly units: number; readonly clusters: number } {
    const sizes = new Map<number, number>();
    for (let i = 0; i < this.#parent.length; i++) {
      const root = this.#root(i);
      sizes.set(root, (sizes.get(root) ?? 0) + 1);
    }
    const several = [...sizes.values()].filter((size) => size > 1);
    return { units: several.reduce((sum, size) => sum + size, 0), clusters: several.length };
  }

  /** The unit whose side this one takes, itself where it has no near-duplicate; null: it has no text to compare. */
  leaderOf(unit: number): { readonly unit: number; readonly split: number } | null {
    const number = this.#numberOf.get(unit);
    if (number === undefined) return null;
    const root = this.#root(number);
    return { unit: this.#units[root]!, split: this.#splits[root]! };
  }

  #number(unit: number, split: number): number {
    const known = this.#numberOf.get(unit);
    if (known !== undefined) return known;
    const number = this.#units.length;
    this.#numberOf.set(unit, number);
    this.#units.push(unit);
    this.#splits.push(split);
    this.#parent.push(number);
    return number;
  }

  #root(number: number): number {
    let root = number;
    while (this.#parent[root] !== root) root = this.#parent[root]!;
    for (let at = number; at !== root; ) {
      const next = this.#parent[at]!;
      this.#parent[at] = root;
      at = next;
    }
    return root;
  }
}
