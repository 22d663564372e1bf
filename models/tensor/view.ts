/**
 * A value seen through a rearrangement of its dimensions. Transposes, broadcasts and reshapes that only move size-1
 * dimensions change the view and cost nothing; memory moves when an operation needs the arranged form.
 */
import { internal } from "../../data-schemas/errors.ts";
import type { ValueId } from "./graph.ts";
import type { GraphBuilder } from "./graph-builder.ts";
import { type Shape, sameShape } from "./shape.ts";

export interface ViewDim {
  /** Which dimension of the base this is; null when it repeats one element (size 1 included). */
  readonly source: number | null;
  readonly size: number;
}

export interface View {
  readonly base: ValueId;
  readonly dims: readonly ViewDim[];
}

/** The base as it is. Dimensions of size 1 are marked as repeating: they broadcast. */
export function identityView(base: ValueId, shape: Shape): View {
  return { base, dims: shape.map((size, i) => ({ source: size === 1 ? null : i, size })) };
}

/** A value whose shape broadcasts to `shape`, seen at `shape`. */
export function broadcastView(base: ValueId, baseShape: Shape, shape: Shape): View {
  const missing = shape.length - baseShape.length;
  if (missing < 0) throw internal(`a value of rank ${baseShape.length} does not broadcast to rank ${shape.length}`);
  return {
    base,
    dims: shape.map((size, i) => ({ source: (baseShape[i - missing] ?? 1) === 1 ? null : i - missing, size })),
  };
}

export function shapeOfView(view: View): number[] {
  return view.dims.map((dim) => dim.size);
}

/** The shape with repeated dimensions at 1, as NumPy broadcasting takes it. */
export function compactShape(view: View): number[] {
  return view.dims.map((dim) => (dim.source === null ? 1 : dim.size));
}

export function transposeView(view: View, perm: readonly number[]): View {
  return { base: view.base, dims: perm.map((axis) => view.dims[axis]!) };
}

/** Inserts the dimensions named in `axes` (indices into `shape`); the others follow in order. */
export function insertDims(view: View, shape: Shape, axes: ReadonlySet<number>): View {
  let next = 0;
  const dims = shape.map((size, i): ViewDim => {
    if (axes.has(i)) return { source: null, size };
    const dim = view.dims[next++]!;
    return dim.source === null ? { source: null, size } : dim;
  });
  return { base: view.base, dims };
}

/** A reshape that only adds or drops dimensions of size 1, or null when elements would have to move. */
export function reshapeView(view: View, shape: Shape): View | null {
  const kept = view.dims.filter((dim) => dim.size !== 1);
  const wanted = shape.filter((size) => size !== 1);
  if (
    !sameShape(
      kept.map((dim) => dim.size),
      wanted,
    )
  ) {
    return null;
  }
  let next = 0;
  return { base: view.base, dims: shape.map((size) => (size === 1 ? { source: null, size } : kept[next++]!)) };
}

/**
 * A value with the view's dimensions in order, repeated ones at size 1. A scalar stays a scalar: it broadcasts as it is,
 * and rewrites recognise it.
 */
export function compact(g: GraphBuilder, view: View): ValueId {
  if (g.shapeOf(view.base).length === 0) return view.base;
  const order = view.dims.flatMap((dim) => (dim.source === null ? [] : [dim.source]));
  const want = compactShape(view);
  let id = view.base;
  if (order.some((source, i) => i > 0 && source < order[i - 1]!)) {
    const shape = g.shapeOf(id);
    const perm = [...order, ...[...shape.keys()].filter((axis) => !order.includes(axis))];
    const permuted = perm.map((axis) => shape[axis]!);
    id = g.emit("Transpose", [id], permuted, { perm });
  }
  return sameShape(g.shapeOf(id), want) ? id : g.emit("Reshape", [id, g.integers(want)], want);
}

/** A value with the view's whole shape, repeated elements written out. */
export function materialize(g: GraphBuilder, view: View): ValueId {
  const id = compact(g, view);
  const shape = shapeOfView(view);
  return sameShape(g.shapeOf(id), shape) ? id : g.emit("Expand", [id, g.integers(shape)], shape);
}
