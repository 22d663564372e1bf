/** Primitives that move or select elements without computing. Most only change the view. */
import type { ValueId } from "../graph.ts";
import { type Equation, integerParam, integersParam, pairsParam } from "../jaxpr.ts";
import { identityView, insertDims, materialize, reshapeView, transposeView, type View } from "../view.ts";
import type { LowerContext, LoweringRule } from "./context.ts";

const INT64_MIN = -Number.MAX_SAFE_INTEGER;

const broadcast: LoweringRule = (ctx, equation) => {
  const shape = integersParam(equation, "shape");
  return [insertDims(ctx.view(equation.inputs[0]!), shape, new Set(integersParam(equation, "axis")))];
};

const reshape: LoweringRule = (ctx, equation) => {
  const { shape } = equation.outputs[0]!;
  const view = ctx.view(equation.inputs[0]!);
  const moved = reshapeView(view, shape);
  if (moved !== null) return [moved];
  const id = materialize(ctx.g, view);
  return [identityView(ctx.g.emit("Reshape", [id, ctx.g.integers(shape)], shape), shape)];
};

/** Slices `start` to `end` of dimensions of the view: on the base where they are real, else only in the view. */
function sliceView(ctx: LowerContext, view: View, bounds: readonly (readonly [number, number])[]): View {
  const axes: number[] = [];
  const starts: number[] = [];
  const ends: number[] = [];
  const shape = [...ctx.g.shapeOf(view.base)];
  const dims = view.dims.map((dim, i) => {
    const [start, end] = bounds[i]!;
    if (dim.source !== null && end - start !== dim.size) {
      axes.push(dim.source);
      starts.push(start);
      ends.push(end);
      shape[dim.source] = end - start;
    }
    return { source: dim.source, size: end - start };
  });
  if (axes.length === 0) return { base: view.base, dims };
  const { g } = ctx;
  const base = g.emit("Slice", [view.base, g.integers(starts), g.integers(ends), g.integers(axes)], shape);
  return { base, dims: dims.map((dim) => (dim.size === 1 ? { source: null, size: 1 } : dim)) };
}

const shrink: LoweringRule = (ctx, equation) => [
  sliceView(ctx, ctx.view(equation.inputs[0]!), pairsParam(equation, "slice")),
];

const flip: LoweringRule = (ctx, equation) => {
  const view = ctx.view(equation.inputs[0]!);
  const axes = integersParam(equation, "axis").flatMap((axis) => view.dims[axis]!.source ?? []);
  if (axes.length === 0) return [view];
  const { g } = ctx;
  const every = (value: number): ValueId => g.integers(axes.map(() => value));
  const inputs = [view.base, every(-1), every(INT64_MIN), g.integers(axes), every(-1)];
  return [{ base: g.emit("Slice", inputs, g.shapeOf(view.base)), dims: view.dims }];
};

/** Zero padding; jax-js pads with nothing else. */
const pad: LoweringRule = (ctx, equation) => {
  const { shape } = equation.outputs[0]!;
  const width = pairsParam(equation, "width");
  const id = materialize(ctx.g, ctx.view(equation.inputs[0]!));
  const pads = [...width.map(([before]) => before), ...width.map(([, after]) => after)];
  return [identityView(ctx.g.emit("Pad", [id, ctx.g.integers(pads)], shape), shape)];
};

const concatenate: LoweringRule = (ctx, equation) => {
  const { shape } = equation.outputs[0]!;
  const ids = equation.inputs.map((atom) => materialize(ctx.g, ctx.view(atom)));
  return [identityView(ctx.g.emit("Concat", ids, shape, { axis: integerParam(equation, "axis") }), shape)];
};

const split: LoweringRule = (ctx, equation: Equation) => {
  const axis = integerParam(equation, "axis");
  const view = ctx.view(equation.inputs[0]!);
  let start = 0;
  return integersParam(equation, "sizes").map((size) => {
    const from = start;
    start += size;
    return sliceView(
      ctx,
      view,
      view.dims.map((dim, i) => (i === axis ? [from, from + size] : [0, dim.size])),
    );
  });
};

export const LAYOUT: Readonly<Record<string, LoweringRule>> = {
  transpose: (ctx, equation) => [transposeView(ctx.view(equation.inputs[0]!), integersParam(equation, "perm"))],
  broadcast,
  reshape,
  shrink,
  flip,
  pad,
  concatenate,
  split,
};
