/** Looking up, adding up and ordering elements. Indices are int32 and must be in range. */
import { lax, numpy } from "@jax-js/jax";
import { ShapeError } from "../../data-schemas/errors.ts";
import { normalizeAxis } from "./shape.ts";
import { describe, operation, type Tensor } from "./tensor.ts";

/**
 * Rows of a table: [N, ...] and indices [...I] give [...I, ...]. Its gradient adds up the rows looked up twice.
 * @throws {ShapeError} The indices are not int32.
 */
export function takeRows(table: Tensor, indices: Tensor): Tensor {
  if (indices.dtype !== "int32") {
    throw new ShapeError(`takeRows: indices ${describe(indices)} are ${indices.dtype}; expected int32`);
  }
  return operation("takeRows", [table, indices], (t, i) => numpy.take(t!, i!, 0));
}

/** For each position, the element at `indices` along an axis; other axes broadcast. */
export function takeAlong(x: Tensor, indices: Tensor, axis = -1): Tensor {
  if (indices.dtype !== "int32" || indices.shape.length !== x.shape.length) {
    throw new ShapeError(`takeAlong: ${describe(indices)} must be int32 of the rank of ${describe(x)}`);
  }
  const at = normalizeAxis(axis, x.shape.length, `takeAlong: ${describe(x)}`);
  return operation("takeAlong", [x, indices], (a, i) => numpy.takeAlongAxis(a!, i!, at));
}

/** Ascending along the last axis. */
export function sort(x: Tensor): Tensor {
  return operation("sort", [x], (a) => numpy.sort(a!));
}

/** Positions that would sort the last axis, ascending; equal elements keep their order. */
export function argsort(x: Tensor): Tensor {
  return operation("argsort", [x], (a) => numpy.argsort(a!));
}

/** The k largest elements of the last axis, largest first. */
export function topK(x: Tensor, k: number): Tensor {
  const size = x.shape.at(-1);
  if (size === undefined || k < 1 || k > size) {
    throw new ShapeError(`topK: k must be from 1 to the size of the last axis of ${describe(x)}, got ${k}`);
  }
  return operation("topK", [x], (a) => {
    const [values, indices] = lax.topK(a!, k);
    indices!.dispose();
    return values!;
  });
}
