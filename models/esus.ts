/**
 * ESUS: a reader with a hidden state who reads a chapter and answers. Its parts, one file each, and how they are joined.
 *
 * Shapes: B rows of T turns, N = B·T events, M = CODE axes, A named ones, Z latent, K rating levels.
 * A row holds the turns of one reader, or of several one after the other; `before` tells whose are whose.
 */
import { AXES } from "../data-schemas/ontology.ts";
import { LEVELS } from "../data-schemas/rating.ts";
import { axisCode, initAxisEncoder } from "./axes/axis-encoder.ts";
import { type ContentTables, encodeContent, initContentEncoder } from "./content/content-encoder.ts";
import { dense, filled } from "./dense.ts";
import { AT, FLAGS } from "./feedback-layout.ts";
import { type Behaviour, behaviourOf, initBehaviour } from "./heads/behaviour.ts";
import { ordinalLogProbabilities, thresholds } from "./heads/ordinal.ts";
import { initPairHead } from "./heads/pair.ts";
import { initReward, type Reward, rewardOf } from "./heads/reward.ts";
import { initTagHead, tagLogits, wishLogProbabilities } from "./heads/tags.ts";
import { PROTOTYPES } from "./population/prototypes.ts";
import { initPrototypePrior, logResponsibilities } from "./reader/prototype-prior.ts";
import * as reader from "./reader/reader-encoder.ts";
import type { Before } from "./reader/retention.ts";
import type { Rng } from "./rng.ts";
import type { EsusSize } from "./size.ts";
import { initTransition, moodChange, moods, moodsInParallel } from "./state/transition.ts";
import { stopGradient } from "./tensor/derivative.ts";
import { exp } from "./tensor/elementwise.ts";
import { float32, type HostArray } from "./tensor/host-array.ts";
import { takeRows } from "./tensor/indexing.ts";
import { slice } from "./tensor/layout.ts";
import { range } from "./tensor/pattern.ts";
import { cumsum } from "./tensor/reduction.ts";
import type { Tensor } from "./tensor/tensor.ts";
import type { Mapped } from "./tensor/tree.ts";

export const ESUS_MODEL = "esus-1";
const CUTS = LEVELS - 1;

export function initEsus(size: EsusSize, rng: Rng) {
  const { embedding, columns, latent: Z, sources } = size;
  return {
    content: initContentEncoder(size, rng),
    axes: initAxisEncoder(embedding + columns, columns, rng),
    reader: reader.initReaderEncoder(size, rng),
    prior: initPrototypePrior(PROTOTYPES.length, Z, rng),
    reward: initReward(size, AXES.length, rng),
    ordinal: {
      first: float32([1], [-3]),
      firstByLatent: dense(rng, Z, 1, 0.1),
      firstByLevel: dense(rng, reader.LEVEL_WIDTH, 1, 0.1),
      logGap: filled(CUTS - 1, 0.2),
      logGapByLatent: dense(rng, Z, CUTS - 1, 0.1),
      logGapByLevel: dense(rng, reader.LEVEL_WIDTH, CUTS - 1, 0.1),
    },
    pair: initPairHead(),
    behaviour: initBehaviour(size, rng),
    tags: initTagHead(),
    transition: initTransition(rng),
    /** What a source's readers give above others. Row 0: a source that was not trained on. */
    source: { offset: float32([sources + 1, 1]) },
    /** 1 for each flag that training answers told; filled in after training. */
    observed: { flags: filled(FLAGS.length, 0) },
    /** Readers by kind, filled in after training (training/personas.ts): how many, z, and what is remembered of them. */
    persona: {
      seen: float32([PROTOTYPES.length]),
      mean: float32([PROTOTYPES.length, Z]),
      sd: float32([PROTOTYPES.length, Z]),
      traces: float32([PROTOTYPES.length, reader.TRACES * AXES.length]),
    },
    /** Fitted after training; gradients do not reach it. */
    calibration: {
      rating: { logScale: filled(1, 0), first: filled(1, 0), logGap: filled(CUTS - 1, 0) },
      flags: { scale: filled(FLAGS.length, 1), shift: filled(FLAGS.length, 0) },
    },
  };
}
export type EsusParams = ReturnType<typeof initEsus>;
export type Params = Mapped<EsusParams, HostArray, Tensor>;

/** N events in B rows of T. */
export interface EventBatch<Leaf> {
  /** Rows of the tables; int32 [N]. */
  readonly contentRow: Leaf;
  /** The same number for events of one reader; −1 where a row is only filled up. [B, T]. */
  readonly segment: Leaf;
  /** 1 where the answer becomes part of the history. [B, T]. */
  readonly known: Leaf;
  /** [N, FEEDBACK_WIDTH]. */
  readonly feedback: Leaf;
  /** [N, MOVERS]. */
  readonly movers: Leaf;
  /** [N, A]. */
  readonly asked: Leaf;
  readonly liked: Leaf;
  /** Of the reader up to the event, and of what is answered to. [N, STATISTICS]. */
  readonly readerStatistics: Leaf;
  readonly itemStatistics: Leaf;
  /** Row of the source's offset; int32 [N]. */
  readonly source: Leaf;
}

/** A chapter as heads see it: [N, E + F], [N, H] and [N, M]. */
export interface Look {
  readonly d: Tensor;
  readonly h: Tensor;
  readonly phi: Tensor;
}

export function look(params: Params, tables: ContentTables<Tensor>, rows: Tensor): Look {
  const { d, h } = encodeContent(params.content, tables, rows);
  // Axes are learned from pairs, not bent by what readers happen to say of a chapter: they mean what their names say.
  return { d, h, phi: stopGradient(axisCode(params.axes, d)) };
}

/** What is remembered before each event. All [N, …]. */
export interface Recollection {
  readonly posterior: reader.Posterior;
  readonly level: Tensor;
  readonly traces: Tensor;
  readonly kinship: Tensor;
  /** Not clipped. [N, 4]. */
  readonly moods: Tensor;
}

export interface Recalled extends Recollection {
  /** Evidence of the events and which are earlier, known ones: for the swap guide. */
  readonly evidence: Tensor;
  readonly before: Before;
}

/** @param segment,known [B, T]. */
function beforeOf(segment: Tensor, known: Tensor): Before {
  const [B, T] = segment.shape as [number, number];
  const turns = range(T);
  const lower = turns
    .reshape([T, 1])
    .greater(turns.reshape([1, T]))
    .cast("float32");
  const same = segment
    .reshape([B, T, 1])
    .equal(segment.reshape([B, 1, T]))
    .cast("float32");
  const mask = same.mul(lower).mul(known.reshape([B, 1, T]));
  const seen = cumsum(known, 1);
  // Known answers up to t, t left out, less those up to s.
  const age = seen
    .sub(known)
    .reshape([B, T, 1])
    .sub(seen.reshape([B, 1, T]));
  return { mask, age: age.mul(mask) };
}

/** Everything that the events before tell, all turns at once. @param h,phi Of each event: [N, H], [N, M]. */
export function recall(params: Params, batch: EventBatch<Tensor>, h: Tensor, phi: Tensor): Recalled {
  const [B, T] = batch.segment.shape as [number, number];
  const before = beforeOf(batch.segment, batch.known);
  const H = h.shape[1]!;
  const evidence = reader.evidenceOf({ ...batch, h, phi });
  const traces = reader.tracesOf(params.reader, evidence, before, H);
  const memory = reader.remember(params.reader, evidence, before);
  const residual = slice(batch.feedback, 1, AT.residual, AT.residual + 1);
  const { a, b } = moodChange(params.transition, phi, batch.movers);
  const perTurn = (x: Tensor): Tensor => x.reshape([B, T, 4]);
  return {
    evidence,
    before,
    posterior: reader.posterior(params.reader, memory, traces),
    level: reader.levelOf(params.reader, memory, batch.readerStatistics),
    traces,
    kinship: reader.kinshipOf(params.reader, h, residual, before),
    moods: moodsInParallel(params.transition, perTurn(a), perTurn(b), batch.known, before.mask).reshape([B * T, 4]),
  };
}

export interface Situation extends Omit<Recollection, "posterior"> {
  readonly z: Tensor;
  readonly h: Tensor;
  readonly phi: Tensor;
  readonly itemStatistics: Tensor;
  /** int32 [N]. */
  readonly source: Tensor;
}

export interface Response extends Reward {
  /** ζ, [N, K − 1]. */
  readonly cuts: Tensor;
  /** log P of each level, [N, K]. */
  readonly rating: Tensor;
  readonly behaviour: Behaviour;
  /** [N, TAG_KINDS · A]. */
  readonly tags: Tensor;
  /** [N, 1 + A]. */
  readonly wish: Tensor;
  /** log P(prototype | z), [N, P]. */
  readonly prototype: Tensor;
}

/** How much a reader in a situation likes a chapter, and which kind of reader that is. */
export function rewardIn(params: Params, situation: Situation): Reward & Pick<Response, "prototype"> {
  const prototype = logResponsibilities(params.prior, situation.z);
  const reward = rewardOf(params.reward, {
    ...situation,
    moods: moods(situation.moods),
    statistics: situation.itemStatistics,
    rubric: exp(prototype).matmul(params.prior.rubric),
    offset: takeRows(params.source.offset, situation.source),
  });
  return { ...reward, prototype };
}

/** What a reader in a situation would answer. */
export function respond(params: Params, situation: Situation): Response {
  const { z, level, h, phi } = situation;
  const seen = moods(situation.moods);
  const { prototype, ...reward } = rewardIn(params, situation);
  const { ordinal, calibration } = params;
  const still = stopGradient;
  const first = z
    .matmul(ordinal.firstByLatent)
    .add(level.matmul(ordinal.firstByLevel))
    .add(ordinal.first.add(still(calibration.rating.first)));
  const gaps = z
    .matmul(ordinal.logGapByLatent)
    .add(level.matmul(ordinal.logGapByLevel))
    .add(ordinal.logGap.add(still(calibration.rating.logGap)));
  const scale = exp(still(calibration.rating.logScale));
  const cuts = thresholds(first, gaps).mul(scale);
  const behaviour = behaviourOf(params.behaviour, { z, level, h, reward: reward.reward, moods: seen });
  const flags = behaviour.flags.mul(still(calibration.flags.scale)).add(still(calibration.flags.shift));
  return {
    ...reward,
    cuts,
    rating: ordinalLogProbabilities(cuts, reward.reward.mul(scale)),
    behaviour: { ...behaviour, flags },
    tags: tagLogits(params.tags, { parts: reward.parts, phi, moods: seen }),
    wish: wishLogProbabilities(params.tags, { parts: reward.parts, phi, moods: seen }),
    prototype,
  };
}
