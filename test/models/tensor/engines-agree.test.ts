/** Three training steps give the same losses and parameters on every engine that is here, relative 1e-4. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { esusExample, makeEsusStep } from "../../../bench/engine/esus-step.ts";
import { mlpExample, mlpStep } from "../../../bench/engine/mlp-step.ts";
import { makeRng } from "../../../models/rng.ts";
import { disposeTree, type Engine, readTree } from "../../../models/tensor/engine.ts";
import type { HostArray } from "../../../models/tensor/host-array.ts";
import { entries } from "../../../models/tensor/tree.ts";
import { closeDawn } from "../../../models/tensor/webgpu.ts";
import { ENGINES, HAS_SOFTWARE_GPU } from "./engines.ts";

const STEPS = 3;
const TOLERANCE = 1e-4;

const SMALL_ESUS = {
  readers: 6,
  turns: 5,
  embedding: 24,
  hidden: 16,
  axes: 12,
  latent: 6,
  user: 10,
  tags: 4,
  active: 3,
};
const TASKS = {
  mlp: { fn: mlpStep, example: mlpExample(makeRng(3), { batch: 16, input: 12, hidden: 8 }) },
  esus: { fn: makeEsusStep(SMALL_ESUS), example: esusExample(makeRng(4), SMALL_ESUS) },
};

interface Trained {
  readonly losses: readonly number[];
  readonly params: readonly { path: string; leaf: HostArray }[];
}

async function train(
  engine: Engine,
  { fn, example }: { fn: unknown; example: { state: object; batch: object } },
): Promise<Trained> {
  const step = (await engine.compile(fn as never, example)) as unknown as {
    (inputs: object): Promise<{ loss: never; state: { params: object } }>;
    dispose(): Promise<void>;
  };
  let state: object = example.state;
  const losses: number[] = [];
  let params: { path: string; leaf: HostArray }[] = [];
  for (let i = 0; i < STEPS; i++) {
    const result = await step({ state, batch: example.batch });
    const { loss } = (await readTree({ loss: result.loss })) as unknown as { loss: HostArray };
    losses.push(loss.data[0]!);
    params = entries<HostArray>(await readTree(result.state.params));
    if (i > 0) disposeTree(state);
    disposeTree({ loss: result.loss });
    state = result.state;
  }
  disposeTree(state);
  await step.dispose();
  return { losses, params };
}

describe.each(["mlp", "esus"] as const)("%s step", (task) => {
  let reference: Trained;

  beforeAll(async () => {
    reference = await train(await ENGINES[0]![1](), TASKS[task]);
    // A step that did nothing would agree everywhere.
    expect(reference.losses[2]).toBeLessThan(reference.losses[0]!);
  });

  it.each(ENGINES.slice(1))("%s", async (_, open) => {
    const engine = await open();
    const { losses, params } = await train(engine, TASKS[task]);
    for (const [i, loss] of losses.entries()) {
      expect(Math.abs(loss - reference.losses[i]!)).toBeLessThan(TOLERANCE * Math.abs(reference.losses[i]!));
    }
    for (const [i, { path, leaf }] of params.entries()) {
      const want = reference.params[i]!.leaf.data;
      const scale = Math.max(...Array.from(want, Math.abs));
      const apart = Math.max(...Array.from(leaf.data, (value, j) => Math.abs(value - want[j]!)));
      expect(apart, path).toBeLessThan(TOLERANCE * scale + 1e-6);
    }
    expect(engine.liveArrays()).toBe(0);
  });

  it("gives the same bits twice on one engine", async () => {
    const again = await train(await ENGINES[0]![1](), TASKS[task]);
    expect(again.losses).toEqual(reference.losses);
    for (const [i, { leaf }] of again.params.entries()) expect(leaf.data).toEqual(reference.params[i]!.leaf.data);
  });
});

it.runIf(HAS_SOFTWARE_GPU)("WebGPU was among them", () => {
  expect(ENGINES.map(([name]) => name)).toContain("jax-js webgpu on Dawn");
});

afterAll(closeDawn);
