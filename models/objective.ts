/**
 * The loss, term by term (design, §7). Each term is a mean over the rows that have its target, so that sources without one
 * neither teach nor dilute it; each has its weight in the config and its line in the log.
 */
import { LEVELS } from "../data-schemas/rating.ts";
import type { LossTerm, LossWeights } from "../data-schemas/train-config.ts";
import { axisLosses, type PairBatch } from "./axes/axis-encoder.ts";
import type { ContentTables } from "./content/content-encoder.ts";
import {
  type EventBatch,
  look,
  type Params,
  type Response,
  recall,
  respond,
  rewardIn,
  type Situation,
} from "./esus.ts";
import { bernoulliLoss, dwellLoss, rereadLoss } from "./heads/behaviour.ts";
import { pairLogProbabilities } from "./heads/pair.ts";
import { calibrationGap } from "./heads/soft-calibration.ts";
import { sampledKl, withFreeNats } from "./reader/prototype-prior.ts";
import { type Posterior, posterior, remember, swapSigns, tracesOf } from "./reader/reader-encoder.ts";
import type { Before } from "./reader/retention.ts";
import { stopGradient } from "./tensor/derivative.ts";
import { exp, maximum, minimum, relu, sigmoid, sqrt, square } from "./tensor/elementwise.ts";
import { concat, pad, slice } from "./tensor/layout.ts";
import type { Tensor } from "./tensor/tensor.ts";

/** What was answered. Rows are events; a mask of 0 says that the event has no such target, or may not be learned from. */
export interface Targets<Leaf> {
  /** One-hot [N, K], and its mask [N, 1]. */
  readonly level: Leaf;
  readonly rated: Leaf;
  /** Against the reader's answer just before: one-hot [N, PAIR_LEVELS], and its mask. */
  readonly pairLevel: Leaf;
  readonly paired: Leaf;
  /** 0 or 1, and masks. [N, FLAGS]. */
  readonly flag: Leaf;
  readonly flagged: Leaf;
  /** log of seconds a word, less TYPICAL_LOG_PACE; whether it was cut short; mask. [N, 1]. */
  readonly pace: Leaf;
  readonly censored: Leaf;
  readonly timed: Leaf;
  /** One-hot [N, SCROLL_BINS], mask. */
  readonly scroll: Leaf;
  readonly scrolled: Leaf;
  readonly rereads: Leaf;
  readonly reread: Leaf;
  /** Mask of tags, whose targets are asked and liked. */
  readonly tagged: Leaf;
  /** One-hot [N, 1 + A], mask. */
  readonly wish: Leaf;
  readonly wished: Leaf;
  /** One-hot [N, P]; zeros: not known. */
  readonly prototype: Leaf;
  /** Moods before the event [N, 4], mask. */
  readonly mood: Leaf;
  readonly mooded: Leaf;
}

export interface TrainBatch<Leaf> {
  readonly events: EventBatch<Leaf>;
  readonly targets: Targets<Leaf>;
  readonly pairs: PairBatch<Leaf>;
  /** Standard normal. [N, Z]. */
  readonly noise: Leaf;
}

/** Of the KL: no pull below so many nats; and steps until it pulls with its full weight. */
const FREE_NATS = 1;
const ANNEALING_STEPS = 200;
/** Of the swap guide: how much the spread counts beside the mean (SPL, arXiv:2603.12595; η of its code). */
const SWAP_SPREAD = 0.1;

export interface Objective {
  readonly loss: Tensor;
  readonly terms: Readonly<Record<LossTerm, Tensor>>;
  readonly leastKept: Tensor;
}

/** @param step Steps done, a scalar: the KL's weight grows with it. */
export function objective(
  params: Params,
  tables: ContentTables<Tensor>,
  { events, targets, pairs, noise }: TrainBatch<Tensor>,
  step: Tensor,
  weights: LossWeights,
): Objective {
  const { h, phi } = look(params, tables, events.contentRow);
  const recalled = recall(params, events, h, phi);
  const { mean, logSd } = recalled.posterior;
  const z = mean.add(exp(logSd).mul(noise));
  const response = respond(params, { ...events, ...recalled, z, h, phi });
  const inHistory = historyMask(recalled.before.mask);

  const axes = axisLosses(params.axes, pairDifference(params, tables, pairs), pairs.axis);
  const kl = withFreeNats(sampledKl(params.prior, z, logSd, noise), FREE_NATS);
  const anneal = minimum(step.add(1).mul(1 / ANNEALING_STEPS), 1);
  const terms: Record<LossTerm, Tensor> = {
    ordinal: crossEntropy(response.rating, targets.level, targets.rated),
    pair: pairLoss(params, { ...events, ...recalled, z, h, phi }, targets),
    kl: masked(kl, realMask(events)).mul(anneal),
    swap: swapLoss(params, recalled.evidence, recalled.before, recalled.posterior, inHistory),
    reconstruction: axes.reconstruction.add(axes.dead),
    named: axes.named,
    leakage: axes.leakage,
    tags: tagLoss(response, events, targets),
    wish: crossEntropy(response.wish, targets.wish, targets.wished),
    behaviour: behaviourLoss(response, targets),
    prototype: crossEntropy(response.prototype, targets.prototype, targets.prototype.sum(1, { keepDims: true })),
    mood: masked(square(recalled.moods.sub(targets.mood)).sum(1, { keepDims: true }), targets.mooded),
    calibration: calibrationLoss(response, targets),
    penalty: penalty(params, response, realMask(events)),
  };
  const names = Object.keys(weights) as LossTerm[];
  const loss = names.map((name) => terms[name].mul(weights[name])).reduce((sum, term) => sum.add(term));
  return { loss, terms, leastKept: axes.leastKept };
}

/** Mean over the rows of a mask; 0 where it is empty. Both [N, 1]. */
export function masked(value: Tensor, mask: Tensor): Tensor {
  return value.mul(mask).sum().div(maximum(mask.sum(), 1));
}

/** Mean −log P of what was observed, over the rows of a mask. @param oneHot As logP. Nats. */
export function crossEntropy(logP: Tensor, oneHot: Tensor, mask: Tensor): Tensor {
  return masked(logP.mul(oneHot).sum(1, { keepDims: true }).neg(), mask);
}

/** 1 on events, 0 where a row is only filled up. [N, 1]. */
function realMask({ segment }: EventBatch<Tensor>): Tensor {
  const [B, T] = segment.shape as [number, number];
  return segment
    .greaterEqual(0)
    .cast("float32")
    .reshape([B * T, 1]);
}

/** 1 where anything is known of the reader. @param before [B, T, T]. @returns [N, 1]. */
function historyMask(before: Tensor): Tensor {
  const [B, T] = before.shape as [number, number];
  return minimum(before.sum(2), 1).reshape([B * T, 1]);
}

function pairDifference(params: Params, tables: ContentTables<Tensor>, { low, high }: PairBatch<Tensor>): Tensor {
  const [P] = low.shape as [number];
  const { d } = look(params, tables, concat([low, high], 0));
  return slice(d, 0, P, 2 * P).sub(slice(d, 0, 0, P));
}

/**
 * An answer and the one just before it, of one reader, both told by what was known before the first: a reward that had seen
 * one answer of the pair would be taught to carry it. Kinship is left out, since it is of one chapter and one time.
 */
function pairLoss(params: Params, situation: Situation, { pairLevel, paired }: Targets<Tensor>): Tensor {
  const N = situation.z.shape[0]!;
  const before = (x: Tensor): Tensor => slice(pad(x, 0, 1, 0), 0, 0, N);
  const first = { ...situation, kinship: situation.kinship.mul(0) };
  const then = {
    ...first,
    z: before(first.z),
    level: before(first.level),
    traces: before(first.traces),
    moods: before(first.moods),
  };
  const difference = rewardIn(params, then).reward.sub(before(rewardIn(params, first).reward));
  return crossEntropy(pairLogProbabilities(params.pair, difference), pairLevel, paired);
}

/**
 * A reader of opposite tastes should lie opposite: ½(1 + cos(μ, μ')) + η·½(1 − cos(log σ², log σ'²)), no gradient through
 * the opposite. Swap-guided Preference Learning, arXiv:2603.12595, the guide loss; qualities are not swapped (design, §3).
 */
function swapLoss(params: Params, evidence: Tensor, before: Before, own: Posterior, mask: Tensor): Tensor {
  const opposite = swapped(params, evidence, before);
  const means = cosine(own.mean, stopGradient(opposite.mean)).add(1).mul(0.5);
  const spreads = cosine(own.logSd, stopGradient(opposite.logSd)).neg().add(1).mul(0.5);
  return masked(means.add(spreads.mul(SWAP_SPREAD)), mask);
}

/** q(z) of the reader who answered everything the other way. */
export function swapped(params: Params, evidence: Tensor, before: Before): Posterior {
  const H = params.content.bias.shape[0]!;
  const opposite = evidence.mul(swapSigns(H));
  return posterior(
    params.reader,
    remember(params.reader, opposite, before),
    tracesOf(params.reader, opposite, before, H),
  );
}

/** Along the last axis. @returns [N, 1]. */
export function cosine(x: Tensor, y: Tensor): Tensor {
  const dot = (p: Tensor, q: Tensor): Tensor => p.mul(q).sum(1, { keepDims: true });
  return dot(x, y).div(sqrt(dot(x, x).mul(dot(y, y)).add(1e-8)));
}

function tagLoss({ tags }: Response, { asked, liked }: EventBatch<Tensor>, { tagged }: Targets<Tensor>): Tensor {
  const wanted = concat([liked, relu(asked), relu(asked.neg())], 1);
  return masked(bernoulliLoss(tags, wanted).sum(1, { keepDims: true }), tagged);
}

function behaviourLoss({ behaviour }: Response, targets: Targets<Tensor>): Tensor {
  const flags = bernoulliLoss(behaviour.flags, targets.flag).mul(targets.flagged).sum(1, { keepDims: true });
  const seen = minimum(targets.flagged.sum(1, { keepDims: true }), 1);
  return masked(flags, seen)
    .add(masked(dwellLoss(behaviour, targets.pace, targets.censored), targets.timed))
    .add(crossEntropy(behaviour.scrollLog, targets.scroll, targets.scrolled))
    .add(masked(rereadLoss(behaviour, targets.rereads), targets.reread));
}

/** Four stars or more, going on and skipping: |confidence − frequency| in soft bins. */
function calibrationLoss({ cuts, reward, behaviour }: Response, targets: Targets<Tensor>): Tensor {
  const good = sigmoid(reward.sub(slice(cuts, 1, LEVELS - 3, LEVELS - 2)));
  const wasGood = slice(targets.level, 1, LEVELS - 2, LEVELS).sum(1, { keepDims: true });
  const flags = sigmoid(behaviour.flags);
  const gaps = [0, 1].map((i) =>
    calibrationGap(slice(flags, 1, i, i + 1), slice(targets.flag, 1, i, i + 1), slice(targets.flagged, 1, i, i + 1)),
  );
  return gaps.reduce((sum, gap) => sum.add(gap), calibrationGap(good, wasGood, targets.rated));
}

/** How far readers' thresholds reach, and how much of the reward w·φ does not explain. */
function penalty(params: Params, { rest }: Response, mask: Tensor): Tensor {
  const { ordinal, reward } = params;
  const leaves = [
    ordinal.firstByLatent,
    ordinal.firstByLevel,
    ordinal.logGapByLatent,
    ordinal.logGapByLevel,
    reward.liking,
    params.prior.rubric,
  ];
  const size = leaves.map((leaf) => square(leaf).sum()).reduce((sum, term) => sum.add(term));
  return size.add(masked(square(rest), mask).mul(0.1));
}
