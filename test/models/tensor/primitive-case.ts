/** What a case of a primitive is, and makers of cases over edge shapes. */
import type * as ew from "../../../models/tensor/elementwise.ts";
import { bool, float32, type HostArray, int32 } from "../../../models/tensor/host-array.ts";
import { type Fn, randn } from "./arrays.ts";

export interface PrimitiveCase {
  readonly name: string;
  readonly inputs: Readonly<Record<string, HostArray>>;
  readonly fn: Fn;
  /** Where software approximations of exp and log differ more. */
  readonly tolerance?: number;
}

export const positive = (seed: number, shape: readonly number[]): HostArray => {
  const { data } = randn(seed, shape);
  return float32(
    shape,
    Float32Array.from(data, (x) => Math.abs(x) + 0.1),
  );
};
export const inside = (seed: number, shape: readonly number[]): HostArray =>
  float32(
    shape,
    Float32Array.from(randn(seed, shape).data, (x) => 0.9 * Math.tanh(x)),
  );

const SHAPES = [[], [1], [3], [2, 1, 3], [4, 5]];
export const unary = (name: string, op: (x: never) => never, make = randn): PrimitiveCase[] =>
  SHAPES.map((shape) => ({
    name: `${name} ${JSON.stringify(shape)}`,
    inputs: { x: make(7, shape) },
    fn: ({ x }) => ({ y: (op as unknown as typeof ew.exp)(x!) }),
  }));

const PAIRS = [
  [[], []],
  [[3], []],
  [[2, 3], [3]],
  [
    [2, 1, 3],
    [1, 4, 1],
  ],
  [[1], [5]],
] as const;
export const binary = (name: string, fn: Fn): PrimitiveCase[] =>
  PAIRS.map(([a, b]) => ({
    name: `${name} ${JSON.stringify(a)} ${JSON.stringify(b)}`,
    inputs: { x: randn(1, a), y: randn(2, b) },
    fn,
  }));

export const ints = int32([2, 3], [7, -7, 5, -5, 0, 9]);
export const flags = bool([2, 3], [1, 0, 1, 1, 1, 1]);
