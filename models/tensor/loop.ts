/**
 * Several steps in one call. The state stays on the engine between them: on a graphics card that saves two copies of all
 * parameters a step. Engines that have a loop of their own (onnxruntime) run it there; others take the steps one by one.
 */
import { ShapeError, TreeError } from "../../data-schemas/errors.ts";
import { disposeTree, type Engine, EngineArray, type Step, type StepOutputs } from "./engine.ts";
import { HostArray, type HostData, stack } from "./host-array.ts";
import { formatShape, sameShape, sizeOf } from "./shape.ts";
import type { Tensor } from "./tensor.ts";
import { type ModelFunction, type Slot, slotsOf } from "./trace.ts";
import { comparePaths, entries, fromEntries, type Mapped, mapTree } from "./tree.ts";

/** `state` is handed from step to step, `fixed` is the same in all of them, `batch` is new in each. */
export interface LoopInput<S, F, B> {
  readonly state: S;
  readonly fixed: F;
  readonly batch: B;
}

export interface LoopOutput<S, R> {
  /** The same names, dtypes and shapes as the state that came in. */
  readonly state: S;
  readonly report: R;
}

export type LoopFunction<S, F, B, R> = (
  input: Mapped<LoopInput<S, F, B>, HostArray, Tensor>,
) => LoopOutput<Mapped<S, HostArray, Tensor>, R>;

/** Takes batches with a leading dimension of `steps`, gives reports with one. */
export type LoopStep<S, F, B, R> = Step<LoopInput<S, F, B>, LoopOutput<Mapped<S, HostArray, Tensor>, R>>;

/** @throws {ShapeError | TreeError} A step does not give back the state that it took. */
export function checkLoopState(given: readonly Slot[], returned: readonly Slot[]): void {
  comparePaths(
    "loop: returned state",
    returned.map(({ path }) => path),
    given.map(({ path }) => path),
  );
  for (const { path, dtype, shape } of given) {
    const back = returned.find((slot) => slot.path === path)!;
    if (back.dtype !== dtype || !sameShape(back.shape, shape)) {
      throw new ShapeError(
        `loop: "${path}" went in as ${dtype} ${formatShape(shape)} and came out as ${back.dtype} ${formatShape(back.shape)}`,
      );
    }
  }
}

/** @throws {TreeError} A step returns something beside its state and its report. */
export function checkLoopParts(paths: readonly string[]): void {
  const stray = paths.find((path) => !/^(?:state|report)(?:\.|$)/.test(path));
  if (stray !== undefined)
    throw new TreeError(`loop: the step returned "${stray}"; expected arrays in "state" and "report" only`);
}

/** One compiled step, called `steps` times. */
export async function loopStepByStep<S extends object, F extends object, B extends object, R extends object>(
  engine: Engine,
  fn: LoopFunction<S, F, B, R>,
  example: LoopInput<S, F, B>,
  steps: number,
): Promise<LoopStep<S, F, B, R>> {
  type Result = LoopOutput<object, object>;
  const step = (await engine.compile(fn as unknown as ModelFunction<object, object>, example)) as unknown as Step<
    never,
    never
  > &
    ((input: object) => Promise<Result>);
  const run = async ({ state, fixed, batch }: LoopInput<object, object, object>): Promise<Result> => {
    let current: Result | null = null;
    const reports: Map<string, HostArray>[] = [];
    for (let i = 0; i < steps; i++) {
      const next: Result = await step({
        state: current?.state ?? state,
        fixed,
        batch: mapTree(batch, (leaf: HostArray) => row(leaf, i)),
      });
      if (i === 0) {
        try {
          checkLoopParts(entries(next).map(({ path }) => path));
          checkLoopState(slotsOf({ state }), slotsOf({ state: next.state }));
        } catch (error) {
          disposeTree(next);
          throw error;
        }
      }
      if (current !== null) disposeTree(current.state);
      current = next;
      const read = await Promise.all(
        entries<EngineArray>(next.report).map(async ({ path, leaf }) => [path, await leaf.read()] as const),
      );
      reports.push(new Map(read));
      disposeTree(next.report);
    }
    const stacked = [...reports[0]!.keys()].map((path) => ({
      path,
      leaf: new HostResident(stack(reports.map((report) => report.get(path)!))),
    }));
    return { state: current!.state, report: fromEntries<EngineArray>(stacked) };
  };
  return Object.assign(run as unknown as (inputs: never) => Promise<StepOutputs<never>>, {
    dispose: () => step.dispose(),
  }) as unknown as LoopStep<S, F, B, R>;
}

/** Row `i` of an array's leading dimension. */
function row({ dtype, shape, data }: HostArray, i: number): HostArray {
  const size = sizeOf(shape.slice(1));
  return new HostArray(dtype, shape.slice(1), data.slice(i * size, (i + 1) * size));
}

/** Reports of several steps, which are in this process already. */
class HostResident extends EngineArray {
  readonly #array: HostArray;

  constructor(array: HostArray) {
    super(array.dtype, array.shape);
    this.#array = array;
  }

  protected override async readData(): Promise<HostData> {
    return this.#array.data.slice();
  }

  protected override release(): void {}
}
