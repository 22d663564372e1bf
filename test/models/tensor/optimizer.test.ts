/** AdamW, clipping and the schedule against a plain float64 version written from the papers. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { disposeTree, readTree } from "../../../models/tensor/engine.ts";
import { float32, type HostArray, scalar } from "../../../models/tensor/host-array.ts";
import {
  ADAMW_DEFAULTS,
  type AdamWConfig,
  adamW,
  globalNorm,
  initAdamW,
  learningRateAt,
} from "../../../models/tensor/optimizer.ts";
import { OrtEngine } from "../../../models/tensor/ort-engine.ts";
import type { Tensor } from "../../../models/tensor/tensor.ts";
import { type Fn, randn, runOnce } from "./arrays.ts";

const engine = new OrtEngine();
const CONFIG: AdamWConfig = {
  ...ADAMW_DEFAULTS,
  peakLearningRate: 0.1,
  warmupSteps: 3,
  totalSteps: 10,
  weightDecay: 0.2,
};

/** Warm-up to the peak in three steps, then half a cosine down to a tenth at step 10. */
function rate(step: number): number {
  if (step < 3) return (0.1 * (step + 1)) / 3;
  const progress = Math.min((step - 3) / 7, 1);
  return 0.1 * (0.1 + 0.9 * 0.5 * (1 + Math.cos(Math.PI * progress)));
}

describe("learningRateAt", () => {
  it.each([0, 1, 2, 3, 6, 9, 10, 50])("step %i", async (step) => {
    const { lr } = await runOnce(engine, ({ step: s }) => ({ lr: learningRateAt(s!, CONFIG) }), { step: scalar(step) });
    expect(lr!.data[0]).toBeCloseTo(rate(step), 6);
  });

  it("without warm-up starts at the peak", async () => {
    const fn: Fn = ({ step }) => ({ lr: learningRateAt(step!, { ...CONFIG, warmupSteps: 0 }) });
    expect((await runOnce(engine, fn, { step: scalar(0) }))["lr"]!.data[0]).toBeCloseTo(0.1, 6);
  });
});

it("globalNorm of [3] and [[4]] is 5", async () => {
  const fn: Fn = ({ a, b }) => ({ norm: globalNorm({ a: a!, b: b! }) });
  expect((await runOnce(engine, fn, { a: float32([1], [3]), b: float32([1, 1], [4]) }))["norm"]!.data[0]).toBe(5);
});

/** Decoupled decay of matrices only; bias-corrected moments; clipping by the global norm. */
function reference(
  params: Record<string, number[]>,
  gradients: Record<string, number[]>,
  matrices: readonly string[],
  steps: number,
) {
  const p = structuredClone(params);
  const m = Object.fromEntries(Object.entries(p).map(([name, values]) => [name, values.map(() => 0)]));
  const v = structuredClone(m);
  const norm = Math.sqrt(
    Object.values(gradients)
      .flat()
      .reduce((sum, g) => sum + g * g, 0),
  );
  const clip = Math.min(1, CONFIG.clipNorm / norm);
  for (let t = 1; t <= steps; t++) {
    const lr = rate(t - 1);
    for (const [name, values] of Object.entries(p)) {
      for (let i = 0; i < values.length; i++) {
        const g = gradients[name]![i]! * clip;
        m[name]![i] = 0.9 * m[name]![i]! + 0.1 * g;
        v[name]![i] = 0.999 * v[name]![i]! + 0.001 * g * g;
        const mHat = m[name]![i]! / (1 - 0.9 ** t);
        const vHat = v[name]![i]! / (1 - 0.999 ** t);
        const decay = matrices.includes(name) ? lr * CONFIG.weightDecay * values[i]! : 0;
        values[i] = values[i]! - decay - (lr * mHat) / (Math.sqrt(vHat) + 1e-8);
      }
    }
  }
  return p;
}

it.each([
  ["small gradients, not clipped", 0.01],
  ["large gradients, clipped", 10],
])("adamW follows the reference for 20 steps: %s", async (_, size) => {
  const params = { kernel: randn(1, [2, 3]), bias: randn(2, [3]) };
  const gradients = { kernel: randn(3, [2, 3], size), bias: randn(4, [3], size) };
  const step = await engine.compile(
    ({
      p,
      g,
      o,
    }: {
      p: typeof tensors;
      g: typeof tensors;
      o: { first: typeof tensors; second: typeof tensors; step: Tensor };
    }) => {
      const next = adamW(p, g, o, CONFIG);
      return { p: next.params, o: next.optimizer, gradNorm: next.gradNorm };
    },
    { p: params, g: gradients, o: initAdamW(params) },
  );
  let state: { p: object; o: object } = { p: params, o: initAdamW(params) };
  for (let t = 0; t < 20; t++) {
    const next = await step({ ...state, g: gradients } as never);
    if (t > 0) disposeTree(state);
    disposeTree({ n: next.gradNorm });
    state = { p: next.p, o: next.o };
  }
  const { p } = (await readTree(state)) as unknown as { p: Record<string, HostArray> };
  disposeTree(state);
  const plain = (tree: Record<string, HostArray>) =>
    Object.fromEntries(Object.entries(tree).map(([k, a]) => [k, [...a.data]]));
  const expected = reference(plain(params), plain(gradients), ["kernel"], 20);
  for (const [name, values] of Object.entries(expected)) {
    for (const [i, value] of values.entries()) expect(p[name]!.data[i]).toBeCloseTo(value, 4);
  }
  expect(engine.liveArrays()).toBe(0);
});
declare const tensors: { kernel: Tensor; bias: Tensor };

it("a step never moves a parameter further than about the learning rate", async () => {
  const fn: Fn = ({ p, g }) => {
    const zero = { w: g!.mul(0) };
    const next = adamW(
      { w: p! },
      { w: g! },
      { first: zero, second: zero, step: g!.sum().mul(0) },
      { ...CONFIG, weightDecay: 0, warmupSteps: 0 },
    );
    return { moved: next.params.w.sub(p!) };
  };
  const step = await engine.compile(fn as never, { p: float32([4]), g: float32([4]) });
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.float({ noNaN: true, min: -1e3, max: 1e3 }), { minLength: 4, maxLength: 4 }),
      async (g) => {
        const result = (await step({ p: float32([4]), g: float32([4], g) } as never)) as unknown as {
          moved: { read(): Promise<HostArray>; dispose(): void };
        };
        const { data } = await result.moved.read();
        result.moved.dispose();
        for (const value of data) expect(Math.abs(value)).toBeLessThanOrEqual(0.1 * 1.001);
      },
    ),
    { numRuns: 50 },
  );
});
