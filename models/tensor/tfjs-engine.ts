/**
 * Runs lowered programs on TensorFlow.js, operation by operation, on whichever backend the user has. The packages are
 * optional peers: nothing of TensorFlow.js is installed with ESUS.
 */
import { DeviceError, internal, UnsupportedPrimitiveError } from "../../data-schemas/errors.ts";
import { type Engine, EngineArray, type EngineName, orderInputs, type Step, type StepOutputs } from "./engine.ts";
import type { Graph, Node, ValueId } from "./graph.ts";
import { type DType, HostArray, type HostData } from "./host-array.ts";
import { lower } from "./lower/lower.ts";
import { TFJS_OPERATIONS, type Tf, type TfTensor, tfDType } from "./tfjs-operations.ts";
import { type ModelFunction, slotsOf, toHost, trace } from "./trace.ts";
import { fromEntries } from "./tree.ts";

export const TFJS_BACKENDS = ["node-gpu", "node", "wasm", "cpu"] as const;
export type TfjsBackend = (typeof TFJS_BACKENDS)[number];

const PACKAGES: Readonly<Record<TfjsBackend, { module: string; backend: string; install: string }>> = {
  "node-gpu": {
    module: "@tensorflow/tfjs-node-gpu",
    backend: "tensorflow",
    install: "npm install @tensorflow/tfjs-node-gpu --ignore-scripts=false (Node up to 18, CUDA 11)",
  },
  node: {
    module: "@tensorflow/tfjs-node",
    backend: "tensorflow",
    install: "npm install @tensorflow/tfjs-node --ignore-scripts=false",
  },
  wasm: {
    module: "@tensorflow/tfjs-backend-wasm",
    backend: "wasm",
    install: "npm install @tensorflow/tfjs-core @tensorflow/tfjs-backend-wasm",
  },
  cpu: {
    module: "@tensorflow/tfjs-backend-cpu",
    backend: "cpu",
    install: "npm install @tensorflow/tfjs-core @tensorflow/tfjs-backend-cpu",
  },
};

class TfjsArray extends EngineArray {
  readonly tensor: TfTensor;
  readonly #onRelease: () => void;

  constructor(dtype: DType, tensor: TfTensor, onRelease: () => void) {
    super(dtype, tensor.shape);
    this.tensor = tensor;
    this.#onRelease = onRelease;
  }

  protected override async readData(): Promise<HostData> {
    return toHost(this.dtype, this.shape, await this.tensor.data()).data;
  }

  protected override release(): void {
    this.tensor.dispose();
    this.#onRelease();
  }
}

export class TfjsEngine implements Engine {
  readonly name: EngineName = "tfjs";
  readonly description: string;
  readonly #tf: Tf;
  readonly #backend: string;
  #live = 0;

  private constructor(tf: Tf, backend: TfjsBackend) {
    this.#tf = tf;
    this.#backend = PACKAGES[backend].backend;
    this.description = `TensorFlow.js ${tf.version_core}, ${backend} backend`;
  }

  /**
   * @param backend  One to insist on; by default the first that is installed: node-gpu, node, wasm, cpu.
   * @throws {DeviceError} It is not installed or does not start; the message has the command that installs it.
   */
  static async create(backend?: TfjsBackend, threads = 2): Promise<TfjsEngine> {
    const reasons: string[] = [];
    for (const candidate of backend === undefined ? TFJS_BACKENDS : [backend]) {
      try {
        return new TfjsEngine(await loadBackend(candidate, threads), candidate);
      } catch (cause) {
        const { module, install } = PACKAGES[candidate];
        const why = cause instanceof Error ? cause.message.split("\n")[0] : String(cause);
        reasons.push(`${module}: ${why}. Get it: ${install}`);
      }
    }
    throw new DeviceError(`device tfjs: no TensorFlow.js backend starts.\n  ${reasons.join("\n  ")}`);
  }

  async compile<I extends object, O extends object>(fn: ModelFunction<I, O>, example: I): Promise<Step<I, O>> {
    const tf = this.#tf;
    const graph = lower(await trace(fn, example));
    const slots = slotsOf(example);
    for (const node of graph.nodes) {
      if (TFJS_OPERATIONS[node.op] === undefined) {
        throw new UnsupportedPrimitiveError(`tfjs: operation ${node.op} is not written for TensorFlow.js`);
      }
    }
    const fixed = this.#inScope(() => new ConstantPart(tf, graph));
    const run = async (inputs: object): Promise<StepOutputs<O>> => {
      const arrays = orderInputs(inputs, slots);
      const results = this.#inScope(() => {
        const values = new Map(fixed.values);
        for (const [i, { id }] of graph.inputs.entries()) values.set(id, toTf(tf, arrays[i]!));
        for (const node of fixed.varying) runNode(tf, graph, node, values);
        // An output may alias an input or a constant; a clone is a tensor of its own on shared memory.
        return graph.outputs.map(({ id }) => tf.keep(tf.clone(values.get(id)!)));
      });
      const leaves = graph.outputs.map(({ name, id }, i) => {
        this.#live++;
        const dtype = graph.values[id]!.dtype as DType;
        return { path: name, leaf: new TfjsArray(dtype, results[i]!, () => void this.#live--) };
      });
      return fromEntries<EngineArray>(leaves) as StepOutputs<O>;
    };
    return Object.assign(run as (inputs: never) => Promise<StepOutputs<O>>, {
      dispose: async () => fixed.dispose(),
    }) as Step<I, O>;
  }

  liveArrays(): number {
    return this.#live;
  }

  async dispose(): Promise<void> {}

  /** Synchronous work on this engine's backend; tensors that are not kept are freed at its end. */
  #inScope<T>(work: () => T): T {
    // TensorFlow.js has one current backend; choosing a started one takes effect at once.
    void this.#tf.setBackend(this.#backend);
    this.#tf.engine().startScope();
    try {
      return work();
    } finally {
      this.#tf.engine().endScope();
    }
  }
}

/** Constants, and every node that depends on nothing else: computed once, kept between steps. */
class ConstantPart {
  readonly values = new Map<ValueId, TfTensor>();
  readonly varying: Node[] = [];

  constructor(tf: Tf, graph: Graph) {
    for (const [id, { constant }] of graph.values.entries()) {
      if (constant === null) continue;
      const dtype = tfDType(constant.dtype);
      this.values.set(id, tf.keep(tf.tensor(Array.from(constant.data), [...constant.shape], dtype)));
    }
    for (const node of graph.nodes) {
      if (!node.inputs.every((id) => this.values.has(id))) {
        this.varying.push(node);
        continue;
      }
      runNode(tf, graph, node, this.values);
      for (const id of node.outputs) tf.keep(this.values.get(id)!);
    }
  }

  dispose(): void {
    for (const tensor of this.values.values()) tensor.dispose();
    this.values.clear();
  }
}

function runNode(tf: Tf, graph: Graph, node: Node, values: Map<ValueId, TfTensor>): void {
  const integers = (i: number): number[] => {
    const { constant } = graph.values[node.inputs[i]!]!;
    if (constant === null) throw internal(`${node.op}: input ${i} is not a constant`);
    return Array.from(constant.data);
  };
  const inputs = node.inputs.map((id) => values.get(id)!);
  const { shape } = graph.values[node.outputs[0]!]!;
  const result = TFJS_OPERATIONS[node.op]!({ tf, inputs, integers, node, shape });
  const results = Array.isArray(result) ? (result as readonly TfTensor[]) : [result as TfTensor];
  for (const [i, id] of node.outputs.entries()) values.set(id, results[i]!);
}

async function loadBackend(backend: TfjsBackend, threads: number): Promise<Tf> {
  const { module, backend: name } = PACKAGES[backend];
  const loaded: unknown = await import(module);
  if (name === "tensorflow") return loaded as Tf;
  const tf = (await import("@tensorflow/tfjs-core")) as Tf;
  if (backend === "wasm") (loaded as { setThreadsCount(count: number): void }).setThreadsCount(threads);
  if (!(await tf.setBackend(name))) throw new Error(`backend ${name} does not start`);
  await tf.ready();
  return tf;
}

function toTf(tf: Tf, array: HostArray | EngineArray): TfTensor {
  if (array instanceof TfjsArray) return array.tensor;
  if (!(array instanceof HostArray)) throw internal("an array of another engine was fed to tfjs; read() it first");
  return tf.tensor(array.data, [...array.shape], array.dtype);
}
