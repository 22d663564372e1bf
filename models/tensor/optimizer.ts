/** AdamW with global-norm clipping and a warm-up + cosine schedule, all of it traced: it runs inside the step. */
import { cos, exp, minimum, reciprocal, sqrt, square, where } from "./elementwise.ts";
import { float32, type HostArray, scalar } from "./host-array.ts";
import { concat, split } from "./layout.ts";
import { sizeOf } from "./shape.ts";
import type { Tensor } from "./tensor.ts";
import { entries, fromEntries, mapTree } from "./tree.ts";

export interface AdamWConfig {
  readonly peakLearningRate: number;
  /** Steps of linear warm-up from 0 to the peak; 0 starts at the peak. */
  readonly warmupSteps: number;
  /** Steps after which the cosine has reached `finalFraction` of the peak and stays there. */
  readonly totalSteps: number;
  readonly finalFraction: number;
  readonly beta1: number;
  readonly beta2: number;
  readonly epsilon: number;
  /** Decoupled decay of matrices; vectors and scalars (biases, thresholds) are not decayed. */
  readonly weightDecay: number;
  /** Largest global norm of the gradient. */
  readonly clipNorm: number;
}

export const ADAMW_DEFAULTS = {
  finalFraction: 0.1,
  beta1: 0.9,
  beta2: 0.999,
  epsilon: 1e-8,
  weightDecay: 0.01,
  clipNorm: 1,
} as const;

/** Moments of each parameter, and the number of steps done (a float32 scalar: exact to 2^24). */
export interface AdamWState<P, Leaf> {
  readonly first: P;
  readonly second: P;
  readonly step: Leaf;
}

export function initAdamW<P extends object>(params: P): AdamWState<P, HostArray> {
  const zeros = (): P => mapTree(params, (leaf: HostArray) => float32(leaf.shape)) as unknown as P;
  return { first: zeros(), second: zeros(), step: scalar(0) };
}

/**
 * Learning rate of step 0, 1, …: peak · (step + 1) / warmup while warming up, then a half cosine down to
 * peak · finalFraction (Loshchilov & Hutter, arXiv:1608.03983, §3, without restarts).
 */
export function learningRateAt(step: Tensor, config: AdamWConfig): Tensor {
  const { peakLearningRate: peak, warmupSteps, totalSteps, finalFraction } = config;
  const span = Math.max(totalSteps - warmupSteps, 1);
  const progress = minimum(step.sub(warmupSteps).div(span), 1);
  const cosine = cos(progress.mul(Math.PI)).add(1).mul(0.5);
  const decayed = cosine
    .mul(1 - finalFraction)
    .add(finalFraction)
    .mul(peak);
  if (warmupSteps === 0) return decayed;
  return where(step.less(warmupSteps), step.add(1).mul(peak / warmupSteps), decayed);
}

export interface AdamWUpdate<P> {
  readonly params: P;
  readonly optimizer: AdamWState<P, Tensor>;
  /** Before clipping. */
  readonly gradNorm: Tensor;
  readonly learningRate: Tensor;
}

/**
 * One AdamW step. Bias correction is folded into the step size, with ε scaled to match
 * (Kingma & Ba, arXiv:1412.6980, §2, last paragraph; decay as in Loshchilov & Hutter, arXiv:1711.05101, Alg. 2).
 * Clipping and (1 − β) are one scalar factor, so that each parameter is read as few times as possible.
 */
export function adamW<P extends object>(
  params: P,
  gradients: P,
  optimizer: AdamWState<P, Tensor>,
  config: AdamWConfig,
): AdamWUpdate<P> {
  const { beta1, beta2, epsilon, weightDecay, clipNorm } = config;
  const learningRate = learningRateAt(optimizer.step, config);
  const step = optimizer.step.add(1);
  const gradNorm = globalNorm(gradients);
  const clip = minimum(reciprocal(gradNorm.add(1e-12)).mul(clipNorm), 1);
  const firstFactor = clip.mul(1 - beta1);
  const secondFactor = square(clip).mul(1 - beta2);
  const rootBias2 = sqrt(oneMinusExp(step.mul(Math.log(beta2))));
  const stepSize = learningRate.mul(rootBias2).div(oneMinusExp(step.mul(Math.log(beta1))));
  const scaledEpsilon = rootBias2.mul(epsilon);
  const kept = learningRate.mul(-weightDecay).add(1);

  const update = ({ param, gradient, first, second, keep }: Leaf): Omit<Leaf, "gradient" | "keep"> => {
    const nextFirst = first.mul(beta1).add(gradient.mul(firstFactor));
    const nextSecond = second.mul(beta2).add(square(gradient).mul(secondFactor));
    const move = nextFirst.div(sqrt(nextSecond).add(scaledEpsilon)).mul(stepSize);
    const decayed = keep === null ? param : param.mul(keep);
    return { param: decayed.sub(move), first: nextFirst, second: nextSecond };
  };
  const [paramLeaves, gradientLeaves] = [entries<Tensor>(params), entries<Tensor>(gradients)];
  const [firstLeaves, secondLeaves] = [entries<Tensor>(optimizer.first), entries<Tensor>(optimizer.second)];
  const leaves = paramLeaves.map(({ leaf: param }, i) => ({
    param,
    gradient: gradientLeaves[i]!.leaf,
    first: firstLeaves[i]!.leaf,
    second: secondLeaves[i]!.leaf,
    keep: weightDecay > 0 && param.shape.length >= 2 ? kept : null,
  }));
  const updated = new Map<number, Omit<Leaf, "gradient" | "keep">>();
  // Small leaves are updated as one vector each for those with decay and those without: a step of many small operations
  // costs by the operation.
  for (const decays of [true, false]) {
    const small = leaves.flatMap((leaf, i) => (isSmall(leaf.param) && (leaf.keep !== null) === decays ? [i] : []));
    if (small.length < 2) continue;
    const joined = (part: "param" | "gradient" | "first" | "second"): Tensor =>
      concat(small.map((i) => flat(leaves[i]![part])));
    const next = update({
      param: joined("param"),
      gradient: joined("gradient"),
      first: joined("first"),
      second: joined("second"),
      keep: decays ? kept : null,
    });
    const sizes = small.map((i) => sizeOf(leaves[i]!.param.shape));
    const cut = (joint: Tensor): Tensor[] => split(joint, sizes);
    const [param, first, second] = [cut(next.param), cut(next.first), cut(next.second)];
    for (const [j, i] of small.entries()) {
      const { shape } = leaves[i]!.param;
      updated.set(i, {
        param: param[j]!.reshape(shape),
        first: first[j]!.reshape(shape),
        second: second[j]!.reshape(shape),
      });
    }
  }
  const next = leaves.map((leaf, i) => ({ path: paramLeaves[i]!.path, ...(updated.get(i) ?? update(leaf)) }));
  const tree = (part: "param" | "first" | "second"): P =>
    fromEntries(next.map((leaf) => ({ path: leaf.path, leaf: leaf[part] }))) as P;
  return {
    params: tree("param"),
    optimizer: { first: tree("first"), second: tree("second"), step },
    gradNorm,
    learningRate,
  };
}

interface Leaf {
  readonly param: Tensor;
  readonly gradient: Tensor;
  readonly first: Tensor;
  readonly second: Tensor;
  /** What weight decay leaves; null: no decay. */
  readonly keep: Tensor | null;
}

/** Of elements: below it the overhead of an operation outweighs its arithmetic. */
const SMALL = 8192;
const isSmall = ({ shape }: Tensor): boolean => sizeOf(shape) <= SMALL;
const flat = (x: Tensor): Tensor => x.reshape([sizeOf(x.shape)]);

/** Euclidean norm over all leaves together. */
export function globalNorm(tree: object): Tensor {
  const leaves = entries<Tensor>(tree).map(({ leaf }) => leaf);
  const small = leaves.filter(isSmall);
  const large = leaves.filter((leaf) => !isSmall(leaf));
  const joined = small.length > 1 ? [concat(small.map(flat)), ...large] : leaves;
  const squares = joined.map((leaf) => square(leaf).sum());
  return sqrt(squares.reduce((sum, term) => sum.add(term)));
}

/** 1 − exp(x) for x ≤ 0, by its series near 0, where the difference would lose its digits. */
function oneMinusExp(x: Tensor): Tensor {
  const series = x.mul(x.mul(x.mul(x.mul(1 / 24).add(1 / 6)).add(0.5)).add(1)).neg();
  return where(x.greater(-0.05), series, exp(x).neg().add(1));
}
