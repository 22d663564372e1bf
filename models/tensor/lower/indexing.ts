/** Gather, scatter and sorting. */
import { internal } from "../../../data-schemas/errors.ts";
import type { ValueId } from "../graph.ts";
import { type Equation, integerParam, integersParam, stringParam } from "../jaxpr.ts";
import { broadcastShapes, sameShape, sizeOf } from "../shape.ts";
import { broadcastView, identityView, materialize, shapeOfView, transposeView, type View } from "../view.ts";
import type { LowerContext, LoweringRule } from "./context.ts";

/** Index arrays of one gather or scatter, at their common shape. */
function indexViews(ctx: LowerContext, equation: Equation): { views: View[]; shape: number[] } {
  const views = equation.inputs.slice(1).map((atom) => ctx.view(atom));
  const shape = views.map(shapeOfView).reduce<number[]>((common, next) => {
    const joined = broadcastShapes(common, next);
    if (joined === null) throw internal(`${equation.primitive}: traced indices do not broadcast`);
    return joined;
  }, []);
  return {
    views: views.map((view) => ({
      base: view.base,
      dims: shape.map((size, i) => {
        const dim = view.dims[i - (shape.length - view.dims.length)];
        return dim === undefined || dim.source === null ? { source: null, size } : dim;
      }),
    })),
    shape,
  };
}

/** [...shape, number of axes] int64, as GatherND and ScatterND take it. */
function stackedIndices(ctx: LowerContext, views: readonly View[], shape: readonly number[]): ValueId {
  const { g } = ctx;
  const columns = views.map((view) => {
    const id = materialize(g, ctx.cast(view, "int64"));
    return g.emit("Reshape", [id, g.integers([...shape, 1])], [...shape, 1]);
  });
  return columns.length === 1
    ? columns[0]!
    : g.emit("Concat", columns, [...shape, columns.length], { axis: shape.length });
}

/** Where the dimensions [...index, ...rest] of a result go when the index dimensions start at `outDim`. */
function placement(indexRank: number, restRank: number, outDim: number): number[] {
  const index = Array.from({ length: indexRank }, (_, i) => i);
  const rest = Array.from({ length: restRank }, (_, i) => indexRank + i);
  return [...rest.slice(0, outDim), ...index, ...rest.slice(outDim)];
}

const gather: LoweringRule = (ctx, equation) => {
  const { g } = ctx;
  const axes = integersParam(equation, "axis");
  const outDim = integerParam(equation, "outDim");
  const view = ctx.view(equation.inputs[0]!);
  const { views, shape } = indexViews(ctx, equation);
  const rest = view.dims.map((_, axis) => axis).filter((axis) => !axes.includes(axis));
  const arranged = transposeView(view, [...axes, ...rest]);
  const restShape = shapeOfView(arranged).slice(axes.length);
  const at = [...shape, ...restShape];
  const data = materialize(g, arranged);
  const id =
    axes.length === 1
      ? g.emit("Gather", [data, materialize(g, views[0]!)], at, { axis: 0 })
      : g.emit("GatherND", [data, stackedIndices(ctx, views, shape)], at);
  return [transposeView(identityView(id, at), placement(shape.length, rest.length, outDim))];
};

/**
 * Adds or writes rows into zeros. ONNX's ScatterND would say it directly, but onnxruntime 1.30 runs its reductions on
 * several threads without a lock: two equal indices lose sums. ScatterElements is sequential; it takes one axis, so the
 * indexed axes are flattened into it, and an index for every element.
 */
const scatter: LoweringRule = (ctx, equation) => {
  const { g } = ctx;
  const axes = integersParam(equation, "axis");
  const target = integersParam(equation, "shape");
  const reduction = stringParam(equation, "op") === "add" ? "add" : "none";
  const { views, shape } = indexViews(ctx, equation);
  const rest = target.map((_, axis) => axis).filter((axis) => !axes.includes(axis));
  const sizes = (of: readonly number[]): number[] => of.map((axis) => target[axis]!);
  const [slots, width, count] = [sizeOf(sizes(axes)), sizeOf(sizes(rest)), sizeOf(shape)];

  const updates = ctx.view(equation.inputs[0]!);
  const place = placement(shape.length, rest.length, integerParam(equation, "outDim"));
  const arranged = transposeView(
    updates,
    place.map((_, i) => place.indexOf(i)),
  );
  const source = reshapeTo(g, materialize(g, arranged), [count, width]);
  const row = reshapeTo(g, linearIndex(ctx, views, shape, sizes(axes)), [count, 1]);
  const index = width === 1 ? row : g.emit("Expand", [row, g.integers([count, width])], [count, width]);
  const dtype = ctx.dtypeOf(updates);
  const zero = dtype === "float32" ? g.float(0) : g.constant(dtype, [], [0]);
  const zeros = g.emit("Expand", [zero, g.integers([slots, width])], [slots, width]);
  const flat = g.emit("ScatterElements", [zeros, index, source], [slots, width], { axis: 0, reduction });
  const order = [...axes, ...rest];
  return [
    transposeView(
      identityView(reshapeTo(g, flat, sizes(order)), sizes(order)),
      target.map((_, axis) => order.indexOf(axis)),
    ),
  ];
};

/** Row-major position of a tuple of indices among `sizes`, as int32 at the common shape. */
function linearIndex(
  ctx: LowerContext,
  views: readonly View[],
  shape: readonly number[],
  sizes: readonly number[],
): ValueId {
  const { g } = ctx;
  const [first, ...others] = views.map((view) => materialize(g, view));
  return others.reduce((before, next, i) => {
    const scaled = g.emit("Mul", [before, g.constant("int32", [], [sizes[i + 1]!])], shape);
    return g.emit("Add", [scaled, next], shape);
  }, first!);
}

function reshapeTo(g: LowerContext["g"], id: ValueId, shape: readonly number[]): ValueId {
  return sameShape(g.shapeOf(id), shape) ? id : g.emit("Reshape", [id, g.integers(shape)], shape);
}

/** Ascending along the last axis; equal elements keep their order. */
function topAll(ctx: LowerContext, equation: Equation): readonly [ValueId, ValueId] {
  const { g } = ctx;
  const { shape } = equation.outputs[0]!;
  const id = materialize(g, ctx.view(equation.inputs[0]!));
  const axis = shape.length - 1;
  const results = [
    { dtype: g.values[id]!.dtype, shape },
    { dtype: "int64", shape },
  ] as const;
  const [values, indices] = g.emitMany("TopK", [id, g.integers([shape[axis]!])], results, {
    axis,
    largest: 0,
    sorted: 1,
  });
  return [values!, indices!];
}

const argsort: LoweringRule = (ctx, equation) => {
  const { shape } = equation.outputs[0]!;
  const [values, indices] = topAll(ctx, equation);
  return [identityView(values, shape), identityView(ctx.castValue(indices, "int32"), shape)];
};

const sort: LoweringRule = (ctx, equation) => [
  broadcastView(topAll(ctx, equation)[0], equation.outputs[0]!.shape, equation.outputs[0]!.shape),
];

export const INDEXING: Readonly<Record<string, LoweringRule>> = { gather, scatter, argsort, sort };
