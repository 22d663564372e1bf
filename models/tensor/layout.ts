/** Functions that move, cut and join arrays. */
import { numpy } from "@jax-js/jax";
import { ShapeError } from "../../data-schemas/errors.ts";
import { broadcastShapes, formatShape, normalizeAxis, type Shape, sameShape } from "./shape.ts";
import { describe, operation, type Tensor } from "./tensor.ts";

/** @throws {ShapeError} Sizes differ on another axis, or there is nothing to join. */
export function concat(parts: readonly Tensor[], axis = -1): Tensor {
  const first = parts[0];
  if (first === undefined) throw new ShapeError("concat: got no tensors; expected at least one");
  const at = normalizeAxis(axis, first.shape.length, `concat: ${describe(first)}`);
  for (const part of parts) {
    const fits =
      part.shape.length === first.shape.length && part.shape.every((n, i) => i === at || n === first.shape[i]);
    if (!fits) throw new ShapeError(`concat: ${describe(part)} and ${describe(first)} must agree except on axis ${at}`);
  }
  return operation("concat", parts, (...arrays) => numpy.concatenate(arrays, at));
}

/**
 * Cuts an axis into parts of the given sizes.
 * @throws {ShapeError} The sizes do not add up to the axis.
 */
export function split(x: Tensor, sizes: readonly number[], axis = -1): Tensor[] {
  const at = normalizeAxis(axis, x.shape.length, `split: ${describe(x)}`);
  const total = sizes.reduce((sum, size) => sum + size, 0);
  if (total !== x.shape[at]) {
    throw new ShapeError(
      `split: sizes ${formatShape(sizes)} add up to ${total}, but axis ${at} of ${describe(x)} differs`,
    );
  }
  let start = 0;
  return sizes.map((size) => {
    start += size;
    return slice(x, at, start - size, start);
  });
}

/** Elements `start` (inclusive) to `end` (exclusive) of an axis. */
export function slice(x: Tensor, axis: number, start: number, end: number): Tensor {
  const at = normalizeAxis(axis, x.shape.length, `slice: ${describe(x)}`);
  if (!(start >= 0 && start <= end && end <= x.shape[at]!)) {
    throw new ShapeError(`slice: [${start}, ${end}) is not inside axis ${at} of ${describe(x)}`);
  }
  const index = x.shape.map((_, i): [] | [number, number] => (i === at ? [start, end] : []));
  return operation("slice", [x], (a) => a!.slice(...index));
}

/** Zeros before and after along an axis. */
export function pad(x: Tensor, axis: number, before: number, after: number): Tensor {
  const at = normalizeAxis(axis, x.shape.length, `pad: ${describe(x)}`);
  const width = x.shape.map((_, i): [number, number] => (i === at ? [before, after] : [0, 0]));
  return operation("pad", [x], (a) => numpy.pad(a!, width));
}

/** Reverses an axis. */
export function flip(x: Tensor, axis = -1): Tensor {
  const at = normalizeAxis(axis, x.shape.length, `flip: ${describe(x)}`);
  return operation("flip", [x], (a) => numpy.flip(a!, at));
}

/** Adds a dimension of size 1 in front of `axis` (-1: behind the last). */
export function expandDims(x: Tensor, axis: number): Tensor {
  const at = normalizeAxis(axis, x.shape.length + 1, `expandDims: ${describe(x)}`);
  return x.reshape([...x.shape.slice(0, at), 1, ...x.shape.slice(at)]);
}

/** @throws {ShapeError} The shape does not broadcast to the wanted one. */
export function broadcastTo(x: Tensor, shape: Shape): Tensor {
  const joined = broadcastShapes(x.shape, shape);
  if (joined === null || !sameShape(joined, shape)) {
    throw new ShapeError(`broadcastTo: ${describe(x)} does not broadcast to ${formatShape(shape)}`);
  }
  return operation("broadcastTo", [x], (a) => numpy.broadcastTo(a!, [...shape]));
}
