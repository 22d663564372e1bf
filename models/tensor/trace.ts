/** From a function of named arrays to a program: jax-js runs it once on symbols and writes down what it did. */
import { defaultDevice, init, makeJaxpr, numpy } from "@jax-js/jax";
import { internal } from "../../data-schemas/errors.ts";
import { type DType, HostArray } from "./host-array.ts";
import { type Program, readDType, readJaxpr, type Variable } from "./jaxpr.ts";
import type { Shape } from "./shape.ts";
import { type JaxArray, Tensor } from "./tensor.ts";
import { inScope, type Origin } from "./trace-scope.ts";
import { entries, fromEntries, type Mapped } from "./tree.ts";

/** A model: plain code from a tree of tensors to a tree of tensors. */
export type ModelFunction<I extends object, O extends object> = (inputs: Mapped<I, HostArray, Tensor>) => O;

/** Name, dtype and shape of an array that enters a program. */
export interface Slot {
  readonly path: string;
  readonly dtype: DType;
  readonly shape: Shape;
}

export interface Traced {
  readonly program: Program;
  readonly inputs: readonly Slot[];
  readonly constants: readonly { readonly variable: Variable; readonly array: HostArray }[];
  /** Variables of `program.inputs` that are inputs of the function, in the order of `inputs`. */
  readonly inputVariables: readonly Variable[];
  readonly outputPaths: readonly string[];
  readonly origins: ReadonlyMap<number, Origin>;
}

export function slotsOf(example: object): Slot[] {
  return entries<HostArray>(example).map(({ path, leaf }) => ({ path, dtype: leaf.dtype, shape: leaf.shape }));
}

/** The function on flat lists, ordered by path, as jax-js sees it. */
export function flattenModel<I extends object, O extends object>(
  fn: ModelFunction<I, O>,
  inputs: readonly Slot[],
): {
  call: (arrays: JaxArray[]) => JaxArray[];
  outputPaths: () => string[];
  origins: () => ReadonlyMap<number, Origin>;
} {
  let outputPaths: string[] | null = null;
  let origins: ReadonlyMap<number, Origin> = new Map();
  const call = (arrays: JaxArray[]): JaxArray[] =>
    inScope(arrays[0] ?? null, (found) => {
      const leaves = inputs.map(({ path }, i) => ({ path, leaf: Tensor.adopt(arrays[i]!, path || "input") }));
      const outputs = entries<Tensor>(fn(fromEntries<Tensor>(leaves) as Mapped<I, HostArray, Tensor>));
      outputPaths = outputs.map(({ path }) => path);
      origins = found;
      return outputs.map(({ leaf }) => leaf.borrow());
    });
  const known = (): string[] => {
    if (outputPaths === null) throw internal("the model was not traced yet");
    return outputPaths;
  };
  return { call, outputPaths: known, origins: () => origins };
}

/** Starts jax-js's wasm backend, which holds the few constants met while tracing. Idempotent. */
export async function startTracing(): Promise<void> {
  await init("wasm");
  defaultDevice("wasm");
}

/**
 * Traces `fn` at the shapes of `example`; its values are not read.
 * @throws {ShapeError | TreeError} Whatever the function's own operations refuse.
 */
export async function trace<I extends object, O extends object>(fn: ModelFunction<I, O>, example: I): Promise<Traced> {
  await startTracing();
  const inputs = slotsOf(example);
  const flat = flattenModel(fn, inputs);
  const closed = makeJaxpr(flat.call)(symbols(inputs)).jaxpr;
  try {
    const program = readJaxpr(closed.jaxpr);
    const constantVariables = program.inputs.slice(0, closed.consts.length);
    const constants = await Promise.all(
      constantVariables.map(async (variable, i) => ({
        variable,
        array: await readConstant(closed.consts[i] as JaxArray),
      })),
    );
    return {
      program,
      inputs,
      constants,
      inputVariables: program.inputs.slice(closed.consts.length),
      outputPaths: flat.outputPaths(),
      origins: flat.origins(),
    };
  } finally {
    closed.dispose();
  }
}

function symbols(inputs: readonly Slot[]): JaxArray[] {
  return inputs.map(({ dtype, shape }) => numpy.zeros([...shape], { dtype: numpy[dtype] }));
}

async function readConstant(array: JaxArray): Promise<HostArray> {
  const dtype = readDType(array.dtype, "constant");
  const { shape } = array;
  return toHost(dtype, shape, await array.ref.data());
}

/** jax-js stores booleans as 32-bit integers. */
export function toHost(dtype: DType, shape: Shape, data: ArrayLike<number>): HostArray {
  if (dtype === "bool")
    return new HostArray(
      "bool",
      shape,
      Uint8Array.from(data, (value) => (value === 0 ? 0 : 1)),
    );
  if (dtype === "int32") return new HostArray("int32", shape, Int32Array.from(data));
  return new HostArray("float32", shape, Float32Array.from(data));
}
