/**
 * Multinomial logistic regression on sparse features, fitted by L-BFGS: a convex problem,
 * no randomness, equal rows give equal bits.
 *
 * Nocedal & Wright, "Numerical Optimization" (2006), algorithms 7.4 and 3.1.
 */

/** A text's features: distinct positions, and their values. Shapes [nonzero]. */
export interface SparseRow {
  readonly indices: Uint32Array;
  readonly values: Float32Array;
}

export interface LogisticModel {
  readonly classes: number;
  /** Row of `weight` for a feature; features that no training row had are absent. */
  readonly rowOf: ReadonlyMap<number, number>;
  /** Shape [features seen + 1, classes], row-major; the last row is the bias. */
  readonly weight: Float64Array;
}

export interface FitOptions {
  /** λ of λ/2·‖W‖², with the loss averaged over rows. The bias is not penalised. */
  readonly penalty: number;
  readonly iterations?: number;
}

const MEMORY = 6;
/** Relative gain of an iteration below which the rest would not change an answer. */
const TOLERANCE = 1e-5;

/** @throws {RangeError} There are no rows, or a label is no class. */
export function fitLogistic(
  rows: readonly SparseRow[],
  labels: readonly number[],
  classes: number,
  { penalty, iterations = 60 }: FitOptions,
): LogisticModel {
  if (rows.length === 0 || rows.length !== labels.length)
    throw new RangeError(`fitLogistic: expected one label a row and at least one row, got ${rows.length} rows`);
  if (labels.some((label) => !Number.isInteger(label) || label < 0 || label >= classes))
    throw new RangeError(`fitLogistic: expected labels 0 to ${classes - 1}`);
  const rowOf = new Map<number, number>();
  const compact = rows.map(({ indices, values }) => ({
    values,
    indices: Uint32Array.from(indices, (index) => {
      const known = rowOf.get(index);
      if (known !== undefined) return known;
      rowOf.set(index, rowOf.size);
      return rowOf.size - 1;
    }),
  }));
  const objective = lossAndGradient(compact, labels, classes, rowOf.size, penalty);
  const weight = minimise(objective, (rowOf.size + 1) * classes, iterations);
  return { classes, rowOf, weight };
}

/** P(class | features). Shape [classes]. */
export function classProbabilities({ classes, rowOf, weight }: LogisticModel, row: SparseRow): Float64Array {
  const score = weight.slice(weight.length - classes);
  for (let i = 0; i < row.indices.length; i++) {
    const at = rowOf.get(row.indices[i]!);
    if (at === undefined) continue;
    for (let k = 0; k < classes; k++) score[k]! += row.values[i]! * weight[at * classes + k]!;
  }
  return softmaxInPlace(score);
}

function softmaxInPlace(score: Float64Array): Float64Array {
  const highest = Math.max(...score);
  let sum = 0;
  for (let k = 0; k < score.length; k++) sum += score[k] = Math.exp(score[k]! - highest);
  for (let k = 0; k < score.length; k++) score[k]! /= sum;
  return score;
}

/** Writes the gradient into `gradient` and returns the loss. */
type Objective = (weight: Float64Array, gradient: Float64Array) => number;

function lossAndGradient(
  rows: readonly SparseRow[],
  labels: readonly number[],
  classes: number,
  features: number,
  penalty: number,
): Objective {
  const bias = features * classes;
  return (weight, gradient) => {
    gradient.fill(0);
    let loss = 0;
    const score = new Float64Array(classes);
    for (let r = 0; r < rows.length; r++) {
      const { indices, values } = rows[r]!;
      for (let k = 0; k < classes; k++) score[k] = weight[bias + k]!;
      for (let i = 0; i < indices.length; i++) {
        const at = indices[i]! * classes;
        const value = values[i]!;
        for (let k = 0; k < classes; k++) score[k]! += value * weight[at + k]!;
      }
      softmaxInPlace(score);
      const share = 1 / rows.length;
      loss -= share * Math.log(Math.max(score[labels[r]!]!, 1e-300));
      score[labels[r]!]! -= 1;
      for (let k = 0; k < classes; k++) gradient[bias + k]! += share * score[k]!;
      for (let i = 0; i < indices.length; i++) {
        const at = indices[i]! * classes;
        const value = share * values[i]!;
        for (let k = 0; k < classes; k++) gradient[at + k]! += value * score[k]!;
      }
    }
    for (let i = 0; i < bias; i++) {
      loss += 0.5 * penalty * weight[i]! * weight[i]!;
      gradient[i]! += penalty * weight[i]!;
    }
    return loss;
  };
}

function minimise(objective: Objective, size: number, iterations: number): Float64Array {
  let weight = new Float64Array(size);
  let gradient = new Float64Array(size);
  let loss = objective(weight, gradient);
  const steps: { s: Float64Array; y: Float64Array; rho: number }[] = [];
  for (let iteration = 0; iteration < iterations; iteration++) {
    const direction = descent(gradient, steps);
    const slope = dot(direction, gradient);
    // The first direction is the bare gradient, whose length means nothing.
    let length = steps.length === 0 ? 1 / Math.max(1, Math.sqrt(-slope)) : 1;
    let next = weight;
    let nextGradient = gradient;
    let nextLoss = loss;
    for (let halving = 0; halving < 30; halving++, length /= 2) {
      next = weight.slice();
      addScaled(next, direction, length);
      nextGradient = new Float64Array(size);
      nextLoss = objective(next, nextGradient);
      if (nextLoss <= loss + 1e-4 * length * slope) break;
    }
    if (!(nextLoss < loss)) break;
    const s = next.slice();
    addScaled(s, weight, -1);
    const y = nextGradient.slice();
    addScaled(y, gradient, -1);
    const curvature = dot(s, y);
    if (curvature > 1e-12) steps.push({ s, y, rho: 1 / curvature });
    if (steps.length > MEMORY) steps.shift();
    const gain = loss - nextLoss;
    [weight, gradient, loss] = [next, nextGradient, nextLoss];
    if (gain < TOLERANCE * loss) break;
  }
  return weight;
}

/** −H·g by the two-loop recursion. */
function descent(
  gradient: Float64Array,
  steps: readonly { s: Float64Array; y: Float64Array; rho: number }[],
): Float64Array {
  const q = gradient.slice();
  const alpha: number[] = [];
  for (let j = steps.length - 1; j >= 0; j--) {
    const { s, y, rho } = steps[j]!;
    alpha[j] = rho * dot(s, q);
    addScaled(q, y, -alpha[j]!);
  }
  const last = steps.at(-1);
  const scale = last === undefined ? 1 : 1 / (last.rho * dot(last.y, last.y));
  for (let i = 0; i < q.length; i++) q[i]! *= scale;
  for (let j = 0; j < steps.length; j++) {
    const { s, y, rho } = steps[j]!;
    addScaled(q, s, alpha[j]! - rho * dot(y, q));
  }
  for (let i = 0; i < q.length; i++) q[i] = -q[i]!;
  return q;
}

function dot(a: Float64Array, b: Float64Array): number {
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += a[i]! * b[i]!;
  return sum;
}

function addScaled(target: Float64Array, by: Float64Array, scale: number): void {
  for (let i = 0; i < target.length; i++) target[i]! += scale * by[i]!;
}
