/** One step of training, as a pure function of parameters, optimizer state and batch. */
import { valueAndGrad } from "../tensor/derivative.ts";
import type { HostArray } from "../tensor/host-array.ts";
import { type AdamWConfig, type AdamWState, adamW, initAdamW } from "../tensor/optimizer.ts";
import type { Tensor } from "../tensor/tensor.ts";
import type { Mapped } from "../tensor/tree.ts";
import {
  type AnswerBatch,
  type LabelledBatch,
  type ReaderParams,
  readerLogProbabilities,
  readerLoss,
  type Tables,
} from "./reader-model.ts";

export interface TrainState {
  readonly params: ReaderParams;
  readonly optimizer: AdamWState<ReaderParams, HostArray>;
}

export function initTrainState(params: ReaderParams): TrainState {
  return { params, optimizer: initAdamW(params) };
}

type TensorParams = Mapped<ReaderParams, HostArray, Tensor>;

export interface TrainExample {
  readonly state: TrainState;
  readonly fixed: Tables<HostArray>;
  readonly batch: LabelledBatch<HostArray>;
}

/** @returns The next state, and the losses (nats per rating) and gradient norm before the update. */
export function makeTrainStep(optimizer: AdamWConfig, penalty: number) {
  return ({ state, fixed, batch }: Mapped<TrainExample, HostArray, Tensor>) => {
    const { loss, aux, gradients } = valueAndGrad(
      (params: TensorParams) => readerLoss(params, fixed, batch, penalty),
      state.params,
    );
    const next = adamW(state.params, gradients, state.optimizer, optimizer);
    return {
      state: { params: next.params, optimizer: next.optimizer },
      report: { loss, ...aux, gradNorm: next.gradNorm, learningRate: next.learningRate },
    };
  };
}

export interface PredictInput<Leaf, P> {
  readonly params: P;
  readonly tables: Tables<Leaf>;
  readonly batch: AnswerBatch<Leaf>;
}

/** @returns log P of each level. Shape [B, K]. */
export function predict({ params, tables, batch }: PredictInput<Tensor, TensorParams>) {
  return { logProbability: readerLogProbabilities(params, tables, batch) };
}
