/** What the lowering emits: products recovered, nothing written out that can be computed around, constants folded. */
import { lax, numpy } from "@jax-js/jax";
import { describe, expect, it } from "vitest";
import { valueAndGrad } from "../../../models/tensor/derivative.ts";
import * as ew from "../../../models/tensor/elementwise.ts";
import { float32, type HostArray } from "../../../models/tensor/host-array.ts";
import * as lo from "../../../models/tensor/layout.ts";
import { lower } from "../../../models/tensor/lower/lower.ts";
import { operation, type Tensor } from "../../../models/tensor/tensor.ts";
import { trace } from "../../../models/tensor/trace.ts";
import { type Fn, randn } from "./arrays.ts";

async function operations(fn: Fn, inputs: Record<string, HostArray>): Promise<string[]> {
  return lower(await trace(fn as never, inputs)).nodes.map(({ op }) => op);
}

describe("products", () => {
  it("a matrix product is one MatMul", async () => {
    expect(
      await operations(({ x, y }) => ({ z: x!.matmul(y!) }), { x: randn(1, [3, 4]), y: randn(2, [4, 5]) }),
    ).toEqual(["MatMul"]);
  });

  it("a batched product is one MatMul", async () => {
    expect(
      await operations(({ x, y }) => ({ z: x!.matmul(y!) }), { x: randn(1, [2, 3, 4]), y: randn(2, [2, 4, 5]) }),
    ).toEqual(["MatMul"]);
  });

  it("the gradient of a product is two products and no transpose of a result", async () => {
    const fn: Fn = ({ x, y }) => {
      const loss = ({ a, b }: { a: Tensor; b: Tensor }) => ({ loss: ew.square(a.matmul(b)).sum(), aux: {} });
      return { ...valueAndGrad(loss, { a: x!, b: y! }).gradients };
    };
    const found = await operations(fn, { x: randn(1, [3, 4]), y: randn(2, [4, 5]) });
    expect(found.filter((op) => op === "MatMul")).toHaveLength(3);
    const graph = lower(await trace(fn as never, { x: randn(1, [3, 4]), y: randn(2, [4, 5]) }));
    const transposed = graph.nodes.filter(({ op }) => op === "Transpose").flatMap(({ inputs }) => inputs);
    // What is transposed is an input or the upstream gradient, never the product that is returned.
    for (const id of transposed) expect(graph.values[id]!.producer?.op).not.toBe("MatMul");
  });

  it("a transpose of a product swaps its factors", async () => {
    const fn: Fn = ({ x, y }) => ({ z: x!.matmul(y!).transpose() });
    expect(await operations(fn, { x: randn(1, [3, 4]), y: randn(2, [4, 5]) })).toEqual([
      "Transpose",
      "Transpose",
      "MatMul",
    ]);
  });

  it("a product of transposes, transposed back, is a plain product", async () => {
    const fn: Fn = ({ x, y }) => ({ z: x!.transpose().matmul(y!.transpose()).transpose() });
    expect(await operations(fn, { x: randn(1, [4, 3]), y: randn(2, [5, 4]) })).toEqual(["MatMul"]);
  });
});

describe("views", () => {
  it("a sum over a broadcast is a multiplication", async () => {
    const fn: Fn = ({ x }) => ({ z: lo.broadcastTo(x!, [1000, 3]).sum(0) });
    const graph = lower(await trace(fn as never, { x: randn(1, [3]) }));
    expect(graph.nodes.map(({ op }) => op)).toEqual(["Mul"]);
  });

  it("transposes, unit reshapes and broadcasts emit nothing until memory has to move", async () => {
    const fn: Fn = ({ x }) => ({
      z: ew.exp(lo.broadcastTo(x!.reshape([1, 3, 1]).transpose([2, 1, 0]), [4, 3, 5])).max([0, 2]),
    });
    expect(await operations(fn, { x: randn(1, [3]) })).toEqual(["Exp"]);
  });

  it("element-wise operations take broadcast operands at size 1", async () => {
    const found = await operations(({ x, y }) => ({ z: lo.broadcastTo(x!, [4, 3]).mul(y!) }), {
      x: randn(1, [3]),
      y: randn(2, [4, 3]),
    });
    expect(found.filter((op) => op === "Expand")).toEqual([]);
  });
});

describe("constants and fused forms", () => {
  it.each([
    ["sigmoid, for its digits far out,", ew.sigmoid, ["Neg", "Exp", "Add", "Reciprocal"]],
    ["softplus", ew.softplus, ["Softplus"]],
    ["tanh", ew.tanh, ["Tanh"]],
    ["relu", ew.relu, ["Relu"]],
  ] as const)("%s is %j", async (_, fn, expected) => {
    const found = await operations(({ x }) => ({ y: fn(x!) }), { x: randn(1, [3]) });
    expect(found).toEqual(expected);
  });

  it("arithmetic of numbers is done while lowering", async () => {
    const fn: Fn = ({ x }) => ({ y: x!.mul(operation("two", [], () => numpy.array(1).add(1))) });
    const graph = lower(await trace(fn as never, { x: randn(1, [3]) }));
    expect(graph.nodes.map(({ op }) => op)).toEqual(["Mul"]);
  });

  it("equal subexpressions are computed once", async () => {
    const found = await operations(({ x }) => ({ y: ew.exp(x!).add(1), z: ew.exp(x!).mul(3) }), { x: randn(1, [3]) });
    expect(found.filter((op) => op === "Exp")).toHaveLength(1);
  });

  it("what no output needs is dropped", async () => {
    const found = await operations(
      ({ x }) => {
        ew.sin(x!);
        return { y: x!.neg() };
      },
      { x: randn(1, [3]) },
    );
    expect(found).toEqual(["Neg"]);
  });
});

describe("refusals", () => {
  it("an unsupported primitive names itself, its operation and the line that made it", async () => {
    const fn: Fn = ({ x }) => ({ y: operation("gramInverse", [x!], (a) => lax.linalg.cholesky(a!)) });
    const traced = await trace(fn as never, { x: float32([2, 2], [2, 0, 0, 2]) });
    expect(() => lower(traced)).toThrow(
      /primitive "cholesky" has no lowering\. It comes from operation "gramInverse" at .*lowering\.test\.ts:\d+/,
    );
  });

  it("one that no line made, because differentiation did, says so", async () => {
    const fn: Fn = ({ x }) => ({ y: operation("c", [x!], (a) => lax.linalg.cholesky(a!)) });
    const traced = await trace(fn as never, { x: float32([2, 2], [2, 0, 0, 2]) });
    expect(() => lower({ ...traced, origins: new Map() })).toThrow(
      "It comes from a derivative, so no single line made it",
    );
  });
});
