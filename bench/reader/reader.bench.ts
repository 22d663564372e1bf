/** How many reader-turns a second: the training step of each size, and the simulator, on onnxruntime and on jax-js. */
import { ReaderEnv } from "../../models/simulator/reader-env.ts";
import type { Engine } from "../../models/tensor/engine.ts";
import { JaxEngine } from "../../models/tensor/jax-engine.ts";
import { ADAMW_DEFAULTS } from "../../models/tensor/optimizer.ts";
import { OrtEngine } from "../../models/tensor/ort-engine.ts";
import { codesOf } from "../../models/training/content-codes.ts";
import { Curriculum } from "../../models/training/curriculum.ts";
import { Stepper } from "../../models/training/stepper.ts";
import { initTrainState, makeTrainStep, type TrainExample } from "../../models/training/train-step.ts";
import type { BenchRow } from "../contender.ts";
import { makeWorld, openWorld } from "./world.ts";

const BATCH = 2560;
const STEPS = 12;
const WARMUP = 3;
const READERS = 4000;

export async function benchReader(): Promise<{ rows: BenchRow[]; notes: string[] }> {
  const folders = await makeWorld(400);
  const rows: BenchRow[] = [];
  const engines: readonly [string, () => Promise<Engine>][] = [
    ["onnxruntime, 2 threads", async () => new OrtEngine({ threads: 2 })],
    ["jax-js wasm", () => JaxEngine.create("wasm")],
  ];
  for (const [name, open] of engines) {
    const engine = await open();
    for (const size of ["tiny", "base"] as const) {
      const { data, config, params } = await openWorld(folders, size, BATCH);
      const curriculum = new Curriculum(data, config, params.reader.mean.shape[1]!);
      const [B, T] = curriculum.shape;
      const example: TrainExample = { state: initTrainState(params), fixed: data.tables, batch: curriculum.batchAt(0) };
      const step = makeTrainStep({ ...ADAMW_DEFAULTS, ...config, totalSteps: 1000 }, config.lossWeights);
      const stepper = await Stepper.create(engine, step, example, 1);
      let state = example.state as Parameters<Stepper["take"]>[0];
      const rates: number[] = [];
      for (let i = 0; i < STEPS; i++) {
        const started = performance.now();
        state = (await stepper.take(state, data.tables, [curriculum.batchAt(i)])).state;
        if (i >= WARMUP) rates.push((B * T) / ((performance.now() - started) / 1000));
      }
      await stepper.dispose();
      rows.push(rowOf(`training step, ${size}, ${B * T} reader-turns`, name, rates));

      const codes = await codesOf(engine, params, data.tables);
      const library = { codes, words: data.words };
      const env = await ReaderEnv.create(engine, params, data.marginal, library, { readers: READERS, seed: 1 });
      const simulated: number[] = [];
      for (let t = 0; t < STEPS; t++) {
        const shown = Int32Array.from({ length: READERS }, (_, r) => (r + t) % data.words.length);
        const started = performance.now();
        await env.stepArrays(shown);
        if (t >= WARMUP) simulated.push(READERS / ((performance.now() - started) / 1000));
      }
      await env.dispose();
      rows.push(rowOf(`simulated turn, ${size}, ${READERS} readers`, name, simulated));
    }
    await engine.dispose();
  }
  return { rows, notes: ["reader: reader-turns a second, filling of the batch and reading of the answers included"] };
}

function rowOf(task: string, contender: string, values: readonly number[]): BenchRow {
  const sorted = [...values].sort((a, b) => a - b);
  const [median, min, max] = [sorted[Math.floor(sorted.length / 2)]!, sorted[0]!, sorted.at(-1)!];
  return { task, contender, median, min, max, unit: "turns/s", runs: sorted.length };
}
