/**
 * Local rewrites of float32 operations, made while a program is built. Each one returns a value equal to the node that
 * was asked for, as accurate, with fewer passes over memory. 1 / (exp(−x) + 1) stays as it is: onnxruntime's Sigmoid is
 * 0 below −18, and half as large as it should be at −16.
 *
 * Products with the constant 0, and x − x, become 0: the straight-through form of derivative.ts relies on it. A NaN or infinity that
 * would have been hidden there is still seen in the loss itself.
 */
import type { Attributes, GraphEditor, ValueId } from "./graph.ts";
import { type Shape, sameShape } from "./shape.ts";

type Rule = (g: GraphEditor, inputs: readonly ValueId[], shape: Shape, attributes: Attributes) => ValueId | null;

export function simplifyNode(
  g: GraphEditor,
  op: string,
  inputs: readonly ValueId[],
  shape: Shape,
  attributes: Attributes,
): ValueId | null {
  const folded = foldScalars(g, op, inputs);
  if (folded !== null) return folded;
  return RULES[op]?.(g, inputs, shape, attributes) ?? null;
}

const BINARY: Record<string, (x: number, y: number) => number> = {
  Add: (x, y) => x + y,
  Sub: (x, y) => x - y,
  Mul: (x, y) => x * y,
  Div: (x, y) => x / y,
  Max: Math.max,
  Min: Math.min,
};

const UNARY: Record<string, (x: number) => number> = {
  Neg: (x) => -x,
  Reciprocal: (x) => 1 / x,
  Exp: Math.exp,
  Log: Math.log,
  Sqrt: Math.sqrt,
};

function foldScalars(g: GraphEditor, op: string, inputs: readonly ValueId[]): ValueId | null {
  const numbers = inputs.map((id) => g.floatOf(id));
  if (numbers.some((n) => n === null) || inputs.some((id) => g.shapeOf(id).length > 0)) return null;
  const [x, y] = numbers as number[];
  if (numbers.length === 1 && UNARY[op] !== undefined) return g.float(UNARY[op](x!));
  if (numbers.length === 2 && BINARY[op] !== undefined) return g.float(BINARY[op](x!, y!));
  return null;
}

const RULES: Record<string, Rule> = {
  Add: (g, [x, y], shape) => {
    if (g.floatOf(x!) === 0 && sameShape(g.shapeOf(y!), shape)) return y!;
    if (g.floatOf(y!) === 0 && sameShape(g.shapeOf(x!), shape)) return x!;
    const negated = argumentOf(g, y!, "Neg");
    if (negated !== null) return g.emit("Sub", [x!, negated], shape);
    const negatedLeft = argumentOf(g, x!, "Neg");
    if (negatedLeft !== null) return g.emit("Sub", [y!, negatedLeft], shape);
    return tanhOf(g, x!, y!, shape) ?? softplusOf(g, x!, y!, shape) ?? softplusOf(g, y!, x!, shape);
  },
  Sub: (g, [x, y]) => (x === y ? g.float(0) : null),
  Mul: (g, [x, y], shape) => {
    for (const [a, b] of [
      [x!, y!],
      [y!, x!],
    ] as const) {
      const factor = g.floatOf(a);
      if (factor === 0) return g.float(0);
      if (factor === 1 && sameShape(g.shapeOf(b), shape)) return b;
      if (factor === -1 && sameShape(g.shapeOf(b), shape)) return g.emit("Neg", [b], shape);
      const divisor = argumentOf(g, a, "Reciprocal");
      if (divisor !== null && g.floatOf(b) === null) return g.emit("Div", [b, divisor], shape);
    }
    return null;
  },
  Neg: (g, [x]) => argumentOf(g, x!, "Neg"),
  Max: (g, [x, y], shape) => {
    if (g.floatOf(y!) === 0 && sameShape(g.shapeOf(x!), shape)) return g.emit("Relu", [x!], shape);
    if (g.floatOf(x!) === 0 && sameShape(g.shapeOf(y!), shape)) return g.emit("Relu", [y!], shape);
    return null;
  },
  Reshape: (g, [x, target], shape) => {
    if (sameShape(g.shapeOf(x!), shape)) return x!;
    const inner = argumentOf(g, x!, "Reshape");
    return inner === null ? null : g.emit("Reshape", [inner, target!], shape);
  },
  Transpose: (g, [x], shape, { perm }) => {
    const order = perm as readonly number[];
    const node = g.producerOf(x!);
    if (order.every((axis, i) => axis === i)) return x!;
    if (node?.op === "Transpose") {
      const inner = node.attributes["perm"] as readonly number[];
      const both = order.map((axis) => inner[axis]!);
      return g.emit("Transpose", [node.inputs[0]!], shape, { perm: both });
    }
    // (XY)ᵀ = YᵀXᵀ: the transposes of the factors cancel or fold into the product.
    if (node?.op !== "MatMul" || order.length !== 2) return null;
    const [left, right] = node.inputs.map((id) =>
      g.emit("Transpose", [id], [...g.shapeOf(id)].reverse(), { perm: order }),
    );
    return g.emit("MatMul", [right!, left!], shape);
  },
  // log(exp(x) + 1)
  Log: (g, [x], shape) => {
    const exponent = expPlusOne(g, x!);
    return exponent === null ? null : g.emit("Softplus", [exponent], shape);
  },
};

/** The argument of `op` when that is what computed the value. */
function argumentOf(g: GraphEditor, id: ValueId, op: string): ValueId | null {
  const node = g.producerOf(id);
  return node?.op === op ? node.inputs[0]! : null;
}

/** The x of exp(x) + 1. */
function expPlusOne(g: GraphEditor, id: ValueId): ValueId | null {
  const sum = g.producerOf(id);
  if (sum?.op !== "Add") return null;
  const [a, b] = sum.inputs;
  if (g.floatOf(b!) === 1) return argumentOf(g, a!, "Exp");
  if (g.floatOf(a!) === 1) return argumentOf(g, b!, "Exp");
  return null;
}

/** 2 / (exp(−2x) + 1) − 1 is tanh(x). */
function tanhOf(g: GraphEditor, doubled: ValueId, minusOne: ValueId, shape: Shape): ValueId | null {
  if (g.floatOf(minusOne) !== -1) return null;
  const sigmoid = scaledBy(g, doubled, 2);
  const sum = sigmoid === null ? null : argumentOf(g, sigmoid, "Reciprocal");
  const exponent = sum === null ? null : expPlusOne(g, sum);
  const logit = exponent === null ? null : argumentOf(g, exponent, "Neg");
  const x = logit === null ? null : scaledBy(g, logit, 2);
  return x === null ? null : g.emit("Tanh", [x], shape);
}

function scaledBy(g: GraphEditor, id: ValueId, factor: number): ValueId | null {
  const node = g.producerOf(id);
  if (node?.op !== "Mul") return null;
  const [a, b] = node.inputs;
  return g.floatOf(b!) === factor ? a! : g.floatOf(a!) === factor ? b! : null;
}

/** max(x, 0) + softplus(min(x, −x)) is softplus(x), and neither side of it overflows. */
function softplusOf(g: GraphEditor, relu: ValueId, rest: ValueId, shape: Shape): ValueId | null {
  const x = argumentOf(g, relu, "Relu");
  const lower = argumentOf(g, rest, "Softplus");
  const min = lower === null ? null : g.producerOf(lower);
  if (x === null || min?.op !== "Min") return null;
  const [a, b] = min.inputs;
  const mirrored = (p: ValueId, q: ValueId): boolean =>
    p === x && (argumentOf(g, q, "Neg") === p || argumentOf(g, p, "Neg") === q);
  return mirrored(a!, b!) || mirrored(b!, a!) ? g.emit("Softplus", [x], shape) : null;
}
