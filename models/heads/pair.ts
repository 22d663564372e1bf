/**
 * Which of two chapters the same reader likes better, in five levels: much worse, worse, alike, better, much better, with
 * symmetric thresholds: P(≤ k) = sigmoid(ζ_k − (r_i − r_j)), ζ = (−strong, −slight, slight, strong). τ_u = 1: it is not
 * identified beside the thresholds (design, §4).
 *
 * Afsharrad et al., "Beyond Binary Preferences", arXiv:2603.02232, §3 and Theorem 3.2.
 */
import { exp } from "../tensor/elementwise.ts";
import { float32, type HostArray } from "../tensor/host-array.ts";
import { concat, slice } from "../tensor/layout.ts";
import type { Tensor } from "../tensor/tensor.ts";
import type { Mapped } from "../tensor/tree.ts";
import { ordinalLogProbabilities } from "./ordinal.ts";

export const PAIR_LEVELS = 5;

/** Stars of difference to a level. */
export function pairLevel(difference: number): number {
  return Math.min(2, Math.max(-2, difference)) + 2;
}

export function initPairHead() {
  /** log of the slight threshold, and of how much farther the strong one is. */
  return { logGap: float32([2], [-0.7, 0]) };
}
export type PairParams = Mapped<ReturnType<typeof initPairHead>, HostArray, Tensor>;

/** @param difference r_i − r_j, [N, 1]. @returns log P of each level, [N, PAIR_LEVELS]. */
export function pairLogProbabilities({ logGap }: PairParams, difference: Tensor): Tensor {
  const slight = exp(slice(logGap, 0, 0, 1));
  const strong = slight.add(exp(slice(logGap, 0, 1, 2)));
  const zeta = concat([strong.neg(), slight.neg(), slight, strong], 0).reshape([1, 4]);
  return ordinalLogProbabilities(zeta.add(difference.mul(0)), difference);
}
