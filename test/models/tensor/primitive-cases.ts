/** One or more programs for each primitive that has a lowering, with edge shapes: scalars, size 1, empty axes. */
import { lax, numpy, scipySpecial } from "@jax-js/jax";
import { stopGradient, valueAndGrad } from "../../../models/tensor/derivative.ts";
import * as ew from "../../../models/tensor/elementwise.ts";
import { bool, float32, type HostArray, int32, scalar } from "../../../models/tensor/host-array.ts";
import * as ix from "../../../models/tensor/indexing.ts";
import * as lo from "../../../models/tensor/layout.ts";
import * as re from "../../../models/tensor/reduction.ts";
import { type JaxArray, operation, type Tensor } from "../../../models/tensor/tensor.ts";
import { type Fn, randn } from "./arrays.ts";

export interface PrimitiveCase {
  readonly name: string;
  readonly inputs: Readonly<Record<string, HostArray>>;
  readonly fn: Fn;
  /** Where software approximations of exp and log differ more. */
  readonly tolerance?: number;
}

const positive = (seed: number, shape: readonly number[]): HostArray => {
  const { data } = randn(seed, shape);
  return float32(
    shape,
    Float32Array.from(data, (x) => Math.abs(x) + 0.1),
  );
};
const inside = (seed: number, shape: readonly number[]): HostArray =>
  float32(
    shape,
    Float32Array.from(randn(seed, shape).data, (x) => 0.9 * Math.tanh(x)),
  );

const SHAPES = [[], [1], [3], [2, 1, 3], [4, 5]];
const unary = (name: string, op: (x: never) => never, make = randn): PrimitiveCase[] =>
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
const binary = (name: string, fn: Fn): PrimitiveCase[] =>
  PAIRS.map(([a, b]) => ({
    name: `${name} ${JSON.stringify(a)} ${JSON.stringify(b)}`,
    inputs: { x: randn(1, a), y: randn(2, b) },
    fn,
  }));

const ints = int32([2, 3], [7, -7, 5, -5, 0, 9]);
const flags = bool([2, 3], [1, 0, 1, 1, 1, 1]);

export const PRIMITIVE_CASES: readonly PrimitiveCase[] = [
  ...binary("add", ({ x, y }) => ({ z: x!.add(y!) })),
  ...binary("sub", ({ x, y }) => ({ z: x!.sub(y!) })),
  ...binary("mul", ({ x, y }) => ({ z: x!.mul(y!) })),
  ...binary("div", ({ x, y }) => ({ z: x!.div(y!) })),
  ...binary("maximum", ({ x, y }) => ({ z: ew.maximum(x!, y!) })),
  ...binary("minimum", ({ x, y }) => ({ z: ew.minimum(x!, y!) })),
  ...binary("remainder", ({ x, y }) => ({ z: ew.remainder(x!.mul(3), y!) })),
  ...binary("comparisons", ({ x, y }) => ({
    less: x!.less(y!),
    lessEqual: x!.lessEqual(y!),
    greater: x!.greater(y!),
    greaterEqual: x!.greaterEqual(y!),
    equal: x!.equal(y!),
    notEqual: x!.notEqual(y!),
  })),
  ...binary("where", ({ x, y }) => ({ z: ew.where(x!.less(y!), x!, y!), fixed: ew.where(x!.less(0), 1, y!) })),
  ...unary("neg", ((x: { neg(): never }) => x.neg()) as never),
  ...unary("exp", ew.exp as never),
  ...unary("log", ew.log as never, positive),
  ...unary("sqrt", ew.sqrt as never, positive),
  ...unary("reciprocal", ew.reciprocal as never, positive),
  ...unary("sin", ew.sin as never),
  ...unary("cos", ew.cos as never),
  ...unary("asin", ew.asin as never, inside),
  ...unary("atan", ew.atan as never),
  ...unary("floor", ew.floor as never),
  ...unary("ceil", ew.ceil as never),
  ...unary("erf", ew.erf as never),
  ...unary("sigmoid", ew.sigmoid as never),
  ...unary("softplus", ew.softplus as never),
  ...unary("logSigmoid", ew.logSigmoid as never),
  ...unary("tanh", ew.tanh as never),
  ...unary("silu", ew.silu as never),
  ...unary("gelu", ew.gelu as never),
  ...unary("relu", ew.relu as never),
  ...unary("abs", ew.abs as never),
  ...unary("stopGradient", stopGradient as never),
  {
    name: "erfc",
    inputs: { x: randn(3, [2, 4]) },
    fn: ({ x }) => ({ y: operation("erfc", [x!], (a) => scipySpecial.erfc(a!)) }),
  },
  {
    name: "extreme logits",
    inputs: { x: float32([6], [-200, -90, -1e-4, 1e-4, 90, 200]) },
    fn: ({ x }) => ({ s: ew.sigmoid(x!), p: ew.softplus(x!), l: ew.logSigmoid(x!), t: ew.tanh(x!) }),
    tolerance: 1e-4,
  },
  {
    name: "integer arithmetic",
    inputs: { x: ints, y: int32([3], [2, 3, 4]) },
    fn: ({ x, y }) => ({
      sum: x!.add(y!),
      product: x!.mul(2),
      larger: ew.maximum(x!, y!),
      rest: ew.remainder(x!, y!),
      less: x!.less(y!),
    }),
  },
  {
    name: "idiv",
    inputs: { x: ints, y: int32([3], [2, 3, 4]), f: randn(4, [2, 3], 5) },
    fn: ({ x, y, f }) => ({
      whole: operation("floorDivide", [x!, y!], (a, b) =>
        numpy.trunc(numpy.divide(a!.astype(numpy.float32), b!.astype(numpy.float32))),
      ),
      part: operation("trunc", [f!], (a) => numpy.trunc(a!)),
    }),
  },
  {
    name: "boolean arithmetic",
    inputs: { a: flags, b: bool([3], [0, 1, 1]) },
    fn: ({ a, b }) => ({
      and: operation("and", [a!, b!], (x, y) => numpy.minimum(x!, y!)),
      or: operation("or", [a!, b!], (x, y) => numpy.maximum(x!, y!)),
      sum: operation("sum", [a!, b!], (x, y) => numpy.add(x!, y!)),
      product: operation("product", [a!, b!], (x, y) => numpy.multiply(x!, y!)),
      equal: a!.equal(b!),
    }),
  },
  {
    name: "cast",
    inputs: { f: float32([4], [-1.7, 0, 0.4, 2.9]), i: ints, b: flags },
    fn: ({ f, i, b }) => ({
      fi: f!.cast("int32"),
      fb: f!.cast("bool"),
      if: i!.cast("float32"),
      bf: b!.cast("float32"),
      bi: b!.cast("int32"),
    }),
  },
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
  {
    name: "transpose, reshape, expand",
    inputs: { x: randn(14, [2, 3, 4]) },
    fn: ({ x }) => ({
      t: x!.transpose([2, 0, 1]),
      r: x!.reshape([6, 4]),
      mixed: x!.transpose([1, 0, 2]).reshape([3, 8]),
      ones: x!.reshape([2, 1, 3, 1, 4]),
      flat: lo.broadcastTo(x!.reshape([1, 2, 3, 4]), [2, 2, 3, 4]).reshape([4, 12]),
      sum: x!.transpose([2, 0, 1]).add(lo.expandDims(x!.sum(2).transpose(), 0).transpose([0, 2, 1])),
    }),
  },
  {
    name: "concat, split, slice, flip, pad",
    inputs: { x: randn(15, [2, 5]), y: randn(16, [2, 1]) },
    fn: ({ x, y }) => {
      const [a, b, c] = lo.split(x!, [1, 3, 1]);
      const wide = lo.broadcastTo(y!, [2, 4]);
      return {
        joined: lo.concat([x!, wide, y!], 1),
        rows: lo.concat([x!, x!], 0),
        b: b!,
        product: a!.mul(c!),
        cut: lo.slice(x!, 1, 1, 4),
        cutRepeated: lo.slice(wide, 1, 1, 3),
        flipped: lo.flip(x!, 1),
        both: lo.flip(lo.flip(wide, 0), 1),
        padded: lo.pad(x!, 1, 2, 1),
        turned: lo.slice(x!.transpose(), 0, 1, 3),
        empty: lo.slice(x!, 1, 2, 2),
      };
    },
  },
  {
    name: "gather rows",
    inputs: { x: randn(17, [4, 3]), i: int32([2, 2], [3, 0, 0, 1]) },
    fn: ({ x, i }) => ({
      rows: ix.takeRows(x!, i!),
      columns: operation("takeColumns", [x!.transpose(), i!], (a, b) => numpy.take(a!, b!, 1)),
      along: ix.takeAlong(x!.reshape([2, 6]), i!, 1),
    }),
  },
  {
    name: "scatter",
    inputs: { x: randn(18, [3, 2]), y: randn(24, [2, 3]), i: int32([3], [1, 1, 0]) },
    fn: ({ x, y, i }) => ({
      // The derivative of a look-up adds up; an update overwrites.
      counts: lookupGradient(x!, i!),
      overwritten: scatterOf(
        [x!, operation("distinct", [i!], (a) => a!.mul(numpy.array([1, 3, 1], { dtype: numpy.int32 })))],
        { op: "update", shape: [4, 2], axis: [0], outDim: 0 },
      ),
      columns: scatterOf([y!, i!], { op: "add", shape: [2, 4], axis: [1], outDim: 1 }),
    }),
  },
  {
    name: "gather and scatter by two axes",
    inputs: { x: randn(23, [2, 3, 2]), i: int32([4], [1, 0, 1, 1]), j: int32([1], [2]) },
    fn: ({ x, i, j }) => {
      const picked = ({ t }: { t: Tensor }) => {
        const rows = operation("pick", [t, i!, j!], (a, b, c) => a!.slice(b!, c!));
        return { loss: rows.mul(rows).sum(), aux: {} };
      };
      return { gradient: valueAndGrad(picked, { t: x! }).gradients.t };
    },
  },
  {
    name: "gradient of concat",
    inputs: { x: randn(21, [2, 3]), y: randn(22, [2, 1]) },
    fn: ({ x, y }) => {
      const loss = ({ a, b }: { a: Tensor; b: Tensor }) => {
        const joined = lo.concat([a, b, a], 1);
        return { loss: joined.mul(joined).mul(joined).sum(), aux: {} };
      };
      const { gradients } = valueAndGrad(loss, { a: x!, b: y! });
      return { a: gradients.a, b: gradients.b };
    },
  },
  {
    name: "sort",
    inputs: { x: float32([2, 5], [3, 1, 2, 1, 3, 0, -1, 5, 5, -1]) },
    fn: ({ x }) => ({
      sorted: ix.sort(x!),
      order: ix.argsort(x!),
      top: ix.topK(x!, 2),
      one: ix.sort(x!.reshape([10, 1])),
    }),
  },
  {
    name: "softmax and scans",
    inputs: { x: randn(19, [2, 3, 4], 5), long: randn(20, [1, 600]) },
    fn: ({ x, long }) => ({
      soft: re.softmax(x!),
      logSoft: re.logSoftmax(x!, 1),
      lse: re.logSumExp(x!, 0),
      running: re.cumsum(x!, 1),
      long: re.cumsum(long!),
      vector: re.cumsum(long!.reshape([600])),
    }),
    tolerance: 1e-4,
  },
];

/** The primitive itself: jax-js reaches it only through derivatives. */
function scatterOf(inputs: readonly Tensor[], params: Readonly<Record<string, unknown>>): Tensor {
  return operation("scatter", inputs, (updates, ...indices) => {
    const trace = updates!._trace;
    const [result] = trace.processPrimitive(
      "scatter" as never,
      [updates!, ...indices] as never,
      { uniqueIndices: false, ...params } as never,
    );
    return result as JaxArray;
  });
}

function lookupGradient(x: Tensor, i: Tensor): Tensor {
  const { gradients } = valueAndGrad(
    ({ t }: { t: Tensor }) => ({ loss: ix.takeRows(t, i).mul(ix.takeRows(t, i)).sum(), aux: {} }),
    { t: x },
  );
  return gradients.t;
}
