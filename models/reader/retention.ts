/**
 * Memory of earlier events that fades: Σ_{s<t} exp(−λ(t − s)) g_s v_s, divided by the weights and a learned count, so that
 * little evidence weighs little. Time is counted in known answers: what is not known neither tells nor ages anything.
 * Training runs all turns at once, the simulator one turn at a time; both give the same.
 *
 * Sun et al., "Retentive Network", arXiv:2307.08621, eq. 5-6, with learned decays and a gate g in place of q·k.
 * B rows, T slots, D width.
 */
import { exp, softplus } from "../tensor/elementwise.ts";
import type { Tensor } from "../tensor/tensor.ts";

/** softplus⁻¹(ln 2 / halfLife): the raw parameter of a half-life in known answers. */
export function rawDecay(halfLife: number): number {
  return Math.log(Math.expm1(Math.LN2 / halfLife));
}

/** exp(−λ) of raw parameters: what is left after an answer. */
export function keptATurn(raw: Tensor): Tensor {
  return exp(softplus(raw).neg());
}

/** Which events are known before which, and how long ago. */
export interface Before {
  /** 1 where s is an earlier, known event of the same reader as t, else 0. [B, T, T]. */
  readonly mask: Tensor;
  /** Known answers between them; 0 where the mask is 0. [B, T, T]. */
  readonly age: Tensor;
}

/** An event weighs 1 until the next known one. @param raw Shape [1]. @returns [B, T, T]. */
export function decayMatrix(raw: Tensor, { mask, age }: Before): Tensor {
  return exp(age.mul(softplus(raw)).neg()).mul(mask);
}
