/**
 * Memory of earlier events that fades: Σ_{s<t} exp(−λ(t − s)) g_s v_s, divided by the weights and a learned count, so that
 * little evidence weighs little. Training runs all turns at once, the simulator one turn at a time; both give the same.
 *
 * Sun et al., "Retentive Network", arXiv:2307.08621, eq. 5-6, with learned decays and a gate g in place of q·k.
 * B rows, T turns, D width.
 */
import { exp, softplus } from "../tensor/elementwise.ts";
import { range } from "../tensor/pattern.ts";
import type { Tensor } from "../tensor/tensor.ts";

/** softplus⁻¹(ln 2 / halfLife): the raw parameter of a half-life in turns. */
export function rawDecay(halfLife: number): number {
  return Math.log(Math.expm1(Math.LN2 / halfLife));
}

/** exp(−λ) of raw parameters: what is left after a turn. */
export function keptATurn(raw: Tensor): Tensor {
  return exp(softplus(raw).neg());
}

/**
 * exp(−λ(t − 1 − s)): an event weighs 1 at the turn after it.
 * @param raw    Shape [1].
 * @param before 1 where s is an earlier, known event of the same reader as t, else 0. Shape [B, T, T].
 */
export function decayMatrix(raw: Tensor, before: Tensor): Tensor {
  const T = before.shape[1]!;
  const age = range(T)
    .reshape([T, 1])
    .sub(range(T).reshape([1, T]))
    .sub(1);
  // Ages below 0 are masked; as they are, they would overflow.
  const ages = age.mul(age.greaterEqual(0).cast("float32"));
  return exp(ages.mul(softplus(raw)).neg()).mul(before);
}
