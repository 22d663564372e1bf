/** Reductions and products of matrices. */
import { lax, numpy } from "@jax-js/jax";
import { bool, float32, int32, scalar } from "../../../models/tensor/host-array.ts";
import * as lo from "../../../models/tensor/layout.ts";
import * as re from "../../../models/tensor/reduction.ts";
import { operation } from "../../../models/tensor/tensor.ts";
import { randn } from "./arrays.ts";
import { flags, type PrimitiveCase } from "./primitive-case.ts";

export const REDUCTION_CASES: readonly PrimitiveCase[] = [
  ...[[], [0], [1], [0, 2], [0, 1, 2]].map(
    (axes): PrimitiveCase => ({
      name: `reductions over [${axes}]`,
      inputs: { x: randn(5, [2, 3, 4]) },
      fn: ({ x }) => ({
        sum: x!.sum(axes),
        max: x!.max(axes),
        min: x!.min(axes),
        prod: re.prod(x!, axes),
        kept: x!.sum(axes, { keepDims: true }),
      }),
    }),
  ),
  { name: "reduce a scalar", inputs: { x: scalar(3) }, fn: ({ x }) => ({ sum: x!.sum(), max: x!.max() }) },
  {
    name: "reduce an axis of size 1",
    inputs: { x: randn(6, [3, 1]) },
    fn: ({ x }) => ({ sum: x!.sum(1), max: x!.max(1), mean: x!.mean(1) }),
  },
  {
    name: "reduce an empty axis",
    inputs: { x: float32([2, 0]) },
    fn: ({ x }) => ({ sum: x!.sum(1), prod: re.prod(x!, 1), max: x!.max(1), min: x!.min(1) }),
  },
  {
    name: "reduce a broadcast",
    inputs: { x: randn(7, [3, 1]) },
    fn: ({ x }) => {
      const wide = lo.broadcastTo(x!, [2, 3, 4]);
      return { sum: wide.sum(2), all: wide.sum(), max: wide.max([0, 2]), product: re.prod(wide, 2) };
    },
  },
  {
    name: "reduce the rows of a tall matrix",
    inputs: { x: randn(25, [512, 3]), odd: randn(26, [300, 2]) },
    fn: ({ x, odd }) => ({ sum: x!.sum(0), max: x!.max(0), odd: odd!.sum(0), scalar: x!.sum() }),
  },
  {
    name: "reduce nothing of integers and booleans",
    inputs: { i: int32([2, 0]), b: bool([2, 0], []) },
    fn: ({ i, b }) => ({ sum: i!.sum(1), max: i!.max(1), min: i!.min(1), any: re.any(b!, 1), all: re.all(b!, 1) }),
  },
  {
    name: "a tall matrix without columns",
    inputs: { x: float32([256, 0]) },
    fn: ({ x }) => ({ sum: x!.sum(0) }),
  },
  {
    name: "any and all",
    inputs: { b: flags },
    fn: ({ b }) => ({ any: re.any(b!, 1), all: re.all(b!, 1), anyOf: re.any(b!), allOf: re.all(b!) }),
  },
  ...(
    [
      [
        [3, 4],
        [4, 5],
      ],
      [
        [1, 4],
        [4, 1],
      ],
      [
        [2, 3, 4],
        [4, 5],
      ],
      [
        [2, 3, 4],
        [2, 4, 5],
      ],
      [
        [2, 1, 3, 4],
        [5, 4, 2],
      ],
      [
        [1, 1],
        [1, 1],
      ],
      [
        [3, 1],
        [1, 5],
      ],
      [
        [0, 4],
        [4, 2],
      ],
      [
        [3, 0],
        [0, 2],
      ],
      [
        [3, 1],
        [1, 0],
      ],
      [
        [1, 3],
        [3, 0],
      ],
      [
        [0, 1],
        [1, 1],
      ],
    ] as const
  ).map(
    ([a, b]): PrimitiveCase => ({
      name: `matmul ${JSON.stringify(a)} ${JSON.stringify(b)}`,
      inputs: { x: randn(8, a), y: randn(9, b) },
      fn: ({ x, y }) => ({ z: x!.matmul(y!) }),
    }),
  ),
  {
    name: "matmul of transposes",
    inputs: { x: randn(10, [4, 3]), y: randn(11, [5, 4]) },
    fn: ({ x, y }) => ({
      z: x!.transpose().matmul(y!.transpose()),
      back: x!.transpose().matmul(y!.transpose()).transpose(),
    }),
  },
  {
    name: "dot with a repeated inner axis",
    inputs: { x: randn(12, [3, 4]), y: randn(13, [3, 1]) },
    fn: ({ x, y }) => ({
      z: operation("dot", [x!, y!], (a, b) =>
        lax.dot(a!, numpy.broadcastTo(b!, [3, 4]), { lhsContractingDims: [1], rhsContractingDims: [1] }),
      ),
      same: operation("dotOfOnes", [y!], (b) => {
        const wide = numpy.broadcastTo(b!, [3, 4]);
        return lax.dot(wide.ref, wide, { lhsContractingDims: [1], rhsContractingDims: [1] });
      }),
    }),
  },
];
