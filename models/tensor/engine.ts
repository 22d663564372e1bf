/**
 * What every engine can do: compile a model function at fixed shapes, and run it. Engines are interchangeable: the same
 * inputs give the same numbers up to rounding, and on one engine the same bits.
 */
import { DisposedError, ShapeError } from "../../data-schemas/errors.ts";
import { type DType, HostArray, type HostData } from "./host-array.ts";
import { formatShape, type Shape, sameShape } from "./shape.ts";
import type { Tensor } from "./tensor.ts";
import type { ModelFunction, Slot } from "./trace.ts";
import { comparePaths, entries, fromEntries, type Mapped } from "./tree.ts";

export const ENGINE_NAMES = ["cpu", "cuda", "dml", "coreml", "webgpu", "wasm", "dawn", "tfjs"] as const;
export type EngineName = (typeof ENGINE_NAMES)[number];

/**
 * An array on an engine. It belongs to whoever called the step that made it, until `dispose`.
 * Feeding it to a later step of the same engine moves no memory where the engine can avoid it.
 */
export abstract class EngineArray {
  readonly dtype: DType;
  readonly shape: Shape;
  #disposed = false;

  constructor(dtype: DType, shape: Shape) {
    this.dtype = dtype;
    this.shape = shape;
  }

  /** A copy in the memory of this process. @throws {DisposedError} It was given back. */
  async read(): Promise<HostArray> {
    this.assertAlive();
    return new HostArray(this.dtype, this.shape, await this.readData());
  }

  /** Gives the memory back. A second call is an error, as any other use is. */
  dispose(): void {
    this.assertAlive();
    this.#disposed = true;
    this.release();
  }

  assertAlive(): void {
    if (this.#disposed) {
      throw new DisposedError(
        `EngineArray ${formatShape(this.shape)}: used after dispose(); keep the newest result of a step and dispose the old one`,
      );
    }
  }

  protected abstract readData(): Promise<HostData>;
  protected abstract release(): void;
}

export type StepInputs<I> = Mapped<I, HostArray, HostArray | EngineArray>;
export type StepOutputs<O> = Mapped<O, Tensor, EngineArray>;

/** A compiled function. Inputs are left alone; outputs belong to the caller. */
export interface Step<I, O> {
  (inputs: StepInputs<I>): Promise<StepOutputs<O>>;
  dispose(): Promise<void>;
}

export interface Engine {
  readonly name: EngineName;
  /** One line for people: what runs the numbers, such as "onnxruntime 1.30.0, CPU, 2 threads". */
  readonly description: string;
  /**
   * @param fn       Plain code on tensors, called once to trace it.
   * @param example  Gives names, dtypes and shapes; its values are not read.
   * @throws {ShapeError | TreeError} The function refuses its own shapes.
   * @throws {UnsupportedPrimitiveError} The engine cannot run an operation of it.
   */
  compile<I extends object, O extends object>(fn: ModelFunction<I, O>, example: I): Promise<Step<I, O>>;
  /** Arrays handed out and not yet disposed. */
  liveArrays(): number;
  dispose(): Promise<void>;
}

/**
 * Orders the leaves of step inputs by the compiled slots and checks them.
 * @throws {ShapeError} A shape or dtype differs from the compiled one; the message has the path and both.
 */
export function orderInputs(inputs: object, slots: readonly Slot[]): (HostArray | EngineArray)[] {
  const given = entries<HostArray | EngineArray>(inputs);
  comparePaths(
    "step inputs",
    given.map(({ path }) => path),
    slots.map(({ path }) => path),
  );
  return given.map(({ path, leaf }, i) => {
    const slot = slots[i]!;
    if (leaf.dtype !== slot.dtype || !sameShape(leaf.shape, slot.shape)) {
      throw new ShapeError(
        `step: input "${path}" is ${leaf.dtype} ${formatShape(leaf.shape)}, but the step was compiled for ` +
          `${slot.dtype} ${formatShape(slot.shape)}; compile again for the new shape`,
      );
    }
    if (leaf instanceof EngineArray) leaf.assertAlive();
    return leaf;
  });
}

/** Gives back every array of a tree. */
export function disposeTree(tree: object): void {
  for (const { leaf } of entries<EngineArray>(tree)) leaf.dispose();
}

/** Copies every array of a tree into this process. */
export async function readTree<O extends object>(tree: O): Promise<Mapped<O, EngineArray, HostArray>> {
  const list = entries<EngineArray>(tree);
  const leaves = await Promise.all(list.map(async ({ path, leaf }) => ({ path, leaf: await leaf.read() })));
  return fromEntries<HostArray>(leaves) as Mapped<O, EngineArray, HostArray>;
}
