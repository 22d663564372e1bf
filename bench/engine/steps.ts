/** One engine's steps, as a process for bench/process.ts. Usage: steps.ts cpu|wasm|tfjs THREADS */
import { createInterface } from "node:readline";
import { makeRng } from "../../models/rng.ts";
import { disposeTree, type Engine, type EngineArray, type Step } from "../../models/tensor/engine.ts";
import { float32, type HostArray } from "../../models/tensor/host-array.ts";
import { JaxEngine } from "../../models/tensor/jax-engine.ts";
import { OrtEngine } from "../../models/tensor/ort-engine.ts";
import type { Tensor } from "../../models/tensor/tensor.ts";
import { TfjsEngine } from "../../models/tensor/tfjs-engine.ts";
import type { ModelFunction } from "../../models/tensor/trace.ts";
import { timed } from "../contender.ts";
import { esusExample, makeEsusStep } from "./esus-step.ts";
import { mlpExample, mlpStep } from "./mlp-step.ts";

/** Large enough that only arithmetic counts. */
const MATRIX = 2048;

interface Example {
  readonly state: object;
  readonly batch: object;
}

interface Result {
  readonly loss: Tensor;
  readonly state: object;
}

async function open(name: string, threads: number): Promise<Engine> {
  if (name === "wasm") return JaxEngine.create("wasm");
  if (name === "tfjs") return TfjsEngine.create("wasm", threads);
  return new OrtEngine({ threads });
}

/** A training step whose state is fed back. */
async function training(
  engine: Engine,
  fn: ModelFunction<Example, Result>,
  example: Example,
): Promise<() => Promise<void>> {
  const step = (await engine.compile(fn, example)) as unknown as Step<never, never> &
    ((inputs: object) => Promise<{ loss: EngineArray; state: object }>);
  let state = example.state;
  let owned = false;
  return async () => {
    const result = await step({ state, batch: example.batch });
    if (owned) disposeTree(state);
    state = result.state;
    owned = true;
    // Reading the loss waits for the step on engines that work ahead.
    await result.loss.read();
    result.loss.dispose();
  };
}

async function product(engine: Engine): Promise<() => Promise<void>> {
  const half = (): HostArray => float32([MATRIX, MATRIX], new Float32Array(MATRIX ** 2).fill(0.5));
  const example = { a: half(), b: half() };
  const step = await engine.compile(({ a, b }) => ({ product: a.matmul(b) }), example);
  return async () => (await step(example)).product.dispose();
}

const [name = "cpu", threads = "2"] = process.argv.slice(2);
const engine = await open(name, Number(threads));
const tasks: Record<string, () => Promise<void>> = {
  mlp: await training(engine, mlpStep as unknown as ModelFunction<Example, Result>, mlpExample(makeRng(1))),
  esus: await training(engine, makeEsusStep() as unknown as ModelFunction<Example, Result>, esusExample(makeRng(1))),
  ...(name === "cpu" ? { matmul: await product(engine) } : {}),
};
console.log(JSON.stringify({ engine: engine.description }));
for await (const line of createInterface({ input: process.stdin })) {
  const [task, count] = line.split(" ");
  console.log(JSON.stringify(await timed(Number(count), tasks[task!]!)));
}
