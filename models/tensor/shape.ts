/** Shapes are tuples of sizes, outermost first; [] is a scalar. Sizes are static integers >= 0. */
import { ShapeError } from "../../data-schemas/errors.ts";

export type Shape = readonly number[];

export function sizeOf(shape: Shape): number {
  return shape.reduce((size, dim) => size * dim, 1);
}

export function formatShape(shape: Shape): string {
  return `[${shape.join(", ")}]`;
}

export function sameShape(a: Shape, b: Shape): boolean {
  return a.length === b.length && a.every((dim, i) => dim === b[i]);
}

/**
 * The common shape of two arrays under NumPy broadcasting, or null when there is none.
 * Sizes are aligned at the last dimension; a size of 1 stretches.
 */
export function broadcastShapes(a: Shape, b: Shape): number[] | null {
  const rank = Math.max(a.length, b.length);
  const shape: number[] = [];
  for (let i = 0; i < rank; i++) {
    const x = a[i - (rank - a.length)] ?? 1;
    const y = b[i - (rank - b.length)] ?? 1;
    if (x !== y && x !== 1 && y !== 1) return null;
    shape.push(x === 1 ? y : x);
  }
  return shape;
}

/** Turns -1 for the last axis and so on into an index from the front. */
export function normalizeAxis(axis: number, rank: number, where: string): number {
  if (!Number.isInteger(axis) || axis < -rank || axis >= rank) {
    throw new ShapeError(`${where}: axis ${axis} does not exist in rank ${rank}; use ${-rank} to ${rank - 1}`);
  }
  return axis < 0 ? axis + rank : axis;
}
