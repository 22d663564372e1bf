/**
 * How much a reader likes a chapter: r = wᵀφ + g(z, h, statistics, moods) + kinship. w are likings by axis and say why;
 * g is small and penalised, so that they explain (design, §4). N events, M axes, Z latent, H hidden.
 *
 *   w = W z + Σ_p P(p | z) rubric_p + Σ_j γ_j∘trace_j
 */
import { CODE } from "../axes/axis-encoder.ts";
import { dense, filled } from "../dense.ts";
import { TRACES } from "../reader/reader-encoder.ts";
import { STATISTICS } from "../reader/tallies.ts";
import type { Rng } from "../rng.ts";
import { silu } from "../tensor/elementwise.ts";
import { float32, type HostArray } from "../tensor/host-array.ts";
import { pad } from "../tensor/layout.ts";
import type { Tensor } from "../tensor/tensor.ts";
import type { Mapped } from "../tensor/tree.ts";

export interface HeadSize {
  readonly hidden: number;
  readonly latent: number;
  /** Width of a head's hidden layer. */
  readonly head: number;
}

export function initReward({ hidden: H, latent: Z, head: G }: HeadSize, named: number, rng: Rng) {
  return {
    liking: dense(rng, Z, CODE, 0.3),
    /** What everybody likes: quality axes most of all. */
    common: float32([CODE]),
    /** γ, axis by axis: how much a trace counts. */
    trace: filled(TRACES * named, 0.1),
    general: {
      z: dense(rng, Z, G, 0.3),
      h: dense(rng, H, G),
      statistics: dense(rng, STATISTICS, G),
      moods: dense(rng, 4, G),
      bias: float32([G]),
      out: dense(rng, G, 1, 0.1),
    },
    /** Straight through: what others think of the same chapter, and the moods. */
    statistics: float32([STATISTICS, 1]),
    moods: float32([4, 1]),
    kinGain: float32([1], [0.5]),
  };
}
export type RewardParams = Mapped<ReturnType<typeof initReward>, HostArray, Tensor>;

export interface RewardInputs {
  readonly z: Tensor;
  readonly h: Tensor;
  readonly phi: Tensor;
  /** Of what was answered to. [N, STATISTICS]. */
  readonly statistics: Tensor;
  readonly moods: Tensor;
  readonly kinship: Tensor;
  readonly traces: Tensor;
  /** Σ_p P(p | z) rubric_p. [N, M]. */
  readonly rubric: Tensor;
  /** Of the source. [N, 1]. */
  readonly offset: Tensor;
}

export interface Reward {
  /** w. [N, M]. */
  readonly liking: Tensor;
  /** w∘φ: what each axis of the chapter does. [N, M]. */
  readonly parts: Tensor;
  /** [N, 1], as are the two it is the sum of. */
  readonly reward: Tensor;
  readonly explained: Tensor;
  readonly rest: Tensor;
}

export function rewardOf(params: RewardParams, inputs: RewardInputs): Reward {
  const { z, h, phi, statistics, moods, kinship, traces, rubric, offset } = inputs;
  const A = traces.shape[1]! / TRACES;
  const wanted = traces.mul(params.trace).reshape([traces.shape[0]!, TRACES, A]).sum(1);
  const liking = z
    .matmul(params.liking)
    .add(params.common)
    .add(rubric)
    .add(pad(wanted, 1, 0, CODE - A));
  const parts = liking.mul(phi);
  const { general } = params;
  const u = z
    .matmul(general.z)
    .add(h.matmul(general.h))
    .add(statistics.matmul(general.statistics))
    .add(moods.matmul(general.moods))
    .add(general.bias);
  const rest = silu(u)
    .matmul(general.out)
    .add(statistics.matmul(params.statistics))
    .add(moods.matmul(params.moods))
    .add(kinship.mul(params.kinGain))
    .add(offset);
  const explained = parts.sum(1, { keepDims: true });
  return { liking, parts, reward: explained.add(rest), explained, rest };
}
