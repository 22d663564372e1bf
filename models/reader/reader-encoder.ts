/**
 * A reader's history to q(z | H) = N(μ, diag σ²), and what else is remembered of it. Everything is causal: event t is seen
 * from t + 1 on. N = B·T events, H hidden, M axes, A named axes, U memory, L levels of memory, Z latent, K kinship width.
 *
 *   v_s = W [h; residual·φ; tags; feedback]     the evidence of an event (Poddar et al., VPL, arXiv:2408.10075, §4: history → q(z))
 *   o_t = retention of v at L half-lives        retention.ts
 *   μ_t, log σ_t = silu(o W₁ + b₁) → Z          the preference
 *   l_t = silu([o; statistics] …) → Z_l         how the reader uses the scale; never swapped
 *   trace_t = three retentions by axis          tags of late, tags, residual·φ: needs (design, §6) and tastes, told apart by
 *                                               how fast they fade; they are read by the posterior and, axis by axis, by w
 *   kin_t = Σ_s decay · (q_t·k_s) residual_s    how readers like them took chapters like this one; Sun et al., eq. 5
 */
import { AXES } from "../../data-schemas/ontology.ts";
import { CODE } from "../axes/axis-encoder.ts";
import { dense, filled } from "../dense.ts";
import { AT, FEEDBACK_WIDTH, SWAP_SIGNS } from "../feedback-layout.ts";
import type { Rng } from "../rng.ts";
import { clip, sigmoid, silu } from "../tensor/elementwise.ts";
import { float32, type HostArray } from "../tensor/host-array.ts";
import { concat, slice } from "../tensor/layout.ts";
import { constant, type Tensor } from "../tensor/tensor.ts";
import type { Mapped } from "../tensor/tree.ts";
import { type Before, decayMatrix, rawDecay } from "./retention.ts";
import { STATISTICS } from "./tallies.ts";

const A = AXES.length;
/** In turns: what just happened, this arc, this serial, always. */
const HALF_LIVES = [2, 8, 32, 500] as const;
export const MEMORIES = HALF_LIVES.length;
/** Of the traces, in turns: tags of late, tags, residual·φ. */
const TRACE_HALF_LIVES = [3, 200, 200] as const;
export const TRACES = TRACE_HALF_LIVES.length;
/** Latent of how the scale is used. */
export const LEVEL_WIDTH = 8;
const LOG_SD_RANGE = [-4, 1] as const;

export interface ReaderSize {
  readonly hidden: number;
  readonly memory: number;
  readonly latent: number;
  readonly kinship: number;
}

export function initReaderEncoder({ hidden: H, memory: U, latent: Z, kinship: K }: ReaderSize, rng: Rng) {
  const evidence = H + CODE + A + FEEDBACK_WIDTH;
  return {
    value: dense(rng, evidence, U),
    gate: dense(rng, evidence, MEMORIES, 0.1),
    decay: float32([MEMORIES], HALF_LIVES.map(rawDecay)),
    /** Evidence of so many events counts as much as none. */
    prior: float32([MEMORIES], [0.5, 0.5, 0.5, 0.5]),
    hidden: dense(rng, U, U),
    hiddenBias: float32([U]),
    mean: dense(rng, U, Z),
    logSd: dense(rng, U, Z, 0.1),
    logSdBias: filled(Z, -1),
    level: {
      memory: dense(rng, U, LEVEL_WIDTH),
      statistics: dense(rng, STATISTICS, LEVEL_WIDTH),
      bias: float32([LEVEL_WIDTH]),
    },
    trace: {
      decay: float32([TRACES], TRACE_HALF_LIVES.map(rawDecay)),
      prior: filled(TRACES, 1),
      hidden: dense(rng, TRACES * A, U),
    },
    kin: {
      query: dense(rng, H, K),
      key: dense(rng, H, K),
      decay: float32([1], [rawDecay(500)]),
      prior: float32([1], [1]),
    },
  };
}
export type ReaderParams = Mapped<ReturnType<typeof initReaderEncoder>, HostArray, Tensor>;

/** What is known of events, flat. */
export interface Evidence {
  /** [N, H]. */
  readonly h: Tensor;
  /** [N, M]. */
  readonly phi: Tensor;
  /** [N, FEEDBACK_WIDTH]. */
  readonly feedback: Tensor;
  /** Higher wanted +1, lower wanted −1. [N, A]. */
  readonly asked: Tensor;
  /** [N, A]. */
  readonly liked: Tensor;
}

/** What an event tells. [N, H + M + A + FEEDBACK_WIDTH]. */
export function evidenceOf({ h, phi, feedback, asked, liked }: Evidence): Tensor {
  const residual = slice(feedback, -1, AT.residual, AT.residual + 1);
  const tags = asked.add(liked.mul(slice(phi, -1, 0, A)));
  return concat([h, phi.mul(residual), tags, feedback], -1);
}

/** What of it is of one axis each: residual·φ and tags. [N, A] each. */
export function axisEvidence(evidence: Tensor, H: number): { residuals: Tensor; tags: Tensor } {
  return { residuals: slice(evidence, -1, H, H + A), tags: slice(evidence, -1, H + CODE, H + CODE + A) };
}

/** −1 on what would turn around if every taste did, quality left as it is. Shape [evidence]. */
export function swapSigns(H: number): Tensor {
  const axes = AXES.map(({ kind }) => (kind === "taste" ? -1 : 1));
  const free = new Array<number>(CODE - A).fill(-1);
  const signs = [...new Array<number>(H).fill(1), ...axes, ...free, ...axes, ...SWAP_SIGNS];
  return constant(float32([signs.length], signs));
}

export interface Posterior {
  readonly mean: Tensor;
  readonly logSd: Tensor;
}

/** q(z) from what is remembered. @param memory [N, U]; traces [N, TRACES · A]. @returns Each [N, Z]. */
export function posterior(params: ReaderParams, memory: Tensor, traces: Tensor): Posterior {
  const u = silu(memory.matmul(params.hidden).add(traces.matmul(params.trace.hidden)).add(params.hiddenBias));
  return { mean: u.matmul(params.mean), logSd: clip(u.matmul(params.logSd).add(params.logSdBias), ...LOG_SD_RANGE) };
}

/** @param statistics [N, STATISTICS]. @returns l, [N, LEVEL_WIDTH]. */
export function levelOf({ level }: ReaderParams, memory: Tensor, statistics: Tensor): Tensor {
  return silu(memory.matmul(level.memory).add(statistics.matmul(level.statistics)).add(level.bias));
}

/** Values and gates of events. @returns [N, U] and [N, MEMORIES]. */
export function valuesOf(params: ReaderParams, evidence: Tensor): { value: Tensor; gate: Tensor } {
  return { value: evidence.matmul(params.value), gate: sigmoid(evidence.matmul(params.gate)) };
}

/** The decay of memory m. */
export function decayOf(params: ReaderParams, m: number): Tensor {
  return slice(params.decay, 0, m, m + 1);
}

/** One memory read: the weighted sum of values over the weights and the prior count. */
export function normalised(params: ReaderParams, m: number, sum: Tensor, weight: Tensor): Tensor {
  const prior = slice(params.prior, 0, m, m + 1);
  return sum.div(weight.add(prior.mul(prior)).add(0.1));
}

/** @returns o of every event. Shape [N, U]. */
export function remember(params: ReaderParams, evidence: Tensor, before: Before): Tensor {
  const [B, T] = before.mask.shape as [number, number];
  const { value, gate } = valuesOf(params, evidence);
  const U = value.shape[1]!;
  const width = U / MEMORIES;
  const reads = Array.from({ length: MEMORIES }, (_, m) => {
    const g = slice(gate, 1, m, m + 1);
    const part = slice(value, 1, m * width, (m + 1) * width);
    const weighted = concat([part.mul(g), g], 1).reshape([B, T, width + 1]);
    const sums = decayMatrix(decayOf(params, m), before)
      .matmul(weighted)
      .reshape([B * T, width + 1]);
    return normalised(params, m, slice(sums, 1, 0, width), slice(sums, 1, width, width + 1));
  });
  return concat(reads, 1);
}

/** What is remembered axis by axis. @returns [N, TRACES · A]. */
export function tracesOf(params: ReaderParams, evidence: Tensor, before: Before, H: number): Tensor {
  const [B, T] = before.mask.shape as [number, number];
  const { residuals, tags } = axisEvidence(evidence, H);
  const parts = [tags, tags, residuals].map((part, i) => {
    const decay = decayMatrix(slice(params.trace.decay, 0, i, i + 1), before);
    const sum = decay.matmul(part.reshape([B, T, A])).reshape([B * T, A]);
    return traceNormalised(params, i, sum, decay.sum(2).reshape([B * T, 1]));
  });
  return concat(parts, 1);
}

/** Over the count and a prior count. @param sum [N, A]; count [N, 1]. */
export function traceNormalised({ trace }: ReaderParams, i: number, sum: Tensor, count: Tensor): Tensor {
  const prior = slice(trace.prior, 0, i, i + 1);
  return sum.div(count.add(prior.mul(prior)).add(0.1));
}

/** @param residual [N, 1], 0 where unknown. @returns kin, [N, 1]. */
export function kinshipOf({ kin }: ReaderParams, h: Tensor, residual: Tensor, before: Before): Tensor {
  const [B, T] = before.mask.shape as [number, number];
  const K = kin.query.shape[1]!;
  const query = h.matmul(kin.query).reshape([B, T, K]);
  const key = h.matmul(kin.key).reshape([B, T, K]);
  const decay = decayMatrix(kin.decay, before);
  const weight = query.matmul(key.transpose([0, 2, 1])).mul(decay);
  const sum = weight.matmul(residual.reshape([B, T, 1])).reshape([B * T, 1]);
  const count = decay.sum(2).reshape([B * T, 1]);
  return kinNormalised(kin, sum, count, K);
}

export function kinNormalised(kin: ReaderParams["kin"], sum: Tensor, count: Tensor, K: number): Tensor {
  return sum.div(count.add(kin.prior.mul(kin.prior)).add(0.1)).mul(1 / Math.sqrt(K));
}
