/** Reductions. Summing a repeated element is a multiplication: nothing is written out for it. */
import { internal } from "../../../data-schemas/errors.ts";
import type { GraphDType, ValueId } from "../graph.ts";
import { integersParam, stringParam } from "../jaxpr.ts";
import { sizeOf } from "../shape.ts";
import { shapeOfView, type View } from "../view.ts";
import type { LowerContext, LoweringRule } from "./context.ts";

type Reduction = "Add" | "Mul" | "Min" | "Max";

const ONNX_REDUCTION = { Add: "ReduceSum", Mul: "ReduceProd", Min: "ReduceMin", Max: "ReduceMax" } as const;
const OF_NOTHING = { Add: 0, Mul: 1, Min: Number.POSITIVE_INFINITY, Max: Number.NEGATIVE_INFINITY } as const;
const OF_NO_INTEGER = { Add: 0, Mul: 1, Min: 2 ** 31 - 1, Max: -(2 ** 31) } as const;

/** Reduces dimensions of a view: the real ones on the base, the repeated ones by arithmetic. */
export function reduceView(ctx: LowerContext, view: View, axes: readonly number[], op: Reduction): View {
  const { g } = ctx;
  const reduced = axes.map((axis) => view.dims[axis]!);
  const kept = view.dims.filter((_, axis) => !axes.includes(axis));
  const dtype = ctx.dtypeOf(view);
  if (sizeOf(shapeOfView(view)) === 0 && reduced.some((dim) => dim.size === 0)) {
    const id = dtype === "float32" ? g.float(OF_NOTHING[op]) : g.constant(dtype, [], [OF_NO_INTEGER[op]]);
    return { base: id, dims: kept.map(({ size }) => ({ source: null, size })) };
  }
  const sources = reduced.flatMap((dim) => dim.source ?? []).sort((a, b) => a - b);
  const repeats = reduced.reduce((count, dim) => (dim.source === null ? count * dim.size : count), 1);
  let id = view.base;
  if (sources.length > 0) {
    id = reduceBase(ctx, id, sources, ONNX_REDUCTION[op]);
  }
  if (repeats > 1 && op === "Add") {
    id = g.emit("Mul", [id, numberLike(ctx, dtype, repeats)], g.shapeOf(id), {}, dtype);
  }
  if (repeats > 1 && op === "Mul") {
    id = g.emit("Pow", [id, numberLike(ctx, dtype, repeats)], g.shapeOf(id), {}, dtype);
  }
  const dims = kept.map((dim) => {
    if (dim.source === null) return dim;
    const { source } = dim;
    return { source: source - sources.filter((gone) => gone < source).length, size: dim.size };
  });
  return { base: id, dims };
}

/** Rows of a tall matrix are reduced in this many blocks first. */
const BLOCKS = 16;
const TALL = 256;

function reduceBase(ctx: LowerContext, id: ValueId, axes: readonly number[], onnxOp: string): ValueId {
  const { g } = ctx;
  const [rows, columns, ...more] = g.shapeOf(id);
  const tall = axes.length === 1 && axes[0] === 0 && more.length === 0 && rows! >= TALL && rows! % BLOCKS === 0;
  if (tall && columns !== undefined && columns > 0) {
    // onnxruntime reduces a first axis in one thread, a middle one in several: two to three times as fast.
    const blocked = [BLOCKS, rows! / BLOCKS, columns];
    const cut = g.emit("Reshape", [id, g.integers(blocked)], blocked);
    const partial = g.emit(onnxOp, [cut, g.integers([1])], [BLOCKS, columns], { keepdims: 0 });
    return g.emit(onnxOp, [partial, g.integers([0])], [columns], { keepdims: 0 });
  }
  const shape = g.shapeOf(id).filter((_, axis) => !axes.includes(axis));
  return g.emit(onnxOp, [id, g.integers(axes)], shape, { keepdims: 0 });
}

function numberLike(ctx: LowerContext, dtype: GraphDType, value: number): number {
  return dtype === "float32" ? ctx.g.float(value) : ctx.g.constant(dtype, [], [value]);
}

const reduce: LoweringRule = (ctx, equation) => {
  const op = stringParam(equation, "op");
  if (op !== "Add" && op !== "Mul" && op !== "Min" && op !== "Max") {
    throw internal(`reduce: operator ${op} is unknown; was jax-js upgraded?`);
  }
  const axes = integersParam(equation, "axis");
  const view = ctx.view(equation.inputs[0]!);
  if (ctx.dtypeOf(view) !== "bool") return [reduceView(ctx, view, axes, op)];
  // Of booleans: any is the largest, all the smallest; onnxruntime reduces numbers only.
  const numeric = op === "Add" ? "Max" : op === "Mul" ? "Min" : op;
  const reduced = reduceView(ctx, ctx.cast(view, "int32"), axes, numeric);
  // Of no boolean, any is false and all is true: the smallest and largest integers are not 0 and 1.
  if (axes.some((axis) => view.dims[axis]!.size === 0)) {
    return [{ base: ctx.g.constant("bool", [], [numeric === "Min" ? 1 : 0]), dims: reduced.dims }];
  }
  return [ctx.cast(reduced, "bool")];
};

export const REDUCTION: Readonly<Record<string, LoweringRule>> = { reduce };
