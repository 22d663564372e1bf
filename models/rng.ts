/** Seeded randomness, passed as an argument: equal seeds give equal bits on every machine. */

/** Draws a number from [0, 1) and moves on. */
export type Rng = () => number;

/**
 * xoshiro128** seeded through splitmix32; 32 random bits a draw.
 *
 * @param seed  Any integer in [0, 2^53). Seeds of different streams may be neighbours.
 * Blackman & Vigna, "Scrambled linear pseudorandom number generators", ACM TOMS 47 (2021).
 */
export function makeRng(seed: number): Rng {
  if (!Number.isSafeInteger(seed) || seed < 0)
    throw new RangeError(`makeRng: seed must be an integer >= 0, got ${seed}`);
  const high = Math.floor(seed / 2 ** 32);
  let mix = seed >>> 0;
  const splitmix = (): number => {
    mix = (mix + 0x9e3779b9) >>> 0;
    let z = mix;
    z = Math.imul(z ^ (z >>> 16), 0x21f0aaad);
    z = Math.imul(z ^ (z >>> 15), 0x735a2d97);
    return (z ^ (z >>> 15)) >>> 0;
  };
  // The upper half enters behind a scramble of the lower, so that no two seeds share a state.
  let [a, b, c, d] = [splitmix(), splitmix(), splitmix() ^ high, splitmix()];
  return () => {
    const scrambled = Math.imul(rotateLeft(Math.imul(b, 5), 7), 9) >>> 0;
    const t = b << 9;
    c ^= a;
    d ^= b;
    b ^= c;
    a ^= d;
    c ^= t;
    d = rotateLeft(d, 11);
    return scrambled / 2 ** 32;
  };
}

function rotateLeft(x: number, bits: number): number {
  return (x << bits) | (x >>> (32 - bits));
}

/** A standard normal draw (Box and Muller, Ann. Math. Stat. 29, 1958); uses two draws of `rng`. */
export function normal(rng: Rng): number {
  const radius = Math.sqrt(-2 * Math.log(1 - rng()));
  return radius * Math.cos(2 * Math.PI * rng());
}

/** A draw from Student's t with 4 degrees of freedom, scaled to unit variance: tails heavier than normal. */
export function heavyTailed(rng: Rng): number {
  let chi = 0;
  for (let i = 0; i < 4; i++) chi += normal(rng) ** 2;
  return normal(rng) / Math.sqrt(chi / 4) / Math.SQRT2;
}

/** An integer from [0, below). */
export function integer(rng: Rng, below: number): number {
  return Math.floor(rng() * below);
}

/** A copy in random order (Fisher and Yates). */
export function shuffled<T>(rng: Rng, items: readonly T[]): T[] {
  const order = [...items];
  for (let i = order.length - 1; i > 0; i--) {
    const j = integer(rng, i + 1);
    [order[i], order[j]] = [order[j]!, order[i]!];
  }
  return order;
}
