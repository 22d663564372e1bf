/**
 * Gradients against central differences, (f(x + h) − f(x − h)) / 2h with h = 1e-2 in float32: truncation is O(h²) and
 * rounding O(1e-7 / h), so agreement to 5e-3 of the gradient's size is what a right derivative gives.
 */
import { expect, it } from "vitest";
import { valueAndGrad } from "../../../models/tensor/derivative.ts";
import * as ew from "../../../models/tensor/elementwise.ts";
import { float32, type HostArray, int32 } from "../../../models/tensor/host-array.ts";
import * as ix from "../../../models/tensor/indexing.ts";
import * as lo from "../../../models/tensor/layout.ts";
import { OrtEngine } from "../../../models/tensor/ort-engine.ts";
import * as re from "../../../models/tensor/reduction.ts";
import { constant, type Tensor } from "../../../models/tensor/tensor.ts";
import { type Fn, randn, runOnce } from "./arrays.ts";

const engine = new OrtEngine();
const STEP = 1e-2;

type Scalar = (x: Tensor) => Tensor;

/** Weighs each element differently, so that a misplaced gradient shows. */
const weighted = (y: Tensor): Tensor => {
  const n = y.shape.reduce((size, dim) => size * dim, 1);
  const weights = constant(
    float32(
      y.shape,
      Array.from({ length: n }, (_, i) => Math.cos(1 + i)),
    ),
  );
  return y.mul(weights).sum();
};

async function check(f: Scalar, x: HostArray, tolerance = 5e-3): Promise<void> {
  const gradientOf: Fn = ({ x: at }) => {
    const { gradients } = valueAndGrad(({ p }: { p: Tensor }) => ({ loss: f(p), aux: {} }), { p: at! });
    return { gradient: gradients.p };
  };
  const { gradient } = await runOnce(engine, gradientOf, { x });
  const n = x.data.length;
  // All shifted points in one batch of calls of one compiled step.
  const step = await engine.compile(({ x: at }: { x: Tensor }) => ({ value: f(at) }), { x });
  const at = async (i: number, by: number): Promise<number> => {
    const data = Float32Array.from(x.data);
    data[i]! += by;
    const { value } = await step({ x: float32(x.shape, data) });
    const { data: read } = await value.read();
    value.dispose();
    return read[0]!;
  };
  const scale = Math.max(1, ...Array.from(gradient!.data, Math.abs));
  for (let i = 0; i < n; i++) {
    const numeric = ((await at(i, STEP)) - (await at(i, -STEP))) / (2 * STEP);
    expect(
      Math.abs(gradient!.data[i]! - numeric),
      `element ${i}: ${gradient!.data[i]} against ${numeric}`,
    ).toBeLessThan(tolerance * scale);
  }
  await step.dispose();
}

/** Away from kinks: at least 0.1 from 0, and apart from each other. */
const spread = (shape: readonly number[]): HostArray => {
  const n = shape.reduce((size, dim) => size * dim, 1);
  return float32(
    shape,
    Array.from({ length: n }, (_, i) => (i % 2 === 0 ? 1 : -1) * (0.15 + 0.23 * i)),
  );
};
const positive = (shape: readonly number[]): HostArray =>
  float32(shape, Float32Array.from(spread(shape).data, Math.abs));
const SMOOTH: readonly (readonly [string, Scalar, HostArray])[] = [
  ["add a scalar and itself", (x) => weighted(x.add(x).add(1)), spread([2, 3])],
  ["sub, broadcast", (x) => weighted(x.sub(x.sum(0, { keepDims: true }))), spread([2, 3])],
  ["mul, broadcast", (x) => weighted(x.mul(x.sum(1, { keepDims: true }))), randn(1, [2, 3])],
  ["div", (x) => weighted(x.div(ew.square(x).add(1))), randn(2, [2, 3])],
  ["scalar", (x) => ew.exp(x), float32([], [0.3])],
  ["size 1", (x) => weighted(ew.sin(x)), float32([1, 1], [0.3])],
  ["neg", (x) => weighted(x.neg()), spread([3])],
  ["exp", (x) => weighted(ew.exp(x)), randn(3, [4])],
  ["log", (x) => weighted(ew.log(x)), positive([4])],
  ["sqrt", (x) => weighted(ew.sqrt(x)), positive([4])],
  ["reciprocal", (x) => weighted(ew.reciprocal(x)), float32([3], [0.7, 1.3, -2])],
  ["sin and cos", (x) => weighted(ew.sin(x).mul(ew.cos(x))), randn(4, [4])],
  ["asin", (x) => weighted(ew.asin(x)), float32([3], [-0.5, 0.1, 0.6])],
  ["atan", (x) => weighted(ew.atan(x)), randn(5, [4])],
  ["erf", (x) => weighted(ew.erf(x)), randn(6, [4])],
  ["sigmoid", (x) => weighted(ew.sigmoid(x)), randn(7, [5], 3)],
  ["softplus", (x) => weighted(ew.softplus(x)), randn(8, [5], 3)],
  ["logSigmoid", (x) => weighted(ew.logSigmoid(x)), randn(9, [5], 3)],
  ["tanh", (x) => weighted(ew.tanh(x)), randn(10, [5])],
  ["silu", (x) => weighted(ew.silu(x)), randn(11, [5])],
  ["gelu", (x) => weighted(ew.gelu(x)), randn(12, [5])],
  ["relu and abs", (x) => weighted(ew.relu(x).add(ew.abs(x).mul(2))), spread([6])],
  ["maximum and minimum", (x) => weighted(ew.maximum(x, 0.4).add(ew.minimum(x, -0.3))), spread([6])],
  ["clip", (x) => weighted(ew.clip(x, -0.5, 0.7)), spread([6])],
  ["where", (x) => weighted(ew.where(x.less(0), x.mul(2), ew.square(x))), spread([6])],
  ["remainder", (x) => weighted(ew.remainder(x, 0.9)), float32([3], [0.3, 1.2, -1.4])],
  ["sum and mean", (x) => weighted(x.sum(0).mul(x.mean(0))), randn(13, [3, 2])],
  ["max and min", (x) => weighted(x.max(1).mul(x.min(1))), spread([2, 3])],
  ["prod", (x) => weighted(re.prod(x, 1)), positive([2, 3])],
  ["softmax", (x) => weighted(re.softmax(x)), randn(14, [2, 4])],
  ["logSoftmax", (x) => weighted(re.logSoftmax(x, 0)), randn(15, [2, 4])],
  ["logSumExp", (x) => weighted(re.logSumExp(x)), randn(16, [2, 4])],
  ["cumsum", (x) => weighted(ew.square(re.cumsum(x, 0))), randn(17, [4, 2])],
  ["matmul, both sides", (x) => weighted(x.matmul(x.transpose())), randn(18, [3, 2])],
  ["batched matmul", (x) => weighted(x.matmul(x.transpose([0, 2, 1]))), randn(19, [2, 3, 2])],
  ["matmul with a broadcast batch", (x) => weighted(x.matmul(constant(randn(20, [2, 2, 3])))), randn(21, [4, 2])],
  ["dot along the last axis", (x) => weighted(x.mul(constant(randn(22, [3, 4]))).sum(-1)), randn(23, [3, 4])],
  ["reshape and transpose", (x) => weighted(ew.square(x.transpose([1, 0, 2]).reshape([3, 4]))), randn(24, [2, 3, 2])],
  ["broadcastTo", (x) => weighted(ew.square(lo.broadcastTo(x, [2, 3, 2]))), randn(25, [3, 1])],
  [
    "concat and split",
    (x) => {
      const [a, b] = lo.split(x, [1, 2]);
      return weighted(lo.concat([b!, a!.mul(b!), a!], 1));
    },
    randn(26, [2, 3]),
  ],
  [
    "slice, flip, pad",
    (x) => weighted(ew.square(lo.pad(lo.flip(lo.slice(x, 1, 1, 3), 1), 1, 1, 2))),
    randn(27, [2, 4]),
  ],
  [
    "takeRows, twice the same row",
    (x) => weighted(ew.square(ix.takeRows(x, constant(int32([3], [1, 1, 0]))))),
    randn(28, [3, 2]),
  ],
  [
    "takeAlong",
    (x) => weighted(ew.square(ix.takeAlong(x, constant(int32([2, 2], [1, 1, 0, 2])), 1))),
    randn(29, [2, 3]),
  ],
  ["sort", (x) => weighted(ew.square(ix.sort(x))), spread([2, 4])],
  ["topK", (x) => weighted(ew.square(ix.topK(x, 2))), spread([2, 4])],
];

it.each(SMOOTH)("%s", async (_, f, x) => check(f, x), 60_000);

it("stays finite where the usual formulas overflow", async () => {
  const x = float32([4], [-200, -95, 95, 200]);
  const fn: Fn = ({ x: at }) => {
    const loss = ({ p }: { p: Tensor }) => {
      const terms = [ew.sigmoid(p), ew.softplus(p), ew.logSigmoid(p), ew.tanh(p), ew.silu(p)];
      return { loss: terms.map((term) => term.sum()).reduce((a, b) => a.add(b)), aux: {} };
    };
    return { gradient: valueAndGrad(loss, { p: at! }).gradients.p };
  };
  // d/dx: sigmoid 0, softplus 0 or 1, logSigmoid 1 or 0, tanh 0, silu 0 or 1.
  const { gradient } = await runOnce(engine, fn, { x });
  expect([...gradient!.data].map((value) => Math.round(value * 1e4) / 1e4)).toEqual([1, 1, 2, 2]);
});

it("sigmoid keeps its digits where onnxruntime's own is 0", async () => {
  const x = [-10, -14, -16, -18, -20, -40];
  const { s, l } = await runOnce(engine, ({ x: at }) => ({ s: ew.sigmoid(at!), l: ew.log(ew.sigmoid(at!)) }), {
    x: float32([6], x),
  });
  for (const [i, value] of x.entries()) {
    expect(Math.abs(s!.data[i]! * (1 + Math.exp(-value)) - 1)).toBeLessThan(1e-5);
    expect(Math.abs(l!.data[i]! - value)).toBeLessThan(1e-3);
  }
});

it("a look-up's gradient counts every one of 200,000 uses of five rows", async () => {
  // onnxruntime's own ScatterND loses a tenth of them on two threads.
  const n = 200_000;
  const rows = int32(
    [n],
    Int32Array.from({ length: n }, (_, i) => i % 5),
  );
  const fn: Fn = ({ t, rows: at }) => {
    const loss = ({ p }: { p: Tensor }) => ({ loss: ix.takeRows(p, at!).sum(), aux: {} });
    return { gradient: valueAndGrad(loss, { p: t! }).gradients.p };
  };
  const { gradient } = await runOnce(new OrtEngine({ threads: 2 }), fn, { t: float32([5, 16]), rows });
  expect([...new Set(gradient!.data)]).toEqual([n / 5]);
});

it("stopGradient keeps the value and drops the derivative", async () => {
  const { stopGradient } = await import("../../../models/tensor/derivative.ts");
  const fn: Fn = ({ x }) => {
    const { loss, gradients } = valueAndGrad(
      ({ p }: { p: Tensor }) => ({ loss: p.mul(stopGradient(p)).sum(), aux: {} }),
      { p: x! },
    );
    return { loss, gradient: gradients.p };
  };
  const { loss, gradient } = await runOnce(engine, fn, { x: float32([2], [3, 4]) });
  expect(loss!.data[0]).toBe(25);
  expect([...gradient!.data]).toEqual([3, 4]);
});
