/**
 * Recovers matrix products. jax-js writes every contraction as `sum(x * y, last axis)` over broadcast operands; which
 * dimensions are real in which operand tells batch, row, column and inner dimensions apart.
 */
import { internal } from "../../../data-schemas/errors.ts";
import type { ValueId } from "../graph.ts";
import type { GraphBuilder } from "../graph-builder.ts";
import { broadcastShapes, sameShape, sizeOf } from "../shape.ts";
import { broadcastView, compact, compactShape, materialize, type View, type ViewDim } from "../view.ts";
import type { LowerContext, LoweringRule } from "./context.ts";
import { reduceView } from "./reduction.ts";

interface Roles {
  /** Real in both operands. */
  readonly batch: readonly number[];
  /** Real in the left operand only. */
  readonly rows: readonly number[];
  /** Real in the right operand only. */
  readonly columns: readonly number[];
}

const dot: LoweringRule = (ctx, equation) => {
  const { shape } = equation.outputs[0]!;
  const rank = shape.length + 1;
  let [x, y] = equation.inputs.map((atom) => padRank(ctx.view(atom, "float32"), rank)) as [View, View];
  const inner = rank - 1;
  const realX = x.dims[inner]!.source !== null;
  const realY = y.dims[inner]!.source !== null;
  if (!realX || !realY || ctx.dtypeOf(x) !== "float32") return [multiplyAndSum(ctx, x, y, inner, shape)];

  let roles = rolesOf(x, y, inner);
  if (roles.rows.length === 0 && roles.columns.length === 0) return [multiplyAndSum(ctx, x, y, inner, shape)];
  // The operand whose dimensions come first in the result goes left, so that the result needs no transpose.
  if ((roles.columns[0] ?? Number.POSITIVE_INFINITY) < (roles.rows[0] ?? Number.POSITIVE_INFINITY)) {
    [x, y] = [y, x];
    roles = { batch: roles.batch, rows: roles.columns, columns: roles.rows };
  }
  const product = matmul(ctx.g, x, y, roles, inner);
  const order = [...roles.batch, ...roles.rows, ...roles.columns];
  const place = new Map(order.map((axis, i) => [axis, i]));
  return [{ base: product, dims: shape.map((size, axis) => ({ source: place.get(axis) ?? null, size })) }];
};

/** Puts size-1 dimensions in front. */
function padRank(view: View, rank: number): View {
  const missing = Array.from({ length: rank - view.dims.length }, (): ViewDim => ({ source: null, size: 1 }));
  return { base: view.base, dims: [...missing, ...view.dims] };
}

function rolesOf(x: View, y: View, inner: number): Roles {
  const axes = Array.from({ length: inner }, (_, axis) => axis);
  const real = (view: View, axis: number): boolean => view.dims[axis]!.source !== null;
  return {
    batch: axes.filter((axis) => real(x, axis) && real(y, axis)),
    rows: axes.filter((axis) => real(x, axis) && !real(y, axis)),
    columns: axes.filter((axis) => !real(x, axis) && real(y, axis)),
  };
}

/** One MatMul of [batch, rows, inner] and [batch, inner, columns], with the result split into its dimensions again. */
function matmul(g: GraphBuilder, x: View, y: View, roles: Roles, inner: number): ValueId {
  const sizes = (view: View, axes: readonly number[]): number[] => axes.map((axis) => view.dims[axis]!.size);
  const batch = roles.batch.length > 0 ? [sizeOf(sizes(x, roles.batch))] : [];
  const rows = sizeOf(sizes(x, roles.rows));
  const columns = sizeOf(sizes(y, roles.columns));
  const depth = x.dims[inner]!.size;
  const arranged = (view: View, axes: readonly number[], shape: readonly number[]): ValueId => {
    const id = materialize(g, { base: view.base, dims: axes.map((axis) => view.dims[axis]!) });
    return reshaped(g, id, shape);
  };
  const left = arranged(x, [...roles.batch, ...roles.rows, inner], [...batch, rows, depth]);
  const right = arranged(y, [...roles.batch, inner, ...roles.columns], [...batch, depth, columns]);
  const product = g.emit("MatMul", [left, right], [...batch, rows, columns]);
  return reshaped(g, product, [...sizes(x, [...roles.batch, ...roles.rows]), ...sizes(y, roles.columns)]);
}

function reshaped(g: GraphBuilder, id: ValueId, shape: readonly number[]): ValueId {
  return sameShape(g.shapeOf(id), shape) ? id : g.emit("Reshape", [id, g.integers(shape)], shape);
}

/** A product without a matrix in it: one operand repeats along the inner axis, or there is nothing but batch. */
function multiplyAndSum(ctx: LowerContext, x: View, y: View, inner: number, shape: readonly number[]): View {
  const { g } = ctx;
  const dtype = ctx.dtypeOf(x);
  const ids = [x, y].map((view) => compact(g, view));
  const joined = broadcastShapes(compactShape(x), compactShape(y));
  if (joined === null) throw internal("dot: traced operands do not broadcast");
  const id = g.emit("Mul", ids, joined, {}, dtype);
  // The inner size counts even where both operands repeat along it.
  const size = x.dims[inner]!.size === 1 ? y.dims[inner]!.size : x.dims[inner]!.size;
  const seen = broadcastView(id, g.shapeOf(id), joined);
  const dims = seen.dims.map((dim, axis): ViewDim => {
    if (axis === inner) return dim.source === null ? { source: null, size } : dim;
    return dim.source === null ? { source: null, size: shape[axis]! } : dim;
  });
  return reduceView(ctx, { base: id, dims }, [inner], "Add");
}

export const DOT: Readonly<Record<string, LoweringRule>> = { dot };
