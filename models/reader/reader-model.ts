/**
 * The reader model of the skeleton: content, a reader latent z encoded from the reader's other answers, and ordinal
 * thresholds that depend on z.
 *
 * B answers, E embedding width, H hidden, Z latent, S statistics, K rating levels.
 *   h = silu(W_e x + b)                                    the content
 *   z = W_2 silu(W_t taste + W_s stats + b)                the reader
 *   r = w·silu(...)(h, stats) + zᵀ V h + Σ_e k_e taste_e x_e   the reward: general part, personal part, and how much the
 *                                                          content resembles what the reader liked, feature by feature
 *   ζ = thresholds(z)                                      heads/ordinal.ts
 */

import { LEVELS } from "../../data-schemas/rating.ts";
import { ordinalLogProbabilities, ordinalLoss, thresholds } from "../heads/ordinal.ts";
import { normal, type Rng } from "../rng.ts";
import { silu, square } from "../tensor/elementwise.ts";
import { float32, type HostArray } from "../tensor/host-array.ts";
import { takeRows } from "../tensor/indexing.ts";
import { sizeOf } from "../tensor/shape.ts";
import type { Tensor } from "../tensor/tensor.ts";
import type { Mapped } from "../tensor/tree.ts";
import { STATS_WIDTH } from "./history.ts";

export interface ReaderModelSize {
  readonly embedding: number;
  readonly hidden: number;
  readonly latent: number;
}

export type ReaderParams = ReturnType<typeof initReaderModel>;

/** Weights are drawn from N(0, 1/fan-in); thresholds start evenly spaced around 0. */
export function initReaderModel({ embedding: E, hidden: H, latent: Z }: ReaderModelSize, rng: Rng) {
  const dense = (rows: number, columns: number, gain = 1): HostArray => {
    const scale = gain / Math.sqrt(rows);
    return float32(
      [rows, columns],
      Float32Array.from({ length: sizeOf([rows, columns]) }, () => scale * normal(rng)),
    );
  };
  return {
    content: { kernel: dense(E, H), bias: float32([H]) },
    reader: {
      taste: dense(E, H),
      stats: dense(STATS_WIDTH, H),
      bias: float32([H]),
      latent: dense(H, Z),
    },
    reward: {
      personal: dense(Z, H, 0.1),
      kin: float32([1, E]),
      general: dense(H, 1, 0.1),
      stats: dense(STATS_WIDTH, H),
      statsBias: float32([H]),
      statsOut: dense(H, 1, 0.1),
    },
    ordinal: {
      first: float32([1], [-3]),
      firstByLatent: dense(Z, 1, 0.1),
      logGap: float32([LEVELS - 2], [0.2, 0.2, 0.2]),
      logGapByLatent: dense(Z, LEVELS - 2, 0.1),
    },
  };
}

/** What does not change between steps. */
export interface Tables<Leaf> {
  /** Standardised embeddings, one row a text; row 0 is the text that is missing, all zeros. Shape [C, E]. */
  readonly content: Leaf;
  /** Σ residual · embedding over a reader's training answers. Shape [R, E]. */
  readonly taste: Leaf;
}

export interface AnswerBatch<Leaf> {
  /** Rows of the tables. int32 [B]. */
  readonly contentRow: Leaf;
  readonly readerRow: Leaf;
  /** The answer's own residual, when its label is in the taste table; else 0. [B, 1]. */
  readonly ownResidual: Leaf;
  /** 1 / (answers in the reader's history + 2). [B, 1]. */
  readonly tasteScale: Leaf;
  /** [B, S]. */
  readonly stats: Leaf;
}

export interface LabelledBatch<Leaf> extends AnswerBatch<Leaf> {
  /** One-hot. [B, K]. */
  readonly level: Leaf;
  /** 0 for rows that only fill the batch. [B, 1]. */
  readonly weight: Leaf;
}

type Params = Mapped<ReaderParams, HostArray, Tensor>;

/** @returns log P(rating = k). Shape [B, K]. */
export function readerLogProbabilities(params: Params, tables: Tables<Tensor>, batch: AnswerBatch<Tensor>): Tensor {
  const x = takeRows(tables.content, batch.contentRow); // [B, E]
  const own = x.mul(batch.ownResidual);
  const taste = takeRows(tables.taste, batch.readerRow).sub(own).mul(batch.tasteScale); // [B, E]
  const h = silu(x.matmul(params.content.kernel).add(params.content.bias)); // [B, H]
  const u = taste.matmul(params.reader.taste).add(batch.stats.matmul(params.reader.stats)).add(params.reader.bias);
  const z = silu(u).matmul(params.reader.latent); // [B, Z]
  const { reward, ordinal } = params;
  const known = silu(batch.stats.matmul(reward.stats).add(reward.statsBias)).matmul(reward.statsOut);
  const personal = z.matmul(reward.personal).mul(h).sum(1, { keepDims: true });
  const kin = taste.mul(x).mul(reward.kin).sum(1, { keepDims: true });
  const r = h.matmul(reward.general).add(known).add(personal).add(kin); // [B, 1]
  const first = z.matmul(ordinal.firstByLatent).add(ordinal.first);
  const gaps = z.matmul(ordinal.logGapByLatent).add(ordinal.logGap);
  return ordinalLogProbabilities(thresholds(first, gaps), r);
}

/** Mean ordinal loss of a batch, and the penalty on how far readers' thresholds and personal weights reach. */
export function readerLoss(
  params: Params,
  tables: Tables<Tensor>,
  batch: LabelledBatch<Tensor>,
  penalty: number,
): { loss: Tensor; aux: { ordinal: Tensor; penalty: Tensor } } {
  const ordinal = ordinalLoss(readerLogProbabilities(params, tables, batch), batch.level, batch.weight);
  const personal = [
    params.ordinal.firstByLatent,
    params.ordinal.logGapByLatent,
    params.reward.personal,
    params.reward.kin,
  ];
  const size = personal.map((leaf) => square(leaf).sum()).reduce((sum, term) => sum.add(term));
  const weighted = size.mul(penalty);
  return { loss: ordinal.add(weighted), aux: { ordinal, penalty: weighted } };
}
