/** Runs lowered programs on onnxruntime: CPU by default; CUDA, DirectML, CoreML and WebGPU where it has them. */
import * as ort from "onnxruntime-node";
import { DeviceError, internal } from "../../data-schemas/errors.ts";
import { type Engine, EngineArray, type EngineName, orderInputs, type Step, type StepOutputs } from "./engine.ts";
import type { Graph } from "./graph.ts";
import { type DType, type HostArray, type HostData, storageOf } from "./host-array.ts";
import { checkLoopParts, checkLoopState, type LoopFunction, type LoopInput, type LoopStep } from "./loop.ts";
import { lower } from "./lower/lower.ts";
import { encodeLoop } from "./onnx-loop.ts";
import { encodeOnnx } from "./onnx-model.ts";
import type { Shape } from "./shape.ts";
import { type ModelFunction, type Slot, slotsOf, trace } from "./trace.ts";
import { fromEntries } from "./tree.ts";

export type OrtProvider = "cpu" | "cuda" | "dml" | "coreml" | "webgpu";

export interface OrtOptions {
  readonly provider?: OrtProvider;
  /** Threads inside one operation. Fixed by the caller: results depend on it in the last bit. */
  readonly threads?: number;
}

class OrtArray extends EngineArray {
  readonly tensor: ort.Tensor;
  readonly #onRelease: () => void;

  constructor(dtype: DType, shape: Shape, tensor: ort.Tensor, onRelease: () => void) {
    super(dtype, shape);
    this.tensor = tensor;
    this.#onRelease = onRelease;
  }

  protected override async readData(): Promise<HostData> {
    const data = await this.tensor.getData();
    return (storageOf(this.dtype) as Float32ArrayConstructor).from(data as Float32Array);
  }

  protected override release(): void {
    this.tensor.dispose();
    this.#onRelease();
  }
}

export class OrtEngine implements Engine {
  readonly name: EngineName;
  readonly description: string;
  readonly #provider: OrtProvider;
  readonly #threads: number;
  #live = 0;

  constructor({ provider = "cpu", threads = 2 }: OrtOptions = {}) {
    this.name = provider;
    this.#provider = provider;
    this.#threads = threads;
    const where = provider === "cpu" ? `CPU, ${threads} threads` : provider;
    this.description = `onnxruntime ${ort.env.versions.node}, ${where}`;
  }

  async compile<I extends object, O extends object>(fn: ModelFunction<I, O>, example: I): Promise<Step<I, O>> {
    const graph = lower(await trace(fn, example));
    const bytes = encodeOnnx(graph, {
      inputNames: graph.inputs.map((_, i) => `in${i}`),
      outputNames: graph.outputs.map((_, i) => `out${i}`),
    });
    return this.#step<I, O>(bytes, slotsOf(example), outputSlots(graph));
  }

  /** All steps run inside one Loop operation. */
  async compileLoop<S extends object, F extends object, B extends object, R extends object>(
    fn: LoopFunction<S, F, B, R>,
    example: LoopInput<S, F, B>,
    steps: number,
  ): Promise<LoopStep<S, F, B, R>> {
    const graph = lower(await trace(fn as unknown as ModelFunction<object, object>, example));
    const inputs = slotsOf(example);
    const outputs = outputSlots(graph);
    checkLoopParts(outputs.map(({ path }) => path));
    const under = (slots: readonly Slot[], part: string): number[] =>
      slots.flatMap(({ path }, i) => (path === part || path.startsWith(`${part}.`) ? [i] : []));
    const [given, returned] = [under(inputs, "state"), under(outputs, "state")];
    checkLoopState(
      given.map((i) => inputs[i]!),
      returned.map((i) => outputs[i]!),
    );
    const roles = {
      // Both lists are sorted by the same paths.
      state: given.map((input, i) => ({ input, output: returned[i]! })),
      batch: under(inputs, "batch"),
      report: under(outputs, "report"),
    };
    const stacked = (slots: readonly Slot[], which: readonly number[]): Slot[] =>
      slots.map((slot, i) => (which.includes(i) ? { ...slot, shape: [steps, ...slot.shape] } : slot));
    const bytes = encodeLoop(graph, roles, steps);
    return this.#step(bytes, stacked(inputs, roles.batch), stacked(outputs, roles.report));
  }

  async #step<I, O>(bytes: Uint8Array, inputs: readonly Slot[], outputs: readonly Slot[]): Promise<Step<I, O>> {
    const session = await createSession(bytes, this.#provider, this.#threads);
    const run = async (given: object): Promise<StepOutputs<O>> => {
      const feeds: Record<string, ort.Tensor> = {};
      for (const [i, array] of orderInputs(given, inputs).entries()) feeds[`in${i}`] = toOrt(array);
      const results = await session.run(feeds);
      const leaves = outputs.map(({ path, dtype, shape }, i) => {
        this.#live++;
        const release = (): void => void this.#live--;
        return { path, leaf: new OrtArray(dtype, shape, results[`out${i}`]!, release) };
      });
      return fromEntries<EngineArray>(leaves) as StepOutputs<O>;
    };
    return Object.assign(run as (inputs: never) => Promise<StepOutputs<O>>, {
      dispose: () => session.release(),
    }) as Step<I, O>;
  }

  liveArrays(): number {
    return this.#live;
  }

  async dispose(): Promise<void> {}
}

function outputSlots(graph: Graph): Slot[] {
  return graph.outputs.map(({ name, id }) => {
    const { dtype, shape } = graph.values[id]!;
    return { path: name, dtype: dtype as DType, shape };
  });
}

/** @throws {DeviceError} The provider is not there. Nothing falls back to another device in silence. */
export async function createSession(
  model: Uint8Array,
  provider: OrtProvider = "cpu",
  threads = 2,
): Promise<ort.InferenceSession> {
  try {
    return await ort.InferenceSession.create(model, {
      executionProviders: [provider],
      intraOpNumThreads: threads,
      graphOptimizationLevel: "all",
      executionMode: "sequential",
      logSeverityLevel: 3,
    });
  } catch (cause) {
    if (provider === "cpu") throw new Error(`internal: onnxruntime refused our program: ${message(cause)}`, { cause });
    throw new DeviceError(`device ${provider}: onnxruntime could not start it: ${message(cause)}`, { cause });
  }
}

/** The reason at the end of onnxruntime's message, without the C++ signature in front of it. */
function message(cause: unknown): string {
  const text = cause instanceof Error ? cause.message : String(cause);
  return text.trim().split(" was false. ").at(-1)!;
}

function toOrt(array: HostArray | EngineArray): ort.Tensor {
  if (array instanceof OrtArray) return array.tensor;
  if (array instanceof EngineArray)
    throw internal("an array of another engine was fed to onnxruntime; read() it first");
  return new ort.Tensor(array.dtype, array.data as Float32Array, array.shape);
}
