/** Takes training steps on an engine: several in one call where that is asked for, one by one at the end of an epoch. */

import type { ContentTables } from "../content/content-encoder.ts";
import type { TrainBatch } from "../objective.ts";
import { compileLoop } from "../tensor/compile-loop.ts";
import { disposeTree, type Engine, type EngineArray, readTree, type Step } from "../tensor/engine.ts";
import { type HostArray, stack } from "../tensor/host-array.ts";
import type { LoopStep } from "../tensor/loop.ts";
import { entries, fromEntries, type Mapped } from "../tensor/tree.ts";
import { LOGGED, type Logged, type makeTrainStep, type TrainExample, type TrainState } from "./train-step.ts";

export type StepReport = Readonly<Record<Logged, number>>;

/** @param values  In the order of LOGGED. */
export function reportOf(values: readonly number[]): StepReport {
  return Object.fromEntries(LOGGED.map((name, i) => [name, values[i]!])) as StepReport;
}

/** A tree whose arrays are in this process or on the engine. */
export type Resident<T> = Mapped<T, HostArray, HostArray | EngineArray>;

type TrainStep = ReturnType<typeof makeTrainStep>;
type Batch = TrainBatch<HostArray>;
type Reports = ReturnType<TrainStep>["report"];

export interface Taken {
  readonly state: Mapped<TrainState, HostArray, EngineArray>;
  readonly reports: readonly StepReport[];
}

export class Stepper {
  readonly #single: Step<TrainExample, ReturnType<TrainStep>>;
  readonly #loop: LoopStep<TrainState, ContentTables<HostArray>, Batch, Reports> | null;
  readonly #stepsPerCall: number;

  private constructor(
    single: Step<TrainExample, ReturnType<TrainStep>>,
    loop: LoopStep<TrainState, ContentTables<HostArray>, Batch, Reports> | null,
    stepsPerCall: number,
  ) {
    this.#single = single;
    this.#loop = loop;
    this.#stepsPerCall = stepsPerCall;
  }

  static async create(engine: Engine, fn: TrainStep, example: TrainExample, stepsPerCall: number): Promise<Stepper> {
    const loop =
      stepsPerCall > 1
        ? await compileLoop<TrainState, ContentTables<HostArray>, Batch, Reports>(engine, fn, example, stepsPerCall)
        : null;
    return new Stepper(await engine.compile(fn, example), loop, stepsPerCall);
  }

  /** Steps that the next call takes when `left` remain before the caller must look. */
  most(left: number): number {
    return this.#loop !== null && left >= this.#stepsPerCall ? this.#stepsPerCall : 1;
  }

  /** @param batches  As many as `most` said. The state that comes in is left alone; the one that comes out is the caller's. */
  async take(state: Resident<TrainState>, fixed: ContentTables<HostArray>, batches: readonly Batch[]): Promise<Taken> {
    const batch = batches.length === 1 ? batches[0]! : stackTrees(batches);
    const step = batches.length === 1 ? this.#single : this.#loop!;
    const { state: next, report } = await step({ state, fixed, batch } as never);
    const read = await readTree(report);
    disposeTree(report);
    const reports = batches.map((_, i) => reportOf(LOGGED.map((name) => (read[name] as HostArray).data[i]!)));
    return { state: next as Taken["state"], reports };
  }

  async dispose(): Promise<void> {
    await this.#single.dispose();
    await this.#loop?.dispose();
  }
}

/** One tree with every array stacked along a new first dimension. */
function stackTrees<T extends object>(trees: readonly T[]): T {
  const lists = trees.map((tree) => entries<HostArray>(tree));
  return fromEntries(lists[0]!.map(({ path }, i) => ({ path, leaf: stack(lists.map((list) => list[i]!.leaf)) }))) as T;
}
