/**
 * How far stated probabilities lie from frequencies, so that it can be trained on: bins with soft edges (Karandikar et al.,
 * "Soft Calibration Objectives for Neural Networks", arXiv:2108.00106, §4.1).
 */
import { abs, exp, maximum, square } from "../tensor/elementwise.ts";
import { float32 } from "../tensor/host-array.ts";
import { constant, type Tensor } from "../tensor/tensor.ts";

const BINS = 10;
const WIDTH = 0.05;

/** Σ over bins of share · |mean confidence − frequency|. All [N, 1]; a mask of 0 leaves a row out. */
export function calibrationGap(probability: Tensor, happened: Tensor, mask: Tensor): Tensor {
  const centres = constant(
    float32(
      [1, BINS],
      Array.from({ length: BINS }, (_, i) => (i + 0.5) / BINS),
    ),
  );
  const weight = exp(square(probability.sub(centres)).mul(-0.5 / WIDTH ** 2)).mul(mask); // [N, BINS]
  const share = weight.div(weight.sum(1, { keepDims: true }).add(1e-6));
  const gap = abs(share.mul(probability.sub(happened)).sum(0));
  return gap.sum().div(maximum(mask.sum(), 1));
}
