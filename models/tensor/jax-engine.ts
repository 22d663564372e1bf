/** Runs traced programs on jax-js itself: WebAssembly anywhere, WebGPU where `navigator.gpu` is set (see webgpu.ts). */
import { defaultDevice, init, jit } from "@jax-js/jax";
import { DeviceError, internal } from "../../data-schemas/errors.ts";
import { type Engine, EngineArray, type EngineName, orderInputs, type Step, type StepOutputs } from "./engine.ts";
import type { DType, HostArray, HostData } from "./host-array.ts";
import { readDType } from "./jaxpr.ts";
import { type JaxArray, toJax } from "./tensor.ts";
import { flattenModel, type ModelFunction, slotsOf, toHost, trace } from "./trace.ts";
import { fromEntries } from "./tree.ts";

export type JaxDevice = "wasm" | "webgpu";

class JaxEngineArray extends EngineArray {
  readonly array: JaxArray;
  readonly #onRelease: () => void;

  constructor(dtype: DType, array: JaxArray, onRelease: () => void) {
    super(dtype, array.shape);
    this.array = array;
    this.#onRelease = onRelease;
  }

  protected override async readData(): Promise<HostData> {
    return toHost(this.dtype, this.shape, await this.array.ref.data()).data;
  }

  protected override release(): void {
    this.array.dispose();
    this.#onRelease();
  }
}

export class JaxEngine implements Engine {
  readonly name: EngineName;
  readonly description: string;
  readonly #device: JaxDevice;
  #live = 0;

  private constructor(device: JaxDevice) {
    this.name = device === "wasm" ? "wasm" : "dawn";
    this.#device = device;
    this.description = `jax-js, ${device === "wasm" ? "WebAssembly" : "WebGPU on Dawn"}`;
  }

  /** @throws {DeviceError} jax-js cannot start the device here. */
  static async create(device: JaxDevice): Promise<JaxEngine> {
    const started = await init(device);
    if (!started.includes(device))
      throw new DeviceError(`device ${device === "wasm" ? "wasm" : "dawn"}: jax-js found no adapter`);
    return new JaxEngine(device);
  }

  async compile<I extends object, O extends object>(fn: ModelFunction<I, O>, example: I): Promise<Step<I, O>> {
    // jit traces at the first call; a model that refuses its own shapes is to be told of it now.
    await trace(fn, example);
    const slots = slotsOf(example);
    const flat = flattenModel(fn, slots);
    const compiled = jit(flat.call);
    const run = async (inputs: object): Promise<StepOutputs<O>> => {
      const arrays = orderInputs(inputs, slots).map((array) => this.#place(array));
      const results = this.#onDevice(() => compiled(arrays));
      await Promise.all(results.map((array) => array.blockUntilReady()));
      const paths = flat.outputPaths();
      const leaves = results.map((array, i) => {
        this.#live++;
        const dtype = readDType(array.dtype, paths[i]!);
        return { path: paths[i]!, leaf: new JaxEngineArray(dtype, array, () => void this.#live--) };
      });
      return fromEntries<EngineArray>(leaves) as StepOutputs<O>;
    };
    return Object.assign(run as (inputs: never) => Promise<StepOutputs<O>>, {
      dispose: async () => compiled.dispose(),
    }) as Step<I, O>;
  }

  liveArrays(): number {
    return this.#live;
  }

  async dispose(): Promise<void> {}

  /** A reference that the compiled function may consume. */
  #place(array: HostArray | EngineArray): JaxArray {
    if (array instanceof JaxEngineArray) return array.array.ref;
    if (array instanceof EngineArray) throw internal("an array of another engine was fed to jax-js; read() it first");
    return this.#onDevice(() => toJax(array));
  }

  /** jax-js puts new arrays on one default device of the process; it is set for each synchronous stretch of work. */
  #onDevice<T>(work: () => T): T {
    const before = defaultDevice();
    defaultDevice(this.#device);
    try {
      return work();
    } finally {
      defaultDevice(before);
    }
  }
}
