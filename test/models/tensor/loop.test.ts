/** Several steps in one call end where as many calls end: in the same bits on onnxruntime, within 1e-5 elsewhere. */
import { afterAll, describe, expect, it } from "vitest";
import { ShapeError, TreeError } from "../../../data-schemas/errors.ts";
import { compileLoop } from "../../../models/tensor/compile-loop.ts";
import { valueAndGrad } from "../../../models/tensor/derivative.ts";
import { square, tanh } from "../../../models/tensor/elementwise.ts";
import { disposeTree, readTree } from "../../../models/tensor/engine.ts";
import { float32, type HostArray, scalar } from "../../../models/tensor/host-array.ts";
import { loopStepByStep } from "../../../models/tensor/loop.ts";
import { OrtEngine } from "../../../models/tensor/ort-engine.ts";
import type { Tensor } from "../../../models/tensor/tensor.ts";
import { closeDawn } from "../../../models/tensor/webgpu.ts";
import { expectTreesClose, randn } from "./arrays.ts";
import { ENGINES } from "./engines.ts";

afterAll(closeDawn);

const STEPS = 4;
type Parts = { state: { w: Tensor; count: Tensor }; fixed: { scale: Tensor }; batch: { x: Tensor; y: Tensor } };

function learn({ state, fixed, batch }: Parts) {
  const { loss, gradients } = valueAndGrad(
    ({ w }: { w: Tensor }) => ({ loss: square(tanh(batch.x.matmul(w)).sub(batch.y)).mean(), aux: {} }),
    { w: state.w },
  );
  return {
    state: { w: state.w.sub(gradients.w.mul(fixed.scale)), count: state.count.add(1) },
    report: { loss, row: batch.y.sum(1) },
  };
}

const example = {
  state: { w: randn(1, [3, 2]), count: scalar(0) },
  fixed: { scale: scalar(0.5) },
  batch: { x: randn(2, [5, 3]), y: randn(3, [5, 2]) },
};
const inputs = { ...example, batch: { x: randn(4, [STEPS, 5, 3]), y: randn(5, [STEPS, 5, 2]) } };

async function once(step: unknown): Promise<object> {
  const compiled = step as { (input: object): Promise<object>; dispose(): Promise<void> };
  const result = await compiled(inputs);
  const read = await readTree(result);
  disposeTree(result);
  await compiled.dispose();
  return read;
}

it("onnxruntime's loop gives the bits of single steps", async () => {
  const engine = new OrtEngine();
  const looped = await once(await compileLoop(engine, learn as never, example, STEPS));
  const single = await once(await loopStepByStep(engine, learn as never, example, STEPS));
  expect(looped).toEqual(single);
  const { state, report } = looped as { state: { count: HostArray }; report: { loss: HostArray; row: HostArray } };
  expect(state.count.data[0]).toBe(STEPS);
  expect([report.loss.shape, report.row.shape]).toEqual([[STEPS], [STEPS, 5]]);
  // Each step saw a batch of its own.
  expect(new Set(report.loss.data).size).toBe(STEPS);
  expect(engine.liveArrays()).toBe(0);
});

describe.each(ENGINES)("%s", (_, open) => {
  it("ends where onnxruntime's loop ends, and its state goes into the next call", async () => {
    const reference = await once(await compileLoop(new OrtEngine(), learn as never, example, STEPS));
    const engine = await open();
    expectTreesClose(await once(await compileLoop(engine, learn as never, example, STEPS)), reference, 1e-5, "loop");
    const step = (await compileLoop(engine, learn as never, example, STEPS)) as unknown as {
      (input: object): Promise<{ state: { count: { read(): Promise<HostArray> } }; report: object }>;
      dispose(): Promise<void>;
    };
    const first = await step(inputs);
    const second = await step({ ...inputs, state: first.state });
    expect((await second.state.count.read()).data[0]).toBe(2 * STEPS);
    for (const tree of [first, second]) disposeTree(tree);
    await step.dispose();
    expect(engine.liveArrays()).toBe(0);
  });
});

describe("refusals", () => {
  const engine = new OrtEngine();
  it("a step must give back the state that it took", async () => {
    const lost = ({ state, batch }: Parts) => ({ state: { w: state.w }, report: { loss: batch.x.sum() } });
    await expect(compileLoop(engine, lost as never, example, 2)).rejects.toThrow(TreeError);
    await expect(compileLoop(engine, lost as never, example, 2)).rejects.toThrow(
      'loop: returned state: "state.count" is missing',
    );
    const grown = ({ state, batch }: Parts) => ({
      state: { ...state, count: state.count.add(batch.x.sum(1)) },
      report: {},
    });
    await expect(compileLoop(engine, grown as never, example, 2)).rejects.toThrow(ShapeError);
    await expect(compileLoop(engine, grown as never, example, 2)).rejects.toThrow(
      '"state.count" went in as float32 [] and came out as float32 [5]',
    );
  });

  it("a step gives state and report only", async () => {
    const more = ({ state }: Parts) => ({ state, report: {}, extra: state.w });
    await expect(compileLoop(engine, more as never, example, 2)).rejects.toThrow(
      'loop: the step returned "extra"; expected arrays in "state" and "report" only',
    );
  });

  it("step by step the same is said at the first call", async () => {
    const lost = ({ state }: Parts) => ({ state: { w: state.w }, report: {} });
    const step = (await loopStepByStep(engine, lost as never, example, 2)) as unknown as (
      input: object,
    ) => Promise<object>;
    await expect(step({ ...example, batch: { x: randn(4, [2, 5, 3]), y: randn(5, [2, 5, 2]) } })).rejects.toThrow(
      'loop: returned state: "state.count" is missing',
    );
    expect(engine.liveArrays()).toBe(0);
  });

  it("batches need the leading dimension that was compiled", async () => {
    const step = (await compileLoop(engine, learn as never, example, STEPS)) as unknown as (
      input: object,
    ) => Promise<object>;
    await expect(step(example)).rejects.toThrow(
      'input "batch.x" is float32 [5, 3], but the step was compiled for float32 [4, 5, 3]',
    );
  });

  it.each([0, 1.5])("steps must be a whole number of at least 1, got %s", (steps) => {
    expect(() => compileLoop(engine, learn as never, example, steps)).toThrow(
      "compileLoop: steps must be an integer >= 1",
    );
  });
});

it("a scalar state and a report of nothing work", async () => {
  const fn = ({ state, batch }: { state: Tensor; batch: Tensor }) => ({
    state: state.add(batch),
    report: { twice: batch.mul(2) },
  });
  const step = (await compileLoop(
    new OrtEngine(),
    fn as never,
    { state: scalar(0), fixed: {}, batch: scalar(0) } as never,
    3,
  )) as unknown as (input: object) => Promise<object>;
  const result = await readTree(await step({ state: scalar(1), fixed: {}, batch: float32([3], [1, 2, 3]) }));
  expect(result).toEqual({ state: scalar(7), report: { twice: float32([3], [2, 4, 6]) } });
});
