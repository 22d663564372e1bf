/**
 * The training loop, as a generator of what happens: the caller logs, saves and stops. Which answers are in step s
 * depends on the seed and s only, so a run that continues from a snapshot repeats the uninterrupted one bit by bit.
 */
import { NonFiniteError } from "../../data-schemas/errors.ts";
import { LEVELS } from "../../data-schemas/rating.ts";
import { makeRng, shuffled } from "../rng.ts";
import { type Engine, EngineArray } from "../tensor/engine.ts";
import { HostArray } from "../tensor/host-array.ts";
import { ADAMW_DEFAULTS } from "../tensor/optimizer.ts";
import { entries, fromEntries } from "../tensor/tree.ts";
import { fillBatch } from "./batch.ts";
import { Predictor } from "./predictor.ts";
import type { ReaderData } from "./reader-data.ts";
import type { ReaderParams } from "./reader-model.ts";
import { LOGGED, type Resident, reportOf, Stepper } from "./stepper.ts";
import { initTrainState, makeTrainStep, type TrainExample, type TrainState } from "./train-step.ts";

export interface TrainerConfig {
  readonly seed: number;
  readonly batchSize: number;
  readonly epochs: number;
  readonly patience: number;
  readonly peakLearningRate: number;
  readonly warmupSteps: number;
  readonly weightDecay: number;
  readonly penalty: number;
  /** Steps that the engine takes in one call. */
  readonly stepsPerCall: number;
}

/** Means over an epoch; losses in nats per rating. */
export interface EpochLog {
  readonly epoch: number;
  readonly step: number;
  readonly loss: number;
  readonly ordinal: number;
  readonly penalty: number;
  readonly gradNorm: number;
  readonly learningRate: number;
  /** null: no answer is in the validation split. */
  readonly validationLoss: number | null;
}

/** All that the rest of the run depends on. */
export interface Snapshot {
  readonly state: TrainState;
  readonly bestParams: ReaderParams;
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
      readonly snapshot: () => Promise<Snapshot>;
    }
  | { readonly kind: "epoch"; readonly log: EpochLog }
  | { readonly kind: "done"; readonly params: ReaderParams; readonly log: readonly EpochLog[] };

export interface TrainRequest {
  readonly engine: Engine;
  readonly data: ReaderData;
  /** Indices into the data's answers. */
  readonly training: readonly number[];
  readonly validation: readonly number[];
  readonly config: TrainerConfig;
  readonly initialParams: ReaderParams;
  readonly resumeFrom: Snapshot | null;
}

/** @throws {NonFiniteError} The loss or the gradient is not finite; the message names the step. */
export async function* train(request: TrainRequest): AsyncGenerator<TrainEvent, void> {
  const { engine, data, training, validation, config } = request;
  const stepsPerEpoch = Math.ceil(training.length / config.batchSize);
  const totalSteps = stepsPerEpoch * config.epochs;
  const start = request.resumeFrom ?? startOf(request.initialParams);
  const optimizer = { ...ADAMW_DEFAULTS, ...config, totalSteps };
  const batchAt = (step: number) => {
    const epoch = Math.floor(step / stepsPerEpoch);
    const order = orderOf(training, config.seed, epoch);
    const at = (step % stepsPerEpoch) * config.batchSize;
    return fillBatch(data.history, data.answers, order.slice(at, at + config.batchSize), config.batchSize);
  };
  const example: TrainExample = { state: start.state, fixed: data.tables, batch: batchAt(0) };
  const stepper = await Stepper.create(engine, makeTrainStep(optimizer, config.penalty), example, config.stepsPerCall);
  const predictor = await Predictor.create(engine, request.initialParams, data, config.batchSize);

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
      const batches = Array.from({ length: count }, (_, i) => batchAt(step + i));
      const result = await stepper.take(state, data.tables, batches);
      replace(result.state);
      for (const report of result.reports) {
        const terms = LOGGED.map((name) => report[name]);
        step++;
        if (!terms.every(Number.isFinite)) throw diverged(step, terms);
        sums = sums.map((sum, i) => sum + terms[i]!);
      }

      if (step % stepsPerEpoch === 0) {
        const probability = await predictor.probabilities(state.params, validation);
        const validationLoss = ordinalLossOf(data, validation, probability);
        const means = sums.map((sum) => sum / stepsPerEpoch);
        const epochLog = { epoch: step / stepsPerEpoch, step, ...reportOf(means), validationLoss };
        sums = LOGGED.map(() => 0);
        log.push(epochLog);
        // Without a validation split nothing says when to stop: all epochs run and the last parameters stay.
        const better = bestLoss === null || validationLoss === null || validationLoss < bestLoss;
        staleEpochs = better ? 0 : staleEpochs + 1;
        if (better) {
          bestLoss = validationLoss;
          bestParams = await onHost<ReaderParams>(state.params);
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
      yield { kind: "step", step, totalSteps, snapshot };
    }
    yield { kind: "done", params: bestParams, log };
  } finally {
    disposeOnEngine(state);
    await predictor.dispose();
    await stepper.dispose();
  }
}

function startOf(params: ReaderParams): Snapshot {
  const progress = { step: 0, bestLoss: null, staleEpochs: 0, sums: LOGGED.map(() => 0), log: [] };
  return { state: initTrainState(params), bestParams: params, progress };
}

const orders = new WeakMap<readonly number[], { seed: number; epoch: number; order: readonly number[] }>();

/** The answers in the order of an epoch; kept for the epoch, since every step asks. */
function orderOf(training: readonly number[], seed: number, epoch: number): readonly number[] {
  const known = orders.get(training);
  if (known !== undefined && known.seed === seed && known.epoch === epoch) return known.order;
  const order = shuffled(makeRng(seed + 2 ** 32 * (epoch + 1)), training);
  orders.set(training, { seed, epoch, order });
  return order;
}

/** Mean −log P of the observed levels, in nats per rating; null when there is none. */
function ordinalLossOf(data: ReaderData, picked: readonly number[], probability: Float64Array): number | null {
  if (picked.length === 0) return null;
  const total = picked.reduce(
    (sum, i, row) => sum - Math.log(probability[row * LEVELS + data.answers[i]!.rating - 1]!),
    0,
  );
  return total / picked.length;
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
