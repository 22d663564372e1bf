/** Arrays in the memory of this process: what enters an engine and what is read back from one. */
import { ShapeError } from "../../data-schemas/errors.ts";
import { formatShape, type Shape, sameShape, sizeOf } from "./shape.ts";

export type DType = "float32" | "int32" | "bool";
export type HostData = Float32Array | Int32Array | Uint8Array;

/** A dense row-major array. `bool` is stored as bytes 0 and 1. Treated as immutable once made. */
export class HostArray {
  readonly dtype: DType;
  readonly shape: Shape;
  readonly data: HostData;

  /** @throws {ShapeError} The number of values does not fit the shape, or the storage not the dtype. */
  constructor(dtype: DType, shape: Shape, data: HostData) {
    for (const dim of shape) {
      if (!Number.isInteger(dim) || dim < 0) {
        throw new ShapeError(`HostArray: sizes must be integers >= 0, got ${formatShape(shape)}`);
      }
    }
    if (data.length !== sizeOf(shape)) {
      throw new ShapeError(`HostArray: shape ${formatShape(shape)} holds ${sizeOf(shape)} values, got ${data.length}`);
    }
    if (!(data instanceof STORAGE[dtype])) {
      throw new ShapeError(
        `HostArray: dtype ${dtype} is stored as ${STORAGE[dtype].name}, got ${data.constructor.name}`,
      );
    }
    this.dtype = dtype;
    this.shape = [...shape];
    this.data = data;
  }
}

const STORAGE = { float32: Float32Array, int32: Int32Array, bool: Uint8Array } as const;

/** A float32 array; without values it is all zeros. */
export function float32(shape: Shape, values?: Float32Array | readonly number[]): HostArray {
  const data = values === undefined ? new Float32Array(sizeOf(shape)) : toStorage(Float32Array, values);
  return new HostArray("float32", shape, data);
}

/** An int32 array; without values it is all zeros. */
export function int32(shape: Shape, values?: Int32Array | readonly number[]): HostArray {
  const data = values === undefined ? new Int32Array(sizeOf(shape)) : toStorage(Int32Array, values);
  return new HostArray("int32", shape, data);
}

/** A boolean array from 0 and 1 (or false and true). */
export function bool(shape: Shape, values: readonly (boolean | 0 | 1)[]): HostArray {
  return new HostArray("bool", shape, Uint8Array.from(values, Number));
}

/** A float32 scalar, shape []. */
export function scalar(value: number): HostArray {
  return float32([], [value]);
}

function toStorage<A extends Float32Array | Int32Array>(
  storage: (new (values: ArrayLike<number>) => A) & { prototype: A },
  values: A | readonly number[],
): A {
  return values instanceof storage ? values : new storage(values as ArrayLike<number>);
}

/**
 * Arrays of one dtype and shape, one behind the other along a new first dimension.
 * @throws {ShapeError} There is none, or they differ.
 */
export function stack(arrays: readonly HostArray[]): HostArray {
  const [first] = arrays;
  if (first === undefined) throw new ShapeError("stack: got no arrays; expected at least one");
  const size = first.data.length;
  const data = new STORAGE[first.dtype](arrays.length * size);
  for (const [i, array] of arrays.entries()) {
    if (array.dtype !== first.dtype || !sameShape(array.shape, first.shape)) {
      throw new ShapeError(
        `stack: ${array.dtype} ${formatShape(array.shape)} and ${first.dtype} ${formatShape(first.shape)}`,
      );
    }
    data.set(array.data, i * size);
  }
  return new HostArray(first.dtype, [arrays.length, ...first.shape], data);
}

/** Storage of a dtype, for code that moves raw bytes. */
export function storageOf(dtype: DType): typeof Float32Array | typeof Int32Array | typeof Uint8Array {
  return STORAGE[dtype];
}
