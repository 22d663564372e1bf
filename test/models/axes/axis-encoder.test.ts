import { describe, expect, it } from "vitest";
import { AXES, axisIndex } from "../../../data-schemas/ontology.ts";
import { axisCode, axisLosses, CODE, initAxisEncoder, nextThreshold } from "../../../models/axes/axis-encoder.ts";
import { makeRng, normal } from "../../../models/rng.ts";
import { valueAndGrad } from "../../../models/tensor/derivative.ts";
import { disposeTree, readTree } from "../../../models/tensor/engine.ts";
import { float32, type HostArray } from "../../../models/tensor/host-array.ts";
import { ADAMW_DEFAULTS, adamW, initAdamW } from "../../../models/tensor/optimizer.ts";
import { OrtEngine } from "../../../models/tensor/ort-engine.ts";
import type { Tensor } from "../../../models/tensor/tensor.ts";
import { runOnce, runTree } from "../tensor/arrays.ts";

const engine = new OrtEngine();
const A = AXES.length;
const E = 6;
const WIDTH = E + A;
const params = initAxisEncoder(WIDTH, A, makeRng(1));

const run = (fn: (inputs: never) => object, inputs: object) =>
  runTree(engine, fn, inputs) as Promise<Record<string, HostArray>>;

describe("the code of a chapter", () => {
  it("begins as its meters: a named coordinate is its axis's column, small ones are left out, signs are kept", async () => {
    const d = new Float32Array(WIDTH);
    d[E + axisIndex("romance")] = -1.5;
    d[E + axisIndex("mystery")] = 0.4;
    const { phi } = await run(({ p, x }: { p: never; x: Tensor }) => ({ phi: axisCode(p, x) }), {
      p: params,
      x: float32([1, WIDTH], d),
    });
    // θ of differences is 1: half of it for a chapter.
    expect(phi!.data[axisIndex("romance")]).toBeCloseTo(-1.5, 5);
    expect(phi!.data[axisIndex("mystery")]).toBe(0);
    expect(phi!.shape).toEqual([1, CODE]);
  });
});

describe("the loss of a pair", () => {
  const pairOf = (axis: number, by: number, other = 0) => {
    const d = new Float32Array(WIDTH);
    d[E + axis] = by;
    if (other !== 0) d[E + ((axis + 1) % A)] = other;
    const one = new Float32Array(A);
    one[axis] = 1;
    return { d: float32([1, WIDTH], d), one: float32([1, A], one) };
  };
  const lossesOf = async (pair: ReturnType<typeof pairOf>) =>
    run(
      ({ p, d, one }: { p: never; d: Tensor; one: Tensor }) => {
        const { named, leakage, reconstruction, leastKept } = axisLosses(p, d, one);
        return { named, leakage, reconstruction, leastKept };
      },
      { p: params, ...pair },
    );

  it("rewards the right sign, punishes the wrong one and what else moves", async () => {
    const [right, wrong, leaking] = await Promise.all([
      lossesOf(pairOf(3, 2)),
      lossesOf(pairOf(3, -2)),
      lossesOf(pairOf(3, 2, 1)),
    ]);
    expect(Number(right["named"]!.data[0])).toBeLessThan(0.1);
    expect(Number(wrong["named"]!.data[0])).toBeGreaterThan(5);
    expect(Number(leaking["leakage"]!.data[0])).toBeGreaterThan(Number(right["leakage"]!.data[0]) + 0.01);
  });

  it("reconstructs what few coordinates can say", async () => {
    const { reconstruction } = await lossesOf(pairOf(3, 2));
    // The named coordinate has a decoder of its own: at least the prefix that holds it explains nearly all.
    expect(Number(reconstruction!.data[0])).toBeLessThan(0.3);
  });

  it("the threshold follows the least that was kept, by a hundredth a step", async () => {
    const { out } = await runOnce(engine, ({ t, k }) => ({ out: nextThreshold(t!, k!) }), {
      t: float32([CODE], new Float32Array(CODE).fill(1)),
      k: float32([CODE], new Float32Array(CODE).fill(2)),
    });
    for (const value of out!.data) expect(Number(value)).toBeCloseTo(1.01, 6);
  });
});

it("learns what a renamed column means from pairs alone, and free coordinates wake up", async () => {
  const rng = makeRng(4);
  const P = 64;
  // The axis's own column is silent; another column moves with it.
  const [axis, stand] = [5, 20];
  const batch = () => {
    const d = new Float32Array(P * WIDTH);
    const one = new Float32Array(P * A);
    for (let p = 0; p < P; p++) {
      for (let i = 0; i < WIDTH; i++) d[p * WIDTH + i] = 0.3 * normal(rng);
      if (p % 2 === 0) {
        d[p * WIDTH + E + axis] = 0;
        d[p * WIDTH + E + stand] = 2;
        one[p * A + axis] = 1;
      } else for (let e = 0; e < E; e++) d[p * WIDTH + e] = 2 * normal(rng);
    }
    return { d: float32([P, WIDTH], d), one: float32([P, A], one) };
  };
  const config = { ...ADAMW_DEFAULTS, peakLearningRate: 0.02, warmupSteps: 0, totalSteps: 200, weightDecay: 0 };
  let state: object = { p: params, o: initAdamW(params) };
  const step = await engine.compile(
    (({ s, b }: { s: { p: never; o: never }; b: { d: Tensor; one: Tensor } }) => {
      const { loss, gradients } = valueAndGrad((q: never) => {
        const { reconstruction, dead, named, leakage } = axisLosses(q, b.d, b.one);
        return { loss: reconstruction.add(dead).add(named).add(leakage), aux: {} };
      }, s.p);
      const { params: next, optimizer } = adamW(s.p as object, gradients as object, s.o, config);
      return { s: { p: next, o: optimizer }, loss };
    }) as never,
    { s: state, b: batch() } as never,
  );
  for (let i = 0; i < 200; i++) {
    const out = (await step({ s: state, b: batch() } as never)) as unknown as { s: object; loss: { dispose(): void } };
    out.loss.dispose();
    if (i > 0) disposeTree(state);
    state = out.s;
  }
  const { p } = (await readTree(state as never)) as unknown as { p: Record<string, HostArray> };
  const weight = Number(p["named"]!.data[stand * A + axis]);
  expect(weight).toBeGreaterThan(0.3);
  // Texts vary in E directions that only free coordinates can say.
  const free = p["free"]!.data;
  const size = Array.from({ length: CODE - A }, (_, m) =>
    Math.hypot(...Array.from({ length: E }, (_, e) => Number(free[e * (CODE - A) + m]))),
  );
  expect(Math.max(...size)).toBeGreaterThan(0.3);
  await step.dispose();
});
