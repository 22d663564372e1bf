/** Element-wise primitives. Operands keep repeated dimensions at size 1: ONNX broadcasts them for free. */
import { internal } from "../../../data-schemas/errors.ts";
import type { Attributes, GraphDType, ValueId } from "../graph.ts";
import { type Atom, type Equation, readDType, stringParam } from "../jaxpr.ts";
import { broadcastShapes } from "../shape.ts";
import { compact, type View } from "../view.ts";
import type { LowerContext, LoweringRule } from "./context.ts";

/** Emits `op` on operands already in their dtype; the result has the compact common shape. */
function emitBroadcast(
  ctx: LowerContext,
  op: string,
  operands: readonly View[],
  dtype: GraphDType,
  attributes: Attributes = {},
): ValueId {
  const ids = operands.map((view) => compact(ctx.g, view));
  const shape = ids
    .map((id) => ctx.g.shapeOf(id))
    .reduce((common, next) => {
      const joined = broadcastShapes(common, next);
      if (joined === null) throw internal(`${op}: traced operands do not broadcast: [${common}] and [${next}]`);
      return joined;
    });
  return ctx.g.emit(op, ids, shape, attributes, dtype);
}

function outputOf(equation: Equation): { shape: readonly number[]; dtype: GraphDType } {
  const { shape, dtype } = equation.outputs[0]!;
  return { shape, dtype: readDType(dtype, equation.primitive) };
}

/** Operands cast to one dtype, as jax-js promotes them. */
function operands(ctx: LowerContext, atoms: readonly Atom[], dtype: GraphDType): View[] {
  return atoms.map((atom) => ctx.cast(ctx.view(atom, dtype), dtype));
}

function arithmetic(op: string, boolOp?: string): LoweringRule {
  return (ctx, equation) => {
    const { shape, dtype } = outputOf(equation);
    const name = dtype === "bool" && boolOp !== undefined ? boolOp : op;
    return [ctx.result(emitBroadcast(ctx, name, operands(ctx, equation.inputs, dtype), dtype), shape)];
  };
}

/** The dtype in which two atoms are compared: that of the arrays, float32 before int32 before bool. */
function comparedDType(atoms: readonly Atom[]): GraphDType {
  const arrays = atoms.filter((atom) => atom.kind === "variable");
  const dtypes = (arrays.length > 0 ? arrays : atoms).map((atom) => atom.dtype);
  return dtypes.includes("float32") ? "float32" : "int32";
}

const compare: LoweringRule = (ctx, equation) => {
  const dtype = comparedDType(equation.inputs);
  const pair = operands(ctx, equation.inputs, dtype);
  const emit = (op: string): ValueId => emitBroadcast(ctx, op, pair, "bool");
  const not = (id: ValueId): ValueId => ctx.g.emit("Not", [id], ctx.g.shapeOf(id), {}, "bool");
  const op = stringParam(equation, "op");
  const names: Record<string, () => ValueId> = {
    less: () => emit("Less"),
    less_equal: () => emit("LessOrEqual"),
    equal: () => emit("Equal"),
    not_equal: () => not(emit("Equal")),
  };
  const make = names[op];
  if (make === undefined) throw internal(`compare: operator ${op} is unknown; was jax-js upgraded?`);
  return [ctx.result(make(), equation.outputs[0]!.shape)];
};

const where: LoweringRule = (ctx, equation) => {
  const { shape, dtype } = outputOf(equation);
  const [condition, ...branches] = equation.inputs;
  const views = [ctx.view(condition!), ...operands(ctx, branches, dtype)];
  return [ctx.result(emitBroadcast(ctx, "Where", views, dtype), shape)];
};

/** Division that drops the fraction, as C and JavaScript do; for floats, truncation of the quotient. */
const idiv: LoweringRule = (ctx, equation) => {
  const { shape, dtype } = outputOf(equation);
  const quotient = emitBroadcast(ctx, "Div", operands(ctx, equation.inputs, dtype), dtype);
  if (dtype !== "float32") return [ctx.result(quotient, shape)];
  const at = ctx.g.shapeOf(quotient);
  const negative = ctx.g.emit("Less", [quotient, ctx.g.float(0)], at, {}, "bool");
  const [up, down] = ["Ceil", "Floor"].map((op) => ctx.g.emit(op, [quotient], at));
  return [ctx.result(ctx.g.emit("Where", [negative, up!, down!], at, {}, dtype), shape)];
};

/** Remainder with the sign of the numerator. */
const mod: LoweringRule = (ctx, equation) => {
  const { shape, dtype } = outputOf(equation);
  return [ctx.result(emitBroadcast(ctx, "Mod", operands(ctx, equation.inputs, dtype), dtype, { fmod: 1 }), shape)];
};

/** 1 − erf(x): accurate to float32 rounding of 1, not to that of a tiny tail. */
const erfc: LoweringRule = (ctx, equation) => {
  const view = ctx.view(equation.inputs[0]!);
  const at = ctx.g.shapeOf(view.base);
  const erf = ctx.g.emit("Erf", [view.base], at);
  return [{ base: ctx.g.emit("Sub", [ctx.g.float(1), erf], at, {}, "float32"), dims: view.dims }];
};

/** Works on the base and keeps the view: no transpose is written out for it. */
function unary(op: string): LoweringRule {
  return (ctx, equation) => {
    const view = ctx.view(equation.inputs[0]!);
    return [{ base: ctx.g.emit(op, [view.base], ctx.g.shapeOf(view.base)), dims: view.dims }];
  };
}

export const ELEMENTWISE: Readonly<Record<string, LoweringRule>> = {
  add: arithmetic("Add", "Or"),
  mul: arithmetic("Mul", "And"),
  max: arithmetic("Max", "Or"),
  min: arithmetic("Min", "And"),
  idiv,
  mod,
  neg: unary("Neg"),
  reciprocal: unary("Reciprocal"),
  floor: unary("Floor"),
  ceil: unary("Ceil"),
  sin: unary("Sin"),
  cos: unary("Cos"),
  asin: unary("Asin"),
  atan: unary("Atan"),
  exp: unary("Exp"),
  log: unary("Log"),
  erf: unary("Erf"),
  sqrt: unary("Sqrt"),
  erfc,
  compare,
  where,
  cast: (ctx, equation) => [ctx.cast(ctx.view(equation.inputs[0]!), outputOf(equation).dtype)],
  stop_gradient: (ctx, equation) => [ctx.view(equation.inputs[0]!)],
};
