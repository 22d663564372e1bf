/**
 * What a reader does beside rating: N events, G head width. One hidden layer reads z, l, h, r and the moods.
 *
 *   flags     Bernoulli
 *   dwell     log-normal around words · pace; a skipped chapter is right-censored: Yi et al., "Beyond Clicks", RecSys 2014;
 *             censoring as in Liu, White & Dumais, SIGIR 2010, §4
 *   scroll    ordinal in SCROLL_BINS equal bins
 *   rereads   negative binomial, mean m and size k: Hilbe, "Negative Binomial Regression", 2nd ed., eq. 8.4
 */
import { dense, filled } from "../dense.ts";
import { FLAGS } from "../feedback-layout.ts";
import { LEVEL_WIDTH } from "../reader/reader-encoder.ts";
import type { Rng } from "../rng.ts";
import { clip, erf, exp, log, maximum, silu, softplus, square } from "../tensor/elementwise.ts";
import { float32, type HostArray } from "../tensor/host-array.ts";
import { slice } from "../tensor/layout.ts";
import { range } from "../tensor/pattern.ts";
import type { Tensor } from "../tensor/tensor.ts";
import type { Mapped } from "../tensor/tree.ts";
import { ordinalLogProbabilities, thresholds } from "./ordinal.ts";
import type { HeadSize } from "./reward.ts";

export const SCROLL_BINS = 10;
/** Rereads counted; more count as so many. */
export const REREADS_MOST = 8;
const OUT = FLAGS.length + 4;

export function initBehaviour({ hidden: H, latent: Z, head: G }: HeadSize, rng: Rng) {
  return {
    z: dense(rng, Z, G),
    level: dense(rng, LEVEL_WIDTH, G),
    h: dense(rng, H, G),
    reward: dense(rng, 1, G),
    moods: dense(rng, 4, G),
    bias: float32([G]),
    out: dense(rng, G, OUT, 0.1),
    /** Straight through: r and the moods; behind them the biases. */
    direct: float32([5, OUT]),
    outBias: float32([OUT]),
    scroll: {
      first: float32([1], [-3]),
      logGap: filled(SCROLL_BINS - 2, -0.7),
    },
    /** log k. */
    rereadSize: float32([1], [0]),
  };
}
export type BehaviourParams = Mapped<ReturnType<typeof initBehaviour>, HostArray, Tensor>;

export interface BehaviourInputs {
  readonly z: Tensor;
  readonly level: Tensor;
  readonly h: Tensor;
  /** [N, 1]. */
  readonly reward: Tensor;
  /** [N, 4]. */
  readonly moods: Tensor;
}

export interface Behaviour {
  /** Logits. [N, FLAGS]. */
  readonly flags: Tensor;
  /** log of seconds a word, less TYPICAL_LOG_PACE: mean and log SD. [N, 1]. */
  readonly pace: Tensor;
  readonly logPaceSd: Tensor;
  /** [N, SCROLL_BINS]. */
  readonly scrollLog: Tensor;
  /** log m. [N, 1]. */
  readonly logRereads: Tensor;
  /** log k. [1]. */
  readonly rereadSize: Tensor;
}

export function behaviourOf(params: BehaviourParams, { z, level, h, reward, moods }: BehaviourInputs): Behaviour {
  const u = z
    .matmul(params.z)
    .add(level.matmul(params.level))
    .add(h.matmul(params.h))
    .add(reward.matmul(params.reward))
    .add(moods.matmul(params.moods))
    .add(params.bias);
  const out = silu(u)
    .matmul(params.out)
    .add(reward.matmul(slice(params.direct, 0, 0, 1)))
    .add(moods.matmul(slice(params.direct, 0, 1, 5)))
    .add(params.outBias);
  const at = (i: number): Tensor => slice(out, 1, FLAGS.length + i, FLAGS.length + i + 1);
  const scroll = thresholds(params.scroll.first.reshape([1, 1]), params.scroll.logGap.reshape([1, SCROLL_BINS - 2]));
  return {
    flags: slice(out, 1, 0, FLAGS.length),
    pace: at(0),
    logPaceSd: clip(at(1), -4, 2),
    scrollLog: ordinalLogProbabilities(scroll.add(at(2).mul(0)), at(2)),
    logRereads: clip(at(3), -6, 3),
    rereadSize: clip(params.rereadSize, -3, 5),
  };
}

/** −log P of yes or no, each. @param yes 0 or 1. */
export function bernoulliLoss(logit: Tensor, yes: Tensor): Tensor {
  return softplus(logit).sub(logit.mul(yes));
}

const HALF_LOG_TWO_PI = 0.5 * Math.log(2 * Math.PI);

/** −log density of log pace, or −log P(longer) where censored. @param censored 0 or 1. All [N, 1]. */
export function dwellLoss({ pace, logPaceSd }: Behaviour, observed: Tensor, censored: Tensor): Tensor {
  const u = observed.sub(pace).mul(exp(logPaceSd.neg()));
  const density = square(u).mul(0.5).add(logPaceSd).add(HALF_LOG_TWO_PI);
  const longer = erf(clip(u, -5, 5).mul(Math.SQRT1_2))
    .neg()
    .add(1)
    .mul(0.5);
  const survival = log(maximum(longer, 1e-6)).neg();
  return density.mul(censored.neg().add(1)).add(survival.mul(censored));
}

/**
 * −log P of a count: log Γ(y + k) − log Γ(k) − log y! is Σ_{j<y} log((k + j) / (j + 1)).
 * @param count [N, 1], whole, at most REREADS_MOST.
 */
export function rereadLoss({ logRereads, rereadSize }: Behaviour, count: Tensor): Tensor {
  const size = exp(rereadSize);
  const j = range(REREADS_MOST).reshape([1, REREADS_MOST]);
  const below = j.sub(count).less(-0.5).cast("float32");
  const rising = log(j.add(size).div(j.add(1)))
    .mul(below)
    .sum(1, { keepDims: true });
  const total = log(exp(logRereads).add(size));
  const logP = rising.add(count.mul(logRereads.sub(total))).add(size.mul(rereadSize.sub(total)));
  return logP.neg();
}
