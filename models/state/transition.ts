/**
 * The reader's moods and how a chapter moves them. Four numbers x: trust, fatigue, curiosity, frustration, each
 * x' = a·x + b with a, b of the chapter and of what became of the last request (RecSim's AR(1) form: Ie et al.,
 * arXiv:1909.04847, §4). That is linear in x, so training runs all turns at once.
 *
 *   trust        a = 1 − η⁺·heeded − η⁻·ignored    b = η⁺·heeded
 *   fatigue      a = ρ                             b = κ·exposition(φ)
 *   curiosity    a = ρ                             b = β₀ + β₁·intrigue(φ)
 *   frustration  a = ρ                             b = ε·ignored + ε₃·[third time in a row] + ε₁·[≤ 2 stars] − ε₂·heeded
 */
import { CODE } from "../axes/axis-encoder.ts";
import { dense } from "../dense.ts";
import type { Rng } from "../rng.ts";
import { clip, exp, log, minimum, sigmoid } from "../tensor/elementwise.ts";
import { float32, type HostArray } from "../tensor/host-array.ts";
import { concat, slice } from "../tensor/layout.ts";
import { cumsum } from "../tensor/reduction.ts";
import type { Tensor } from "../tensor/tensor.ts";
import type { Mapped } from "../tensor/tree.ts";

export const MOODS = ["trust", "fatigue", "curiosity", "frustration"] as const;

/** What moves the moods, column by column. heeded: 1 fulfilled, ½ partly. */
export const MOVER_COLUMNS = ["heeded", "ignored", "ignored again", "few stars"] as const;
export const MOVERS = MOVER_COLUMNS.length;

const logit = (p: number): number => Math.log(p / (1 - p));

export function initTransition(rng: Rng) {
  return {
    /** Where every reader begins. */
    start: float32([4], [0.5, 0.2, 0.5, 0.2].map(logit)),
    /** η⁺, η⁻. */
    trust: float32([2], [0.1, 0.1].map(logit)),
    /** ρ of fatigue, curiosity, frustration. */
    kept: float32([3], [0.5, 0.5, 0.5].map(logit)),
    tiring: dense(rng, CODE, 1, 0.3),
    tiringBias: float32([1], [-1]),
    /** κ. */
    fatigueGain: float32([1], [logit(0.2)]),
    intriguing: dense(rng, CODE, 1, 0.3),
    intriguingBias: float32([1]),
    /** β₀, β₁. */
    curiosityGain: float32([2], [0.1, 0.2]),
    /** ε, ε₃, ε₁, ε₂. */
    frustrationGain: float32([4], [0.1, 0.1, 0.05, 0.1]),
  };
}
export type TransitionParams = Mapped<ReturnType<typeof initTransition>, HostArray, Tensor>;

/** a and b of each event. @param movers [..., MOVERS]; phi [..., M]. @returns a and b, each [..., 4]. */
export function moodChange(params: TransitionParams, phi: Tensor, movers: Tensor): { a: Tensor; b: Tensor } {
  const [heeded, ignored, again, few] = [0, 1, 2, 3].map((i) => column(movers, i)) as [Tensor, Tensor, Tensor, Tensor];
  const rates = sigmoid(params.trust);
  const [gain, loss] = [column(rates, 0), column(rates, 1)];
  const kept = sigmoid(params.kept);
  const gained = heeded.mul(gain);
  const one = heeded.mul(0).add(1);
  const trustKept = one.sub(gained).sub(ignored.mul(loss));
  const tired = sigmoid(phi.matmul(params.tiring).add(params.tiringBias)).mul(sigmoid(params.fatigueGain));
  const intrigue = sigmoid(phi.matmul(params.intriguing).add(params.intriguingBias));
  const curiosity = intrigue.mul(column(params.curiosityGain, 1)).add(column(params.curiosityGain, 0));
  const gainOf = (i: number): Tensor => column(params.frustrationGain, i);
  const frustration = ignored
    .mul(gainOf(0))
    .add(again.mul(gainOf(1)))
    .add(few.mul(gainOf(2)))
    .sub(heeded.mul(gainOf(3)));
  const a = concat([trustKept, ...[0, 1, 2].map((i) => one.mul(column(kept, i)))], -1);
  return { a, b: concat([gained, tired, curiosity, frustration], -1) };
}

/** Column i of the last axis, kept as an axis of size 1. */
function column(x: Tensor, i: number): Tensor {
  return slice(x, -1, i, i + 1);
}

/**
 * Moods before each event, all turns at once: with y = x − start, y_t = Σ_{s<t} Π_{s<j<t} a_j · (b_s − (1 − a_s)·start).
 *
 * @param a,b    Shape [B, T, 4].
 * @param known  1 where the answer is known: what is not moves nothing. Shape [B, T].
 * @param before 1 where s is an earlier, known event of the same reader as t, else 0. Shape [B, T, T].
 * @returns      Not clipped: read them through `moods`. Shape [B, T, 4].
 */
export function moodsInParallel(params: TransitionParams, a: Tensor, b: Tensor, known: Tensor, before: Tensor): Tensor {
  const [B, T] = a.shape as [number, number, number];
  const start = sigmoid(params.start);
  const pushed = b.add(a.sub(1).mul(start)).transpose([0, 2, 1]).reshape([B, 4, T, 1]);
  const logs = log(clip(a, 1e-4, 1))
    .transpose([0, 2, 1])
    .mul(known.reshape([B, 1, T])); // [B, 4, T]
  const through = cumsum(logs, -1);
  const until = through.sub(logs).reshape([B, 4, T, 1]); // Σ_{j<t}
  const from = through.reshape([B, 4, 1, T]); // Σ_{j≤s}
  const kept = exp(minimum(until.sub(from), 0)).mul(before.reshape([B, 1, T, T]));
  return kept.matmul(pushed).reshape([B, 4, T]).transpose([0, 2, 1]).add(start);
}

/** One turn of the same. Shapes [R, 4]. */
export function nextMoods(x: Tensor, a: Tensor, b: Tensor): Tensor {
  return x.mul(clip(a, 1e-4, 1)).add(b);
}

/** What heads read, in [0, 1]. */
export function moods(x: Tensor): Tensor {
  return clip(x, 0, 1);
}
