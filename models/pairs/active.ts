/**
 * Which pairs to ask a person about: D-optimal design on feature differences, with the reader's weights a priori normal.
 *
 * A linear reward's gradient for a pair is d = φ(a) − φ(b), so the gain of asking it is ½ log(1 + dᵀ Σ d / s²), and asking
 * it changes Σ by a rank-one step (Sherman and Morrison, Ann. Math. Stat. 21, 1950). The gain is weighed by how unsure the
 * answer is and by how far the axes pull in opposite directions. D features.
 *
 * ActiveDPO (ICLR 2026) scores by the same determinant, with gradients of a network.
 */

export interface WeightBelief {
  /** Shape [D]. */
  readonly mean: Float64Array;
  /** Shape [D, D], row-major, symmetric. */
  readonly covariance: Float64Array;
}

export interface ActiveOptions {
  /** s²: variance of an answer around the reward's difference. */
  readonly noise: number;
}

/** The belief before anything was asked, from weights of other readers. @param ridge  Variance that no two readers showed. */
export function beliefFrom(weights: readonly (readonly number[])[], ridge: number): WeightBelief {
  const n = weights.length;
  const D = weights[0]?.length ?? 0;
  const mean = new Float64Array(D);
  for (const row of weights) for (let k = 0; k < D; k++) mean[k]! += row[k]! / n;
  const covariance = new Float64Array(D * D);
  for (const row of weights) {
    for (let i = 0; i < D; i++) {
      const left = (row[i]! - mean[i]!) / n;
      if (left === 0) continue;
      for (let j = 0; j < D; j++) covariance[i * D + j]! += left * (row[j]! - mean[j]!);
    }
  }
  for (let k = 0; k < D; k++) covariance[k * D + k]! += ridge;
  return { mean, covariance };
}

/** Σ d. Shape [D]. */
function times(covariance: Float64Array, d: ArrayLike<number>): Float64Array {
  const D = d.length;
  const out = new Float64Array(D);
  for (let i = 0; i < D; i++) {
    const x = d[i]!;
    if (x === 0) continue;
    for (let j = 0; j < D; j++) out[j]! += covariance[i * D + j]! * x;
  }
  return out;
}

function dot(a: ArrayLike<number>, b: ArrayLike<number>): number {
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += a[i]! * b[i]!;
  return sum;
}

/** The belief after an answer. @param answer  The reward's difference as it was said; null: only asked, not answered yet. */
export function afterAnswer(
  belief: WeightBelief,
  d: ArrayLike<number>,
  answer: number | null,
  noise: number,
): WeightBelief {
  const { mean, covariance } = belief;
  const D = mean.length;
  const direction = times(covariance, d);
  const total = noise + dot(d, direction);
  const next = covariance.slice();
  for (let i = 0; i < D; i++) {
    const left = direction[i]! / total;
    if (left === 0) continue;
    for (let j = 0; j < D; j++) next[i * D + j]! -= left * direction[j]!;
  }
  if (answer === null) return { mean, covariance: next };
  const surprise = (answer - dot(mean, d)) / total;
  return { mean: mean.map((value, i) => value + surprise * direction[i]!), covariance: next };
}

/** How much is learned by asking d, weighed. */
export function worthOf({ mean, covariance }: WeightBelief, d: ArrayLike<number>, noise: number): number {
  const variance = dot(d, times(covariance, d));
  const expected = dot(mean, d);
  // P that the answer goes one way, by the belief itself.
  const p = 1 / (1 + Math.exp((-1.7 * expected) / Math.sqrt(noise + variance)));
  let up = 0;
  let down = 0;
  for (let k = 0; k < d.length; k++) {
    const part = mean[k]! * d[k]!;
    if (part > 0) up += part;
    else down -= part;
  }
  const conflict = up + down === 0 ? 0 : (2 * Math.min(up, down)) / (up + down);
  return 0.5 * Math.log1p(variance / noise) * 4 * p * (1 - p) * (1 + conflict);
}

/**
 * Greedy choice of `count` pairs; each is chosen as if those before had been asked.
 *
 * @returns Indices into `differences`, in the order in which they should be asked.
 */
export function chooseActive(
  belief: WeightBelief,
  differences: readonly ArrayLike<number>[],
  count: number,
  { noise }: ActiveOptions,
): number[] {
  const chosen: number[] = [];
  const left = new Set(differences.keys());
  let current = belief;
  // Worth falls as more is asked: what was worth less than the best so far before need not be weighed again.
  const bound = differences.map((d) => worthOf(current, d, noise));
  while (chosen.length < count && left.size > 0) {
    let best = -1;
    let worth = -1;
    for (const i of [...left].sort((a, b) => bound[b]! - bound[a]! || a - b)) {
      if (bound[i]! <= worth) break;
      bound[i] = worthOf(current, differences[i]!, noise);
      if (bound[i]! > worth) {
        worth = bound[i]!;
        best = i;
      }
    }
    chosen.push(best);
    left.delete(best);
    current = afterAnswer(current, differences[best]!, null, noise);
  }
  return chosen;
}
