/**
 * The prior of z: a mixture of P normals, one a kind of reader. Cold readers are drawn from it, and the responsibilities
 * say in words who a reader is like ("0.6 slow-burn, 0.3 lore").
 *
 * Tomczak & Welling, "VAE with a VampPrior", arXiv:1705.07120, eq. 5 with free components; free nats: Kingma et al.,
 * arXiv:1606.04934, §C.8.
 */
import { CODE } from "../axes/axis-encoder.ts";
import { dense } from "../dense.ts";
import type { Rng } from "../rng.ts";
import { clip, exp, maximum, square } from "../tensor/elementwise.ts";
import { float32, type HostArray } from "../tensor/host-array.ts";
import { logSoftmax, logSumExp } from "../tensor/reduction.ts";
import type { Tensor } from "../tensor/tensor.ts";
import type { Mapped } from "../tensor/tree.ts";

export function initPrototypePrior(P: number, Z: number, rng: Rng) {
  return {
    /** m_p, spread out so that components differ from the first step on. */
    mean: dense(rng, P, Z, Math.sqrt(P) * 0.5),
    logSd: float32([P, Z], new Float32Array(P * Z).fill(-0.3)),
    logShare: float32([P]),
    /** What a reader of the kind likes, added to w. Shape [P, M]. */
    rubric: float32([P, CODE]),
  };
}
export type PriorParams = Mapped<ReturnType<typeof initPrototypePrior>, HostArray, Tensor>;

const LOG_SD_RANGE = [-2, 1] as const;
const LOG_TWO_PI = Math.log(2 * Math.PI);

/** log π_p + log N(z; m_p, s_p²). @param z [N, Z]. @returns [N, P]. */
export function jointLogDensity({ mean, logSd, logShare }: PriorParams, z: Tensor): Tensor {
  const Z = z.shape[1]!;
  const logS = clip(logSd, ...LOG_SD_RANGE);
  const precision = exp(logS.mul(-2)); // [P, Z]
  // Σ_d (z − m)²/s² = z²·s⁻² − 2 z·(m s⁻²) + Σ m² s⁻²: three products instead of a table of N·P·Z.
  const quadratic = square(z)
    .matmul(precision.transpose())
    .sub(z.matmul(mean.mul(precision).transpose()).mul(2))
    .add(square(mean).mul(precision).sum(1));
  const volume = logS.sum(1).add(0.5 * Z * LOG_TWO_PI);
  return logSoftmax(logShare, 0).sub(volume).sub(quadratic.mul(0.5));
}

/** P(prototype | z), in logs. @returns [N, P]. */
export function logResponsibilities(params: PriorParams, z: Tensor): Tensor {
  return logSoftmax(jointLogDensity(params, z), 1);
}

/** log q(z) − log p(z) of a draw: its mean is the KL. @param noise The draw is mean + exp(logSd)·noise. @returns [N, 1]. */
export function sampledKl(params: PriorParams, z: Tensor, logSd: Tensor, noise: Tensor): Tensor {
  const Z = z.shape[1]!;
  const logQ = square(noise)
    .mul(-0.5)
    .sub(logSd)
    .sum(1, { keepDims: true })
    .sub(0.5 * Z * LOG_TWO_PI);
  return logQ.sub(logSumExp(jointLogDensity(params, z), 1, { keepDims: true }));
}

/** No pull while q is within so many nats of the prior. */
export function withFreeNats(kl: Tensor, free: number): Tensor {
  return maximum(kl, free);
}
