/** Each operation of a lowered program in terms of TensorFlow.js, for whatever backend the user has. */
import type * as tfjs from "@tensorflow/tfjs-core";
import { internal } from "../../data-schemas/errors.ts";
import type { Attributes, GraphDType, Node } from "./graph.ts";

export type Tf = typeof tfjs;
export type TfTensor = tfjs.Tensor;

/** What an operation gets: the library, its inputs, the integers of constant inputs, and its attributes. */
export interface TfCall {
  readonly tf: Tf;
  readonly inputs: readonly TfTensor[];
  /** The values of input `i` when it is a constant vector of integers, such as a shape or a list of axes. */
  readonly integers: (i: number) => number[];
  readonly node: Node;
  /** Shape of the first result. */
  readonly shape: readonly number[];
}

type TfOperation = (call: TfCall) => TfTensor | readonly TfTensor[];

const unary =
  (fn: (tf: Tf) => (x: TfTensor) => TfTensor): TfOperation =>
  ({ tf, inputs }) =>
    fn(tf)(inputs[0]!);

const binary =
  (fn: (tf: Tf) => (x: TfTensor, y: TfTensor) => TfTensor): TfOperation =>
  ({ tf, inputs }) =>
    fn(tf)(inputs[0]!, inputs[1]!);

const reduce =
  (fn: (tf: Tf) => (x: TfTensor, axes: number[]) => TfTensor): TfOperation =>
  ({ tf, inputs, integers }) =>
    fn(tf)(inputs[0]!, integers(1));

/** tfjs stores 64-bit integers as 32-bit ones; indices fit. */
export function tfDType(dtype: GraphDType): "float32" | "int32" | "bool" {
  return dtype === "int64" ? "int32" : dtype;
}

function integer(attributes: Attributes, name: string): number {
  const value = attributes[name];
  if (typeof value !== "number") throw internal(`attribute ${name} is not an integer`);
  return value;
}

const slice: TfOperation = ({ tf, inputs, integers, node, shape }) => {
  const axes = integers(3);
  // Lowering writes steps for flips only, and then on whole dimensions.
  if (node.inputs.length === 5) return tf.reverse(inputs[0]!, axes);
  const begin = shape.map(() => 0);
  const starts = integers(1);
  for (const [i, axis] of axes.entries()) begin[axis] = starts[i]!;
  return tf.slice(inputs[0]!, begin, [...shape]);
};

const pad: TfOperation = ({ tf, inputs, integers, shape }) => {
  const widths = integers(1);
  const rank = shape.length;
  return tf.pad(
    inputs[0]!,
    shape.map((_, axis): [number, number] => [widths[axis]!, widths[rank + axis]!]),
  );
};

/** Ascending and stable: tfjs offers the largest first, with ties in index order. */
const topK: TfOperation = ({ tf, inputs, shape }) => {
  const { values, indices } = tf.topk(tf.neg(inputs[0]!), shape.at(-1)!, true);
  return [tf.neg(values), indices];
};

/** Lowering repeats one row index over all columns; TensorFlow.js takes the row index alone. */
const scatter: TfOperation = ({ tf, inputs, node, shape }) => {
  const [zeros, index, updates] = inputs;
  const rows = tf.slice(index!, [0, 0], [index!.shape[0]!, 1]);
  if (node.attributes["reduction"] !== "add") return tf.tensorScatterUpdate(zeros!, rows, updates!);
  return tf.scatterND(rows, updates!, [...shape]);
};

export const TFJS_OPERATIONS: Readonly<Record<string, TfOperation>> = {
  Add: binary((tf) => tf.add),
  Sub: binary((tf) => tf.sub),
  Mul: binary((tf) => tf.mul),
  Div: ({ tf, inputs }) => {
    const [x, y] = inputs;
    if (x!.dtype !== "int32") return tf.div(x!, y!);
    // tfjs rounds integer quotients down; the program means towards zero.
    return tf.cast(tf.div(tf.cast(x!, "float32"), tf.cast(y!, "float32")), "int32");
  },
  Max: binary((tf) => tf.maximum),
  Min: binary((tf) => tf.minimum),
  Pow: binary((tf) => tf.pow),
  Mod: ({ tf, inputs }) => {
    // Sign of the numerator: x − y·trunc(x / y). tf.mod takes the sign of the denominator.
    const [x, y] = inputs.map((tensor) => tf.cast(tensor, "float32"));
    const quotient = tf.div(x!, y!);
    const whole = tf.where(tf.less(quotient, 0), tf.ceil(quotient), tf.floor(quotient));
    return tf.cast(tf.sub(x!, tf.mul(y!, whole)), inputs[0]!.dtype);
  },
  And: binary((tf) => tf.logicalAnd),
  Or: binary((tf) => tf.logicalOr),
  Not: unary((tf) => tf.logicalNot),
  Less: binary((tf) => tf.less),
  LessOrEqual: binary((tf) => tf.lessEqual),
  Equal: binary((tf) => tf.equal),
  Where: ({ tf, inputs, shape }) => {
    // tf.where takes a condition of full shape only.
    const [condition, yes, no] = inputs;
    return tf.where(tf.broadcastTo(condition!, [...shape]), yes!, no!);
  },
  Neg: unary((tf) => tf.neg),
  Reciprocal: unary((tf) => tf.reciprocal),
  Floor: unary((tf) => tf.floor),
  Ceil: unary((tf) => tf.ceil),
  Sin: unary((tf) => tf.sin),
  Cos: unary((tf) => tf.cos),
  Asin: unary((tf) => tf.asin),
  Atan: unary((tf) => tf.atan),
  Exp: unary((tf) => tf.exp),
  Log: unary((tf) => tf.log),
  Erf: unary((tf) => tf.erf),
  Sqrt: unary((tf) => tf.sqrt),
  Relu: unary((tf) => tf.relu),
  Softplus: unary((tf) => tf.softplus),
  Tanh: unary((tf) => tf.tanh),
  Cast: ({ tf, inputs, node }) => {
    const to = tfDType(node.attributes["to"] as GraphDType);
    // The wasm backend casts 0.4 to false.
    return to === "bool" ? tf.notEqual(inputs[0]!, tf.cast(0, inputs[0]!.dtype)) : tf.cast(inputs[0]!, to);
  },
  Reshape: ({ tf, inputs, shape }) => tf.reshape(inputs[0]!, [...shape]),
  Expand: ({ tf, inputs, shape }) => tf.broadcastTo(inputs[0]!, [...shape]),
  Transpose: ({ tf, inputs, node }) => tf.transpose(inputs[0]!, [...(node.attributes["perm"] as readonly number[])]),
  Slice: slice,
  Pad: pad,
  Concat: ({ tf, inputs, node }) => tf.concat([...inputs], integer(node.attributes, "axis")),
  ReduceSum: reduce((tf) => tf.sum),
  ReduceProd: reduce((tf) => tf.prod),
  ReduceMin: reduce((tf) => tf.min),
  ReduceMax: reduce((tf) => tf.max),
  MatMul: ({ tf, inputs, shape }) => {
    const [x, y] = inputs;
    // The wasm backend leaves a product over nothing unwritten.
    return x!.shape.at(-1) === 0 || x!.size === 0 || y!.size === 0 ? tf.zeros([...shape]) : tf.matMul(x!, y!);
  },
  Gather: ({ tf, inputs, node }) => tf.gather(inputs[0]!, inputs[1] as tfjs.Tensor1D, integer(node.attributes, "axis")),
  GatherND: binary((tf) => tf.gatherND),
  ScatterElements: scatter,
  TopK: topK,
};
