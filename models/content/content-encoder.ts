/**
 * A chapter's windows and narrative columns to x and h. U contents, S windows, E width of the frozen encoder, F columns,
 * H hidden.
 *
 *   x = Σ_s softmax_s(q·e_s) e_s            one trained query (Yang et al., "Hierarchical Attention Networks", NAACL 2016, eq. 5-7)
 *   d = [x; f] − median                     what the axis encoder reads
 *   h = silu(W d + b)
 */
import { dense } from "../dense.ts";
import type { Rng } from "../rng.ts";
import { stopGradient } from "../tensor/derivative.ts";
import { silu } from "../tensor/elementwise.ts";
import { float32, type HostArray } from "../tensor/host-array.ts";
import { takeRows } from "../tensor/indexing.ts";
import { concat } from "../tensor/layout.ts";
import { softmax } from "../tensor/reduction.ts";
import type { Tensor } from "../tensor/tensor.ts";
import type { Mapped } from "../tensor/tree.ts";

export interface ContentSize {
  /** E. */
  readonly embedding: number;
  /** F. */
  readonly columns: number;
  /** H. */
  readonly hidden: number;
}

export function initContentEncoder({ embedding: E, columns: F, hidden: H }: ContentSize, rng: Rng) {
  return {
    query: float32([E, 1]),
    /** Median of [x; f] over texts, set before training. */
    centre: float32([E + F]),
    kernel: dense(rng, E + F, H),
    bias: float32([H]),
  };
}
export type ContentParams = Mapped<ReturnType<typeof initContentEncoder>, HostArray, Tensor>;

/** Encoded texts, standardised; row 0 stands for a text that is missing. Does not change between steps. */
export interface ContentTables<Leaf> {
  /** [C + 1, S · E]. */
  readonly windows: Leaf;
  /** 0 where there is a window, −1e4 where there is none. [C + 1, S]. */
  readonly absent: Leaf;
  /** [C + 1, F]. */
  readonly columns: Leaf;
}

export interface EncodedContent {
  /** [U, E + F]. */
  readonly d: Tensor;
  /** [U, H]. */
  readonly h: Tensor;
}

/** @param rows  Of the tables; int32 [U]. */
export function encodeContent(params: ContentParams, tables: ContentTables<Tensor>, rows: Tensor): EncodedContent {
  const of = (table: Tensor): Tensor => takeRows(table, rows);
  return encodeRows(params, { windows: of(tables.windows), absent: of(tables.absent), columns: of(tables.columns) });
}

/** @param contents U rows as the tables have them. */
export function encodeRows(params: ContentParams, { windows, absent, columns }: ContentTables<Tensor>): EncodedContent {
  const [U, S] = absent.shape as [number, number];
  const [E] = params.query.shape as [number];
  const e = windows.reshape([U, S, E]);
  const score = e.matmul(params.query).reshape([U, S]).add(absent);
  const x = softmax(score, -1).reshape([U, 1, S]).matmul(e).reshape([U, E]);
  const d = concat([x, columns], 1).sub(stopGradient(params.centre));
  return { d, h: silu(d.matmul(params.kernel).add(params.bias)) };
}
