/** Reductions and scans beyond the methods of Tensor. */
import { numpy } from "@jax-js/jax";
import { stopGradient } from "./derivative.ts";
import { exp, log } from "./elementwise.ts";
import { concat, slice } from "./layout.ts";
import { upperTriangle } from "./pattern.ts";
import { normalizeAxis } from "./shape.ts";
import { axesOf, describe, operation, type Tensor } from "./tensor.ts";

/** Product along axes. Its gradient divides by each factor, so it is NaN where a factor is 0. */
export function prod(x: Tensor, axis?: number | readonly number[]): Tensor {
  return operation("prod", [x], (a) => numpy.prod(a!, axesOf(x, axis, "prod")));
}

/** Whether any (all) of the booleans hold. */
export function any(x: Tensor, axis?: number | readonly number[]): Tensor {
  return operation("any", [x], (a) => numpy.any(a!, axesOf(x, axis, "any")));
}

export function all(x: Tensor, axis?: number | readonly number[]): Tensor {
  return operation("all", [x], (a) => numpy.all(a!, axesOf(x, axis, "all")));
}

/** log Σ exp(x) along an axis, shifted by the largest element so that nothing overflows. */
export function logSumExp(x: Tensor, axis = -1, { keepDims = false } = {}): Tensor {
  const top = stopGradient(x.max(axis, { keepDims: true }));
  const sum = log(exp(x.sub(top)).sum(axis, { keepDims: true })).add(top);
  return keepDims ? sum : sum.sum(axis);
}

export function softmax(x: Tensor, axis = -1): Tensor {
  const weights = exp(x.sub(stopGradient(x.max(axis, { keepDims: true }))));
  return weights.div(weights.sum(axis, { keepDims: true }));
}

export function logSoftmax(x: Tensor, axis = -1): Tensor {
  return x.sub(logSumExp(x, axis, { keepDims: true }));
}

/** Longest run summed by one triangular product; longer axes are summed in blocks. */
const SCAN_BLOCK = 256;

/**
 * Running sum along an axis: y_i = Σ_{j ≤ i} x_j. Written as a product with a triangle of ones, which every engine runs
 * fast; blocks of 256 keep long axes linear.
 */
export function cumsum(x: Tensor, axis = -1): Tensor {
  const at = normalizeAxis(axis, x.shape.length, `cumsum: ${describe(x)}`);
  const last = x.shape.length - 1;
  if (at !== last) {
    const perm = x.shape.map((_, i) => (i === at ? last : i === last ? at : i));
    return cumsum(x.transpose(perm)).transpose(perm);
  }
  const n = x.shape[last]!;
  if (x.shape.length === 1) return cumsum(x.reshape([1, n])).reshape([n]);
  if (n <= SCAN_BLOCK) return x.matmul(upperTriangle(n));
  const blocks: Tensor[] = [];
  let carried: Tensor | null = null;
  for (let start = 0; start < n; start += SCAN_BLOCK) {
    const end = Math.min(start + SCAN_BLOCK, n);
    const block = slice(x, last, start, end);
    const sums: Tensor = block.matmul(upperTriangle(end - start));
    const shifted: Tensor = carried === null ? sums : sums.add(carried);
    carried = slice(shifted, last, end - start - 1, end - start);
    blocks.push(shifted);
  }
  return concat(blocks, last);
}
