/** Hashes of texts: fast, the same on every machine, not for secrets. */

/** Start of FNV-1a. */
export const EMPTY_HASH = 0x811c9dc5;

/** FNV-1a over UTF-16 units, continued. */
export function extendHash(hash: number, text: string): number {
  let extended = hash;
  for (let i = 0; i < text.length; i++) extended = Math.imul(extended ^ text.charCodeAt(i), 0x01000193);
  return extended;
}

/** A 32-bit finaliser (MurmurHash3's): every bit of the input moves every bit of the result. */
export function mix32(value: number): number {
  let h = value;
  h = Math.imul(h ^ (h >>> 16), 0x85ebca6b);
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35);
  return (h ^ (h >>> 16)) >>> 0;
}

/** An integer in [0, 2^53): two of n texts share it with probability about n²/2^54. */
export function hash53(text: string): number {
  let low = EMPTY_HASH;
  let high = 0x1b873593;
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    low = Math.imul(low ^ unit, 0x01000193);
    high = Math.imul(high ^ unit, 0x85ebca77);
  }
  return pack53(mix32(high ^ text.length), mix32(low));
}

/** Two hashes of 32 bits as an integer in [0, 2^53): 21 bits of the first, all of the second. */
export function pack53(high: number, low: number): number {
  return (high & 0x1fffff) * 2 ** 32 + low;
}
