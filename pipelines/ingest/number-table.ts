/** A map from integers to small integers in flat memory: 24 to 48 bytes an entry, less than half of what a Map takes. */

const EMPTY = -1;
const FIRST_SIZE = 1 << 10;

export class NumberTable {
  #keys = new Float64Array(FIRST_SIZE).fill(EMPTY);
  #values = new Uint32Array(FIRST_SIZE);
  #count = 0;

  get size(): number {
    return this.#count;
  }

  /** @param key  In [0, 2^53). */
  get(key: number): number | undefined {
    const at = this.#find(key);
    return this.#keys[at] === EMPTY ? undefined : this.#values[at];
  }

  /** @param value  In [0, 2^32). */
  set(key: number, value: number): void {
    const at = this.#find(key);
    if (this.#keys[at] === EMPTY) {
      this.#keys[at] = key;
      this.#count++;
    }
    this.#values[at] = value;
    if (2 * this.#count > this.#keys.length) this.#grow();
  }

  /** The entries whose key passes. */
  filtered(passes: (key: number) => boolean): NumberTable {
    const kept = new NumberTable();
    for (let i = 0; i < this.#keys.length; i++) {
      const key = this.#keys[i]!;
      if (key !== EMPTY && passes(key)) kept.set(key, this.#values[i]!);
    }
    return kept;
  }

  *values(): Generator<number> {
    for (let i = 0; i < this.#keys.length; i++) if (this.#keys[i] !== EMPTY) yield this.#values[i]!;
  }

  #find(key: number): number {
    const mask = this.#keys.length - 1;
    // The low bits of a key are hashed already.
    let at = ((key % 0x100000000) ^ Math.floor(key / 0x100000000)) & mask;
    while (this.#keys[at] !== EMPTY && this.#keys[at] !== key) at = (at + 1) & mask;
    return at;
  }

  #grow(): void {
    const [keys, values] = [this.#keys, this.#values];
    this.#keys = new Float64Array(2 * keys.length).fill(EMPTY);
    this.#values = new Uint32Array(2 * keys.length);
    for (let i = 0; i < keys.length; i++) {
      if (keys[i] === EMPTY) continue;
      const at = this.#find(keys[i]!);
      this.#keys[at] = keys[i]!;
      this.#values[at] = values[i]!;
    }
  }
}
