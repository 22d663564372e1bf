/**
 * MinHash signatures of texts, banded so that near-duplicates meet: two texts of Jaccard similarity s over runs of five
 * characters share a band with probability 1 − (1 − s^8)^8: 0.99 at s = 0.9, 0.77 at 0.8, 0.03 at 0.5.
 *
 * Broder, "On the resemblance and containment of documents" (1997); Leskovec, Rajaraman & Ullman, "Mining of Massive
 * Datasets", §3.4.
 */
import { EMPTY_HASH, extendHash, mix32, pack53 } from "../hash.ts";

const RUN = 5;
const BANDS = 8;
const ROWS = 8;
/** Letters, a Chinese one counting as two: shorter texts are alike by chance, as when many readers write "great book". */
export const SHORTEST_TEXT = 60;

const HAN = /\p{Script=Han}/gu;

/** Multipliers and offsets of the 64 hash functions, fixed for ever. */
const MULTIPLY = Uint32Array.from({ length: BANDS * ROWS }, (_, i) => mix32(2 * i + 1) | 1);
const OFFSET = Uint32Array.from({ length: BANDS * ROWS }, (_, i) => mix32(1_000_003 * (i + 1)));

/** Letters and digits only, so that layout and punctuation make no difference. */
function normalised(text: string): string {
  return text
    .normalize("NFKC")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, "");
}

/**
 * One key a band, in [0, 2^53): texts that share one are near-duplicates. null: too short to tell.
 */
export function bandKeys(text: string): number[] | null {
  const plain = normalised(text);
  if (plain.length + (plain.match(HAN)?.length ?? 0) < SHORTEST_TEXT) return null;
  const least = new Uint32Array(BANDS * ROWS).fill(0xffffffff);
  for (let start = 0; start + RUN <= plain.length; start++) {
    const run = mix32(extendHash(EMPTY_HASH, plain.slice(start, start + RUN)));
    for (let k = 0; k < least.length; k++) {
      const value = (Math.imul(run, MULTIPLY[k]!) + OFFSET[k]!) >>> 0;
      if (value < least[k]!) least[k] = value;
    }
  }
  return Array.from({ length: BANDS }, (_, band) => {
    let low = mix32(band + 1);
    let high = mix32(band + 101);
    for (let r = 0; r < ROWS; r++) {
      low = mix32(low ^ least[band * ROWS + r]!);
      high = mix32(high + least[band * ROWS + r]!);
    }
    return pack53(high, low);
  });
}
