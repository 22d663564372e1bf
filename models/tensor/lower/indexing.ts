/** Gather, scatter and sorting. */
import { internal } from "../../../data-schemas/errors.ts";
import type { ValueId } from "../graph.ts";
import { type Equation, integerParam, integersParam, stringParam } from "../jaxpr.ts";
import { broadcastShapes } from "../shape.ts";
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

const scatter: LoweringRule = (ctx, equation) => {
  const { g } = ctx;
  const axes = integersParam(equation, "axis");
  const outDim = integerParam(equation, "outDim");
  const target = integersParam(equation, "shape");
  const op = stringParam(equation, "op");
  const { views, shape } = indexViews(ctx, equation);
  const rest = target.map((_, axis) => axis).filter((axis) => !axes.includes(axis));
  const arrangedShape = [...axes, ...rest].map((axis) => target[axis]!);
  const updates = ctx.view(equation.inputs[0]!);
  const place = placement(shape.length, rest.length, outDim);
  const unplaced = place.map((_, i) => place.indexOf(i));
  const source = materialize(g, transposeView(updates, unplaced));
  const dtype = ctx.dtypeOf(updates);
  const zero = dtype === "float32" ? g.float(0) : g.constant(dtype, [], [0]);
  const zeros = g.emit("Expand", [zero, g.integers(arrangedShape)], arrangedShape);
  const id = g.emit("ScatterND", [zeros, stackedIndices(ctx, views, shape), source], arrangedShape, {
    reduction: op === "add" ? "add" : "none",
  });
  const order = [...axes, ...rest];
  return [
    transposeView(
      identityView(id, arrangedShape),
      target.map((_, axis) => order.indexOf(axis)),
    ),
  ];
};

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
