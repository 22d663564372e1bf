/** Runs lowered programs on onnxruntime: CPU by default; CUDA, DirectML, CoreML and WebGPU where it has them. */
import * as ort from "onnxruntime-node";
import { DeviceError, internal } from "../../data-schemas/errors.ts";
import { type Engine, EngineArray, type EngineName, orderInputs, type Step, type StepOutputs } from "./engine.ts";
import type { Graph } from "./graph.ts";
import type { DType, HostArray, HostData } from "./host-array.ts";
import { storageOf } from "./host-array.ts";
import { lower } from "./lower/lower.ts";
import { encodeOnnx } from "./onnx-model.ts";
import type { Shape } from "./shape.ts";
import { type ModelFunction, slotsOf, trace } from "./trace.ts";
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
    const slots = slotsOf(example);
    const session = await this.#createSession(graph);
    const run = async (inputs: object): Promise<StepOutputs<O>> => {
      const arrays = orderInputs(inputs, slots);
      const feeds: Record<string, ort.Tensor> = {};
      for (const [i, array] of arrays.entries()) feeds[`in${i}`] = toOrt(array);
      const results = await session.run(feeds);
      const leaves = graph.outputs.map(({ name, id }, i) => {
        const { dtype, shape } = graph.values[id]!;
        this.#live++;
        const release = (): void => void this.#live--;
        return { path: name, leaf: new OrtArray(dtype as DType, shape, results[`out${i}`]!, release) };
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

  async #createSession(graph: Graph): Promise<ort.InferenceSession> {
    const bytes = encodeOnnx(graph, {
      inputNames: graph.inputs.map((_, i) => `in${i}`),
      outputNames: graph.outputs.map((_, i) => `out${i}`),
    });
    return createSession(bytes, this.#provider, this.#threads);
  }
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
