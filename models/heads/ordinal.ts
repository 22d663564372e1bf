/**
 * Ordinal ratings with thresholds of the reader's own: P(y ≤ k) = sigmoid(ζ_k − r), ζ_0 = −∞, ζ_K = +∞,
 * ζ_k = ζ_{k−1} + exp(α_k). B rows, K levels.
 *
 * McCullagh, "Regression Models for Ordinal Data", JRSS B 42 (1980), §2; the exp form keeps thresholds in order.
 */
import { clip, exp, log, logSigmoid } from "../tensor/elementwise.ts";
import { float32 } from "../tensor/host-array.ts";
import { broadcastTo, concat } from "../tensor/layout.ts";
import { cumsum } from "../tensor/reduction.ts";
import { constant, type Tensor } from "../tensor/tensor.ts";

/** Stands for infinity: sigmoid is exactly 0 or 1 there, and its products stay finite. */
const FAR = 1e4;

/** α is held in this range: gaps from 1e-4, below which two levels would share a probability of 0, to 400. */
const LOG_GAP_RANGE = [-9, 6] as const;

/**
 * @param first_B1    ζ_1.
 * @param logGap_BG   α_2 … α_{K−1}; G = K − 2.
 * @returns ζ_1 … ζ_{K−1}. Shape [B, K − 1], increasing.
 */
export function thresholds(first_B1: Tensor, logGap_BG: Tensor): Tensor {
  return concat([first_B1, first_B1.add(cumsum(exp(clip(logGap_BG, ...LOG_GAP_RANGE))))], 1);
}

/**
 * log P(y = k) for every level, without cancellation: σ(b) − σ(a) = σ(b) σ(−a) (1 − e^{a−b}).
 *
 * @param zeta_BT   Thresholds, T = K − 1.
 * @param reward_B1 r, a logit.
 * @returns Shape [B, K]; exp sums to 1 along K.
 */
export function ordinalLogProbabilities(zeta_BT: Tensor, reward_B1: Tensor): Tensor {
  const [B] = zeta_BT.shape as [number];
  const edge = (value: number): Tensor => broadcastTo(constant(float32([1, 1], [value])), [B, 1]);
  const cut = zeta_BT.sub(reward_B1);
  const upper = concat([cut, edge(FAR)], 1);
  const lower = concat([edge(-FAR), cut], 1);
  const between = log(exp(lower.sub(upper)).neg().add(1));
  return logSigmoid(upper).add(logSigmoid(lower.neg())).add(between);
}
