/**
 * What a model function computes with: a symbolic array, wrapped around a jax-js tracer.
 *
 * jax-js frees arrays by move semantics, so plain jax-js code writes `.ref` at every use but the last. A Tensor never
 * moves: use it as often as you like. All tensors made while a function is traced are given back when the trace ends.
 */
import { type numpy as np, numpy } from "@jax-js/jax";
import { internal, ShapeError } from "../../data-schemas/errors.ts";
import type { DType, HostArray } from "./host-array.ts";
import { readDType } from "./jaxpr.ts";
import { broadcastShapes, formatShape, normalizeAxis, type Shape, sizeOf } from "./shape.ts";
import { adopt, type Origin, recordOrigin } from "./trace-scope.ts";

export type JaxArray = np.Array;

/** Numbers take the dtype of the tensor they meet. */
export type Operand = Tensor | number;

export class Tensor {
  readonly dtype: DType;
  readonly shape: Shape;
  /** For messages: the tree path of an input, or the operation that made it. */
  readonly label: string;
  readonly #traced: JaxArray;

  private constructor(traced: JaxArray, label: string) {
    this.#traced = adopt(traced);
    this.dtype = readDType(traced.dtype, label);
    this.shape = traced.shape;
    this.label = label;
  }

  /** Takes ownership of a jax-js array. Only the tracing code and `operation` need this. */
  static adopt(traced: JaxArray, label: string): Tensor {
    return new Tensor(traced, label);
  }

  /** A reference of its own for jax-js to consume. */
  borrow(): JaxArray {
    return this.#traced.ref;
  }

  add(other: Operand): Tensor {
    return binary("add", this, other, numpy.add);
  }

  sub(other: Operand): Tensor {
    return binary("sub", this, other, numpy.subtract);
  }

  mul(other: Operand): Tensor {
    return binary("mul", this, other, numpy.multiply);
  }

  div(other: Operand): Tensor {
    return binary("div", this, other, numpy.divide);
  }

  neg(): Tensor {
    return operation("neg", [this], (x) => numpy.negative(x!));
  }

  less(other: Operand): Tensor {
    return binary("less", this, other, numpy.less);
  }

  greater(other: Operand): Tensor {
    return binary("greater", this, other, numpy.greater);
  }

  lessEqual(other: Operand): Tensor {
    return binary("lessEqual", this, other, numpy.lessEqual);
  }

  greaterEqual(other: Operand): Tensor {
    return binary("greaterEqual", this, other, numpy.greaterEqual);
  }

  equal(other: Operand): Tensor {
    return binary("equal", this, other, numpy.equal);
  }

  notEqual(other: Operand): Tensor {
    return binary("notEqual", this, other, numpy.notEqual);
  }

  cast(dtype: DType): Tensor {
    return operation("cast", [this], (x) => x!.astype(numpy[dtype]));
  }

  /**
   * Matrix product over the last two dimensions; leading ones broadcast.
   * @throws {ShapeError} The inner sizes differ, or the batch dimensions do not broadcast.
   */
  matmul(other: Tensor): Tensor {
    const [x, y] = [this.shape, other.shape];
    const batch = broadcastShapes(x.slice(0, -2), y.slice(0, -2));
    if (x.length < 2 || y.length < 2 || x.at(-1) !== y.at(-2) || batch === null) {
      throw new ShapeError(
        `matmul: ${describe(this)} and ${describe(other)} do not fit; expected [..., N, K] and [..., K, M]`,
      );
    }
    return operation("matmul", [this, other], (a, b) => numpy.matmul(a!, b!));
  }

  /** @throws {ShapeError} The number of elements would change. */
  reshape(shape: Shape): Tensor {
    if (sizeOf(shape) !== sizeOf(this.shape)) {
      throw new ShapeError(
        `reshape: ${describe(this)} holds ${sizeOf(this.shape)} elements, ${formatShape(shape)} holds ${sizeOf(shape)}`,
      );
    }
    return operation("reshape", [this], (x) => x!.reshape([...shape]));
  }

  /** Reorders dimensions; by default reverses them. */
  transpose(perm?: readonly number[]): Tensor {
    const order = perm ?? this.shape.map((_, axis) => this.shape.length - 1 - axis);
    if (order.length !== this.shape.length || new Set(order).size !== order.length) {
      throw new ShapeError(
        `transpose: [${order}] is not an order of the ${this.shape.length} axes of ${describe(this)}`,
      );
    }
    const axes = order.map((axis) => normalizeAxis(axis, this.shape.length, "transpose"));
    return operation("transpose", [this], (x) => x!.transpose(axes));
  }

  sum(axis?: number | readonly number[], { keepDims = false } = {}): Tensor {
    return operation("sum", [this], (x) => numpy.sum(x!, axesOf(this, axis, "sum"), { keepdims: keepDims }));
  }

  /** @throws {ShapeError} There is nothing to average, or the numbers are not float32. */
  mean(axis?: number | readonly number[], { keepDims = false } = {}): Tensor {
    if (this.dtype !== "float32") throw new ShapeError(`mean: ${this.label} is ${this.dtype}; cast it to float32`);
    const axes = axesOf(this, axis, "mean");
    const count = axes.reduce((n, i) => n * this.shape[i]!, 1);
    if (count === 0) throw new ShapeError(`mean: ${describe(this)} has nothing to average over axes [${axes}]`);
    return this.sum(axes, { keepDims }).mul(1 / count);
  }

  max(axis?: number | readonly number[], { keepDims = false } = {}): Tensor {
    return operation("max", [this], (x) => numpy.max(x!, axesOf(this, axis, "max"), { keepdims: keepDims }));
  }

  min(axis?: number | readonly number[], { keepDims = false } = {}): Tensor {
    return operation("min", [this], (x) => numpy.min(x!, axesOf(this, axis, "min"), { keepdims: keepDims }));
  }
}

/** "hidden.kernel [256, 1]", as messages name an array. */
export function describe(tensor: Tensor): string {
  return `${tensor.label} ${formatShape(tensor.shape)}`;
}

export function axesOf(tensor: Tensor, axis: number | readonly number[] | undefined, where: string): number[] {
  const rank = tensor.shape.length;
  if (axis === undefined) return tensor.shape.map((_, i) => i);
  const axes = typeof axis === "number" ? [axis] : axis;
  return axes.map((i) => normalizeAxis(i, rank, `${where}: ${describe(tensor)}`));
}

/**
 * Runs a jax-js function on tensors. Any primitive may be used; one without a lowering is refused at compile time by
 * the name given here. `make` owns what it receives, as jax-js functions do.
 */
export function operation(name: string, inputs: readonly Tensor[], make: (...arrays: JaxArray[]) => JaxArray): Tensor {
  const origin: Origin = { operation: name, stack: new Error().stack ?? "" };
  return recordOrigin(origin, () => Tensor.adopt(make(...inputs.map((tensor) => tensor.borrow())), name));
}

/** An element-wise operation of two operands of one dtype. */
export function binary(
  name: string,
  left: Operand,
  right: Operand,
  make: (a: JaxArray, b: JaxArray) => JaxArray,
): Tensor {
  if (left instanceof Tensor && right instanceof Tensor) {
    if (left.dtype !== right.dtype) {
      throw new ShapeError(
        `${name}: ${left.label} is ${left.dtype} but ${right.label} is ${right.dtype}; cast one of them`,
      );
    }
    if (broadcastShapes(left.shape, right.shape) === null) {
      throw new ShapeError(`${name}: ${describe(left)} and ${describe(right)} do not broadcast`);
    }
    return operation(name, [left, right], (a, b) => make(a!, b!));
  }
  const [tensor, number] = left instanceof Tensor ? [left, right] : [right, left];
  if (tensor instanceof Tensor && tensor.dtype !== "float32" && !Number.isInteger(number)) {
    throw new ShapeError(
      `${name}: ${tensor.label} is ${tensor.dtype} and cannot take ${String(number)}; cast it to float32`,
    );
  }
  if (left instanceof Tensor) return operation(name, [left], (a) => make(a!, right as unknown as JaxArray));
  if (right instanceof Tensor) return operation(name, [right], (b) => make(left as unknown as JaxArray, b!));
  throw internal(`${name} of two plain numbers`);
}

/** A constant of the program, from values known while tracing. */
export function constant(array: HostArray): Tensor {
  return operation("constant", [], () => toJax(array));
}

/** Copies into jax-js memory. Booleans travel as 32-bit integers. */
export function toJax({ dtype, shape, data }: HostArray): JaxArray {
  const at = { shape: [...shape] };
  if (data.length === 0) return numpy.zeros([...shape], { dtype: numpy[dtype] });
  if (dtype === "bool") return numpy.array(Int32Array.from(data), { ...at, dtype: numpy.int32 }).astype(numpy.bool);
  if (dtype === "int32") return numpy.array(Int32Array.from(data), { ...at, dtype: numpy.int32 });
  return numpy.array(Float32Array.from(data), { ...at, dtype: numpy.float32 });
}
