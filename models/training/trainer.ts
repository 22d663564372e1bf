/**
 * The training loop, as a generator of what happens: the caller logs, saves and stops. Which answers are in step s
 * depends on the seed and s only, so a run that continues from a snapshot repeats the uninterrupted one bit by bit.
 */
import { NonFiniteError } from "../../data-schemas/errors.ts";
import type { LossWeights } from "../../data-schemas/train-config.ts";
import type { EsusParams } from "../esus.ts";
import type { ReaderData } from "../reader/reader-data.ts";
import { type Engine, EngineArray } from "../tensor/engine.ts";
import { HostArray } from "../tensor/host-array.ts";
import { ADAMW_DEFAULTS } from "../tensor/optimizer.ts";
import { entries, fromEntries } from "../tensor/tree.ts";
import { Curriculum } from "./curriculum.ts";
import { type Resident, reportOf, Stepper } from "./stepper.ts";
import {
  initTrainState,
  LOGGED,
  type Logged,
  makeTrainStep,
  type TrainExample,
  type TrainState,
} from "./train-step.ts";
import { Validator } from "./validator.ts";

export interface TrainerConfig {
  readonly seed: number;
  readonly batchSize: number;
  readonly epochs: number;
  readonly patience: number;
  readonly peakLearningRate: number;
  readonly warmupSteps: number;
  readonly weightDecay: number;
  readonly lossWeights: LossWeights;
  readonly pairBatchSize: number;
  readonly rowTurns: number | null;
  /** Steps that the engine takes in one call. */
  readonly stepsPerCall: number;
}

/** Means over an epoch, by name; losses in nats a target. */
export interface EpochLog extends Readonly<Record<Logged, number>> {
  readonly epoch: number;
  readonly step: number;
  /** Ordinal loss, nats a rating. null: no rating is in the validation split. */
  readonly validationLoss: number | null;
}

/** All that the rest of the run depends on. */
export interface Snapshot {
  readonly state: TrainState;
  readonly bestParams: EsusParams;
  readonly progress: Progress;
}

export interface Progress {
  readonly step: number;
  readonly bestLoss: number | null;
  readonly staleEpochs: number;
  /** Sums of the unfinished epoch, in the order of LOGGED. */
  readonly sums: readonly number[];
  readonly log: readonly EpochLog[];
}

export type TrainEvent =
  | {
      readonly kind: "step";
      readonly step: number;
      readonly totalSteps: number;
      /** Reader-turns, on average. */
      readonly eventsPerStep: number;
      readonly snapshot: () => Promise<Snapshot>;
    }
  | { readonly kind: "epoch"; readonly log: EpochLog }
  | { readonly kind: "done"; readonly params: EsusParams; readonly log: readonly EpochLog[] };

export interface TrainRequest {
  readonly engine: Engine;
  readonly data: ReaderData;
  readonly config: TrainerConfig;
  readonly initialParams: EsusParams;
  readonly resumeFrom: Snapshot | null;
}

/** @throws {NonFiniteError} The loss or the gradient is not finite; the message names the step. */
export async function* train(request: TrainRequest): AsyncGenerator<TrainEvent, void> {
  const { engine, data, config } = request;
  const curriculum = new Curriculum(data, config, request.initialParams.reader.mean.shape[1]!);
  const { stepsPerEpoch } = curriculum;
  const totalSteps = stepsPerEpoch * config.epochs;
  const start = request.resumeFrom ?? startOf(request.initialParams);
  const optimizer = { ...ADAMW_DEFAULTS, ...config, totalSteps };
  const example: TrainExample = { state: start.state, fixed: data.tables, batch: curriculum.batchAt(0) };
  const trainStep = makeTrainStep(optimizer, config.lossWeights);
  const stepper = await Stepper.create(engine, trainStep, example, config.stepsPerCall);
  const validator = await Validator.create(engine, request.initialParams, data);

  let state: Resident<TrainState> = start.state;
  let { bestParams } = start;
  let { step, bestLoss, staleEpochs } = start.progress;
  let sums = [...start.progress.sums];
  const log = [...start.progress.log];
  const replace = (next: typeof state): void => {
    disposeOnEngine(state);
    state = next;
  };
  try {
    while (step < totalSteps && staleEpochs < config.patience) {
      const count = stepper.most(stepsPerEpoch - (step % stepsPerEpoch));
      const batches = Array.from({ length: count }, (_, i) => curriculum.batchAt(step + i));
      const result = await stepper.take(state, data.tables, batches);
      replace(result.state);
      for (const report of result.reports) {
        const terms = LOGGED.map((name) => report[name]);
        step++;
        if (!terms.every(Number.isFinite)) throw diverged(step, terms);
        sums = sums.map((sum, i) => sum + terms[i]!);
      }

      if (step % stepsPerEpoch === 0) {
        const validationLoss = await validator.loss(state.params);
        const means = sums.map((sum) => sum / stepsPerEpoch);
        const epochLog = { epoch: step / stepsPerEpoch, step, ...reportOf(means), validationLoss };
        sums = LOGGED.map(() => 0);
        log.push(epochLog);
        // Without a validation split nothing says when to stop: all epochs run and the last parameters stay.
        const better = bestLoss === null || validationLoss === null || validationLoss < bestLoss;
        staleEpochs = better ? 0 : staleEpochs + 1;
        if (better) {
          bestLoss = validationLoss;
          bestParams = await onHost<EsusParams>(state.params as never);
        }
        yield { kind: "epoch", log: epochLog };
      }
      const progress: Progress = { step, bestLoss, staleEpochs, sums: [...sums], log: [...log] };
      const best = bestParams;
      const snapshot = async (): Promise<Snapshot> => ({
        state: await onHost<TrainState>(state),
        bestParams: best,
        progress,
      });
      yield { kind: "step", step, totalSteps, eventsPerStep: curriculum.events / stepsPerEpoch, snapshot };
    }
    yield { kind: "done", params: bestParams, log };
  } finally {
    disposeOnEngine(state);
    await validator.dispose();
    await stepper.dispose();
  }
}

function startOf(params: EsusParams): Snapshot {
  const progress = { step: 0, bestLoss: null, staleEpochs: 0, sums: LOGGED.map(() => 0), log: [] };
  return { state: initTrainState(params), bestParams: params, progress };
}

function diverged(step: number, terms: readonly number[]): NonFiniteError {
  const told = LOGGED.map((name, i) => `${name} ${terms[i]}`).join(", ");
  return new NonFiniteError(
    `train: not finite at step ${step} (${told}); lower peakLearningRate and continue from the last saved state`,
  );
}

/** The tree in this process; arrays that are here already are not copied. */
async function onHost<T extends object>(tree: Resident<T> & object): Promise<T> {
  const leaves = entries<HostArray | EngineArray>(tree).map(async ({ path, leaf }) => {
    return { path, leaf: leaf instanceof HostArray ? leaf : await leaf.read() };
  });
  return fromEntries(await Promise.all(leaves)) as T;
}

function disposeOnEngine(tree: object): void {
  for (const { leaf } of entries<HostArray | EngineArray>(tree)) if (leaf instanceof EngineArray) leaf.dispose();
}
