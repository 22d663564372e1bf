/** What an engine refuses, and that nothing leaks. */
import { afterAll, describe, expect, it } from "vitest";
import { DeviceError, DisposedError, ShapeError, TreeError } from "../../../data-schemas/errors.ts";
import { valueAndGrad } from "../../../models/tensor/derivative.ts";
import { openEngine } from "../../../models/tensor/devices.ts";
import * as ew from "../../../models/tensor/elementwise.ts";
import { float32, int32 } from "../../../models/tensor/host-array.ts";
import { concat, split } from "../../../models/tensor/layout.ts";
import { OrtEngine } from "../../../models/tensor/ort-engine.ts";
import { Tensor } from "../../../models/tensor/tensor.ts";
import { TfjsEngine } from "../../../models/tensor/tfjs-engine.ts";
import { trace } from "../../../models/tensor/trace.ts";
import { closeDawn } from "../../../models/tensor/webgpu.ts";
import { type Fn, randn } from "./arrays.ts";
import { ENGINES } from "./engines.ts";

afterAll(closeDawn);

const example = { p: { kernel: randn(1, [3, 2]) }, x: randn(2, [4, 3]) };
const double = ({ p, x }: { p: { kernel: Tensor }; x: Tensor }) => ({ y: x.matmul(p.kernel).mul(2) });

describe.each(ENGINES)("%s", (_, open) => {
  it("hands out arrays that count as alive until they are disposed, and only once", async () => {
    const engine = await open();
    const step = await engine.compile(double, example);
    for (let i = 0; i < 3; i++) {
      const { y } = await step(example);
      expect(engine.liveArrays()).toBe(1);
      expect((await y.read()).shape).toEqual([4, 2]);
      y.dispose();
      expect(engine.liveArrays()).toBe(0);
      expect(() => y.dispose()).toThrow(DisposedError);
      await expect(y.read()).rejects.toThrow("used after dispose()");
    }
    await step.dispose();
  });

  it("leaves its inputs alone and takes its own arrays as inputs", async () => {
    const engine = await open();
    const step = await engine.compile(({ x }: { x: Tensor }) => ({ x: x.mul(2) }), { x: randn(1, [3]) });
    const first = await step({ x: float32([3], [1, 2, 3]) });
    const second = await step(first);
    const third = await step(first);
    expect([...(await second.x.read()).data]).toEqual([4, 8, 12]);
    expect((await third.x.read()).data).toEqual((await second.x.read()).data);
    for (const { x } of [first, second, third]) x.dispose();
    await expect(step(first)).rejects.toThrow(DisposedError);
    await step.dispose();
  });

  it("names the path and both shapes when a step gets another shape", async () => {
    const engine = await open();
    const step = await engine.compile(double, example);
    const other = { ...example, p: { kernel: randn(1, [3, 5]) } };
    await expect(step(other)).rejects.toThrow(ShapeError);
    await expect(step(other)).rejects.toThrow(
      'input "p.kernel" is float32 [3, 5], but the step was compiled for float32 [3, 2]',
    );
    await expect(step({ ...example, x: int32([4, 3]) })).rejects.toThrow('input "x" is int32 [4, 3]');
    await expect(step({ x: example.x } as never)).rejects.toThrow(TreeError);
    await expect(step({ x: example.x } as never)).rejects.toThrow('step inputs: "p.kernel" is missing');
    await expect(step({ ...example, extra: example.x } as never)).rejects.toThrow(
      'step inputs: "extra" is not expected',
    );
    await step.dispose();
  });

  it("returns inputs, constants and the same array twice as arrays of their own", async () => {
    const engine = await open();
    const step = await engine.compile(({ x }: { x: Tensor }) => ({ same: x, again: x, zero: x.sub(x) }), {
      x: float32([2]),
    });
    const { same, again, zero } = await step({ x: float32([2], [1, 2]) });
    same.dispose();
    expect([...(await again.read()).data]).toEqual([1, 2]);
    expect([...(await zero.read()).data]).toEqual([0, 0]);
    again.dispose();
    zero.dispose();
    await step.dispose();
  });
});

it("TensorFlow.js holds as many tensors after a step as before, and none after dispose", async () => {
  const { memory } = await import("@tensorflow/tfjs-core");
  const engine = await TfjsEngine.create("cpu");
  const before = memory().numTensors;
  const step = await engine.compile(({ x }: { x: Tensor }) => ({ y: ew.softplus(x.matmul(x.transpose())).sum() }), {
    x: randn(1, [3, 2]),
  });
  const compiled = memory().numTensors;
  for (let i = 0; i < 4; i++) {
    (await step({ x: randn(1, [3, 2]) })).y.dispose();
    expect(memory().numTensors).toBe(compiled);
  }
  await step.dispose();
  expect(memory().numTensors).toBe(before);
});

it("every engine refuses a model's shapes when it is compiled", async () => {
  for (const [, open] of ENGINES) {
    const engine = await open();
    await expect(
      engine.compile(({ x }: { x: Tensor }) => ({ y: x.matmul(x) }), { x: randn(1, [2, 3]) }),
    ).rejects.toThrow(ShapeError);
  }
});

describe("shapes are refused where the model is written", () => {
  const attempt = (fn: Fn) => trace(fn as never, { x: randn(1, [2, 3]), y: randn(2, [4, 5]), i: int32([2]) });
  it.each<[string, Fn, string]>([
    [
      "matmul",
      ({ x, y }) => ({ z: x!.matmul(y!) }),
      "matmul: x [2, 3] and y [4, 5] do not fit; expected [..., N, K] and [..., K, M]",
    ],
    ["add", ({ x, y }) => ({ z: x!.add(y!) }), "add: x [2, 3] and y [4, 5] do not broadcast"],
    [
      "a derived array by its operation",
      ({ x, y }) => ({ z: ew.exp(x!).mul(y!) }),
      "mul: exp [2, 3] and y [4, 5] do not broadcast",
    ],
    ["dtypes", ({ x, i }) => ({ z: x!.add(i!) }), "add: x is float32 but i is int32; cast one of them"],
    ["reshape", ({ x }) => ({ z: x!.reshape([4]) }), "reshape: x [2, 3] holds 6 elements, [4] holds 4"],
    [
      "transpose",
      ({ x }) => ({ z: x!.transpose([0, 0]) }),
      "transpose: [0,0] is not an order of the 2 axes of x [2, 3]",
    ],
    ["the mean of integers", ({ i }) => ({ z: i!.mean() }), "mean: i is int32; cast it to float32"],
    [
      "a fraction and integers",
      ({ i }) => ({ z: i!.mul(0.5) }),
      "mul: i is int32 and cannot take 0.5; cast it to float32",
    ],
    ["axis", ({ x }) => ({ z: x!.sum(2) }), "sum: x [2, 3]: axis 2 does not exist in rank 2; use -2 to 1"],
    ["concat", ({ x, y }) => ({ z: concat([x!, y!], 0) }), "concat: y [4, 5] and x [2, 3] must agree except on axis 0"],
    [
      "split",
      ({ x }) => ({ z: split(x!, [1, 1], 1)[0]! }),
      "split: sizes [1, 1] add up to 2, but axis 1 of x [2, 3] differs",
    ],
    ["where", ({ x }) => ({ z: ew.where(x!, 1, x!) }), "where: x is float32; expected bool"],
    [
      "loss",
      ({ x }) => ({ z: valueAndGrad(({ p }: { p: Tensor }) => ({ loss: p, aux: {} }), { p: x! }).loss }),
      "the loss must be a float32 scalar, got float32 p [2, 3]",
    ],
  ])("%s", async (_, fn, message) => {
    await expect(attempt(fn)).rejects.toThrow(ShapeError);
    await expect(attempt(fn)).rejects.toThrow(message);
  });

  it("a tensor outside a traced function says what to use", () => {
    expect(() => Tensor.adopt({} as never, "x")).toThrow("tensors exist only inside a traced function");
  });

  it("a failed trace leaves the next one working", async () => {
    await expect(attempt(({ x, y }) => ({ z: x!.add(y!) }))).rejects.toThrow();
    await expect(attempt(({ x }) => ({ z: x!.add(1) }))).resolves.toBeDefined();
  });
});

describe("openEngine", () => {
  it("a device that is not there says what is missing and how to get it", async () => {
    const attempt = openEngine("cuda", 1);
    await expect(attempt).rejects.toThrow(DeviceError);
    await expect(attempt).rejects.toThrow(
      "ONNXRUNTIME_NODE_INSTALL=cuda12 node node_modules/onnxruntime-node/script/install.js",
    );
    await expect(openEngine("coreml", 1)).rejects.toThrow("CoreML comes with onnxruntime-node on macOS only");
  });

  it("equal seeds and inputs give equal bits for a fixed number of threads", async () => {
    const results = [];
    for (let i = 0; i < 2; i++) {
      const engine = new OrtEngine({ threads: 2 });
      const step = await engine.compile(({ x }: { x: Tensor }) => ({ y: ew.exp(x.matmul(x.transpose())).sum(0) }), {
        x: randn(5, [64, 32]),
      });
      const { y } = await step({ x: randn(5, [64, 32]) });
      results.push((await y.read()).data);
      y.dispose();
    }
    expect(results[0]).toEqual(results[1]);
  });
});
