/** The moods' transition: one turn at a time as all at once, never happier for being ignored, and its rates recovered. */
import { expect, it } from "vitest";
import { CODE } from "../../../models/axes/axis-encoder.ts";
import { makeRng } from "../../../models/rng.ts";
import {
  initTransition,
  moodChange,
  moods,
  moodsInParallel,
  nextMoods,
  type TransitionParams,
} from "../../../models/state/transition.ts";
import { valueAndGrad } from "../../../models/tensor/derivative.ts";
import { square } from "../../../models/tensor/elementwise.ts";
import { disposeTree, readTree } from "../../../models/tensor/engine.ts";
import { float32, type HostArray } from "../../../models/tensor/host-array.ts";
import { ADAMW_DEFAULTS, adamW, initAdamW } from "../../../models/tensor/optimizer.ts";
import { OrtEngine } from "../../../models/tensor/ort-engine.ts";
import type { Tensor } from "../../../models/tensor/tensor.ts";
import { runTree } from "../tensor/arrays.ts";

const engine = new OrtEngine();
const [B, T] = [40, 12];
const sigmoid = (x: number): number => 1 / (1 + Math.exp(-x));

function world(seed: number) {
  const rng = makeRng(seed);
  const movers = new Float32Array(B * T * 4);
  for (let n = 0; n < B * T; n++) {
    const kind = Math.floor(rng() * 4);
    movers[n * 4] = kind === 0 ? 1 : kind === 1 ? 0.5 : 0;
    movers[n * 4 + 1] = kind === 2 ? 1 : 0;
    movers[n * 4 + 3] = rng() < 0.3 ? 1 : 0;
  }
  const phi = Float32Array.from({ length: B * T * CODE }, () => (rng() < 0.2 ? (rng() < 0.5 ? -1 : 1) : 0));
  const before = Float32Array.from({ length: B * T * T }, (_, i) => (i % T < Math.floor(i / T) % T ? 1 : 0));
  return { movers: float32([B * T, 4], movers), phi: float32([B * T, CODE], phi), before: float32([B, T, T], before) };
}

const all = (p: TransitionParams, { movers, phi, before }: Record<"movers" | "phi" | "before", Tensor>): Tensor => {
  const { a, b } = moodChange(p, phi, movers);
  return moodsInParallel(
    p,
    a.reshape([B, T, 4]),
    b.reshape([B, T, 4]),
    a.reshape([B, T, 4]).sum(2).mul(0).add(1),
    before,
  ).reshape([B * T, 4]);
};

const run = (fn: (inputs: never) => object, inputs: object) =>
  runTree(engine, fn, inputs) as Promise<Record<string, HostArray>>;

it("all turns at once are the turns one by one", async () => {
  const inputs = { p: initTransition(makeRng(1)), w: world(1) };
  const { x, a, b } = await run(({ p, w }: { p: TransitionParams; w: never }) => {
    const change = moodChange(p, (w as { phi: Tensor }).phi, (w as { movers: Tensor }).movers);
    return { x: all(p, w), ...change };
  }, inputs);
  const start = [...inputs.p.start.data].map((value) => sigmoid(Number(value)));
  for (let r = 0; r < B; r++) {
    let state = start;
    for (let t = 0; t < T; t++) {
      const n = (r * T + t) * 4;
      for (const [i, value] of state.entries()) expect(Number(x!.data[n + i])).toBeCloseTo(value, 5);
      state = state.map((value, i) => value * Number(a!.data[n + i]) + Number(b!.data[n + i]));
    }
  }
});

it("ignored thrice, a reader trusts less and is more frustrated than heard thrice, at any rates", async () => {
  for (const seed of [1, 2, 3]) {
    const p = initTransition(makeRng(seed));
    const moodAfter = async (movers: readonly number[]): Promise<number[]> => {
      const { x } = await run(
        ({ q, phi, m }: { q: TransitionParams; phi: Tensor; m: Tensor }) => {
          const { a, b } = moodChange(q, phi, m);
          let state = phi.matmul(q.tiring).mul(0).add(0.5).mul(constantRow(a));
          for (let i = 0; i < 3; i++) state = nextMoods(state, a, b);
          return { x: moods(state) };
        },
        { q: p, phi: float32([1, CODE]), m: float32([1, 4], [...movers]) },
      );
      return [...x!.data].map(Number);
    };
    const [ignored, heard] = [await moodAfter([0, 1, 1, 0]), await moodAfter([1, 0, 0, 0])];
    expect(ignored[0]).toBeLessThan(heard[0]!);
    expect(ignored[3]).toBeGreaterThan(heard[3]!);
  }
});

const constantRow = (like: Tensor): Tensor => like.mul(0).add(1);

it("recovers the rates that logs were made with", async () => {
  const rng = makeRng(5);
  const truth = { gain: 0.22, loss: 0.17, kept: 0.7, tired: 0.3 };
  const w = world(6);
  const target = new Float32Array(B * T * 4);
  for (let r = 0; r < B; r++) {
    let [trust, fatigue, curiosity, frustration] = [0.6, 0.1, 0.5, 0.1];
    for (let t = 0; t < T; t++) {
      const n = r * T + t;
      target.set(
        [trust, fatigue, curiosity, frustration].map((value) => value + 0.02 * (rng() - 0.5)),
        n * 4,
      );
      const [heeded, ignored, , few] = w.movers.data.slice(n * 4, n * 4 + 4) as Float32Array;
      trust += truth.gain * heeded! * (1 - trust) - truth.loss * ignored! * trust;
      fatigue = truth.kept * fatigue + (Number(w.phi.data[n * CODE]) > 0 ? truth.tired : 0);
      curiosity = 0.7 * curiosity + 0.15;
      frustration = 0.75 * frustration + 0.15 * ignored! + 0.1 * few! - 0.1 * heeded!;
    }
  }
  const params = initTransition(makeRng(1));
  const config = { ...ADAMW_DEFAULTS, peakLearningRate: 0.05, warmupSteps: 0, totalSteps: 600, weightDecay: 0 };
  let state: object = { params, optimizer: initAdamW(params) };
  const inputs = (s: object) => ({ s, w, target: float32([B * T, 4], target) });
  const step = await engine.compile(
    (({
      s,
      w: given,
      target: wanted,
    }: {
      s: { params: TransitionParams; optimizer: never };
      w: never;
      target: Tensor;
    }) => {
      const { gradients } = valueAndGrad(
        (p: TransitionParams) => ({ loss: square(all(p, given).sub(wanted)).mean(), aux: {} }),
        s.params,
      );
      const { params: next, optimizer } = adamW(s.params, gradients, s.optimizer, config);
      return { params: next, optimizer };
    }) as never,
    inputs(state) as never,
  );
  for (let i = 0; i < 600; i++) {
    const next = (await step(inputs(state) as never)) as object;
    if (i > 0) disposeTree(state);
    state = next;
  }
  const { params: fitted } = (await readTree(state as never)) as unknown as { params: Record<string, HostArray> };
  const of = (name: string, i: number): number => Number(fitted[name]!.data[i]);
  expect(sigmoid(of("trust", 0))).toBeCloseTo(truth.gain, 1.5);
  expect(sigmoid(of("trust", 1))).toBeCloseTo(truth.loss, 1.5);
  expect(sigmoid(of("kept", 0))).toBeCloseTo(truth.kept, 1);
  expect(sigmoid(of("kept", 2))).toBeCloseTo(0.75, 1.5);
  expect(of("frustrationGain", 0)).toBeCloseTo(0.15, 1.5);
  expect(of("frustrationGain", 2)).toBeCloseTo(0.1, 1.5);
  await step.dispose();
});
