/**
 * Chapters, and differences between chapters, as a few signed axes. The first A coordinates are the ontology's axes by
 * name, held there by counterfactual pairs; the rest are free. d is what was read of a chapter less the corpus median, or
 * of one less another; M coordinates.
 *
 *   a = W_enc d + b,  φ = a where |a| > θ, else 0,  d̂ = W_dec φ
 *
 * Movva et al., "What's In My Human Feedback?", arXiv:2510.26202, §3.1 (differences, signed codes); BatchTopK: Bussmann et
 * al., arXiv:2412.06410, §3; Matryoshka prefixes: Bussmann et al., arXiv:2503.17547, §3; dead features: Gao et al.,
 * arXiv:2406.04093, §A.2, here by |a|.
 */
import { AXES } from "../../data-schemas/ontology.ts";
import { dense, filled } from "../dense.ts";
import type { Rng } from "../rng.ts";
import { stopGradient } from "../tensor/derivative.ts";
import { abs, logSigmoid, maximum, relu, sqrt, square, where } from "../tensor/elementwise.ts";
import { float32, type HostArray } from "../tensor/host-array.ts";
import { topK } from "../tensor/indexing.ts";
import { broadcastTo, concat, slice } from "../tensor/layout.ts";
import type { Tensor } from "../tensor/tensor.ts";
import type { Mapped } from "../tensor/tree.ts";

/** Coordinates, and mean active ones of a difference: enough for every named axis and some that have no name. */
export const CODE = 64;
const ACTIVE = 4;
/** Of the free ones, which have a share of their own: beside named ones, which pairs move on purpose, they would starve. */
const FREE_ACTIVE = 2;
/** A. */
const NAMED = AXES.length;
/** A difference from pole to pole is two levels, a chapter lies one from the median: its θ is half of that of differences. */
const CHAPTER_SHARE = 0.5;
/** Pull of the newest batch on the threshold: those of the paper's code. */
const THRESHOLD_PULL = 0.01;

/**
 * Named coordinates read the narrative columns, and begin as the axes' own meters, which stand last among them: a text's
 * vector would let some hundred pairs be learned by heart. Free ones read everything and begin anywhere.
 *
 * @param width Of d. @param columns The last so many of d.
 */
export function initAxisEncoder(width: number, columns: number, rng: Rng) {
  const named = new Float32Array(columns * NAMED);
  const decode = new Float32Array(CODE * width);
  for (let m = 0; m < NAMED; m++) {
    named[(columns - NAMED + m) * NAMED + m] = 1;
    decode[m * width + width - NAMED + m] = 1;
  }
  const free = dense(rng, width, CODE - NAMED);
  for (let m = NAMED; m < CODE; m++)
    for (let d = 0; d < width; d++) decode[m * width + d] = free.data[d * (CODE - NAMED) + m - NAMED]!;
  return {
    named: float32([columns, NAMED], named),
    free,
    bias: float32([CODE]),
    decode: float32([CODE, width], decode),
    /** θ of differences, alike within named and within free ones; follows the batches by `nextThreshold`, not by gradients. */
    threshold: filled(CODE, 1),
  };
}
export type AxisParams = Mapped<ReturnType<typeof initAxisEncoder>, HostArray, Tensor>;

/** a of chapters, before what is small is left out. @param d [N, width]. @returns [N, CODE]. */
export function axisCoordinates(params: AxisParams, d: Tensor): Tensor {
  return linear(params, d).add(params.bias);
}

/** φ of chapters. @param d [N, width]. @returns [N, CODE]. */
export function axisCode(params: AxisParams, d: Tensor): Tensor {
  const a = axisCoordinates(params, d);
  return where(abs(stopGradient(a)).greater(stopGradient(params.threshold).mul(CHAPTER_SHARE)), a, 0);
}

function linear({ named, free }: AxisParams, d: Tensor): Tensor {
  const [columns] = named.shape as [number];
  const width = d.shape[1]!;
  return concat([slice(d, 1, width - columns, width).matmul(named), d.matmul(free)], 1);
}

export interface PairBatch<Leaf> {
  /** Rows of contents; int32 [P]. The second is the one with more of the axis. */
  readonly low: Leaf;
  readonly high: Leaf;
  /** One-hot of the axis that the pair moves alone; zeros: chapters that differ in anything. [P, A]. */
  readonly axis: Leaf;
}

export interface AxisLosses {
  readonly reconstruction: Tensor;
  readonly dead: Tensor;
  readonly named: Tensor;
  readonly leakage: Tensor;
  /** |a| of the least that was kept, for `nextThreshold`. Shape [CODE]. */
  readonly leastKept: Tensor;
}

/** How far a named coordinate should lie from 0 where its axis was moved from pole to pole. */
const MARGIN = 2;

/**
 * @param difference d of the second chapter less d of the first. Shape [P, width].
 * @param axis       As in PairBatch.
 */
export function axisLosses(params: AxisParams, difference: Tensor, axis: Tensor): AxisLosses {
  const [P, A] = axis.shape as [number, number];
  const a = linear(params, difference);
  const size = abs(stopGradient(a));
  const leastOf = (from: number, to: number, active: number): Tensor => {
    const block = slice(size, 1, from, to).reshape([1, P * (to - from)]);
    return broadcastTo(topK(block, Math.min(active * P, P * (to - from))).min(-1, { keepDims: true }), [1, to - from]);
  };
  const least = concat([leastOf(0, NAMED, ACTIVE), leastOf(NAMED, CODE, FREE_ACTIVE)], 1);
  const kept = size.greaterEqual(least);
  const code = where(kept, a, 0);
  const decoder = unitRows(params.decode);
  const total = square(difference).sum().add(1e-6);
  const error = (prefix: number): Tensor => {
    const part = slice(code, 1, 0, prefix).matmul(slice(decoder, 0, 0, prefix));
    return square(difference.sub(part)).sum().div(total);
  };
  // What this batch leaves out gets the residual to explain: no coordinate stays unused.
  const residual = stopGradient(difference.sub(code.matmul(decoder)));
  const asleep = where(kept.cast("float32").sum(0, { keepDims: true }).less(0.5), a, 0);
  const revived = square(residual.sub(asleep.matmul(decoder)))
    .sum()
    .div(square(residual).sum().add(1e-6));

  const named = slice(a, 1, 0, A);
  const moved = axis.sum(1, { keepDims: true }); // [P, 1]
  const pairs = maximum(moved.sum(), 1);
  const own = named.mul(axis).sum(1, { keepDims: true });
  const sign = logSigmoid(own.sub(MARGIN / 2).mul(4))
    .mul(moved)
    .sum()
    .div(pairs)
    .neg();
  const scale = square(relu(own.sub(MARGIN)))
    .mul(moved)
    .sum()
    .div(pairs);
  const others = abs(a)
    .sum(1, { keepDims: true })
    .sub(abs(named).mul(axis).sum(1, { keepDims: true }));
  return {
    reconstruction: error(Math.min(16, CODE)).add(error(CODE)).mul(0.5),
    dead: revived.mul(1 / 32),
    named: sign.add(scale.mul(0.1)),
    leakage: others
      .mul(moved)
      .sum()
      .div(pairs)
      .mul(1 / CODE),
    leastKept: least.reshape([CODE]),
  };
}

export function nextThreshold(threshold: Tensor, leastKept: Tensor): Tensor {
  return threshold.mul(1 - THRESHOLD_PULL).add(stopGradient(leastKept).mul(THRESHOLD_PULL));
}

function unitRows(x: Tensor): Tensor {
  return x.div(sqrt(square(x).sum(1, { keepDims: true }).add(1e-8)));
}
