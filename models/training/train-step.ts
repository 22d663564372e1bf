/** One step of training, as a pure function of parameters, optimizer state and batch. */
import { LOSS_TERMS, type LossTerm, type LossWeights } from "../../data-schemas/train-config.ts";
import { nextThreshold } from "../axes/axis-encoder.ts";
import type { ContentTables } from "../content/content-encoder.ts";
import type { EsusParams, Params } from "../esus.ts";
import { objective, type TrainBatch } from "../objective.ts";
import { valueAndGrad } from "../tensor/derivative.ts";
import type { HostArray } from "../tensor/host-array.ts";
import { type AdamWConfig, type AdamWState, adamW, initAdamW } from "../tensor/optimizer.ts";
import type { Tensor } from "../tensor/tensor.ts";
import type { Mapped } from "../tensor/tree.ts";

export interface TrainState {
  readonly params: EsusParams;
  readonly optimizer: AdamWState<EsusParams, HostArray>;
}

export function initTrainState(params: EsusParams): TrainState {
  return { params, optimizer: initAdamW(params) };
}

export interface TrainExample {
  readonly state: TrainState;
  readonly fixed: ContentTables<HostArray>;
  readonly batch: TrainBatch<HostArray>;
}

/** Numbers that a step reports, in the order in which they are logged. */
export const LOGGED = ["loss", ...LOSS_TERMS, "gradNorm", "learningRate"] as const;
export type Logged = (typeof LOGGED)[number];

/** @returns The next state; the loss, its terms (each a mean, before its weight) and the gradient's norm before the update. */
export function makeTrainStep(optimizer: AdamWConfig, weights: LossWeights) {
  return ({ state, fixed, batch }: Mapped<TrainExample, HostArray, Tensor>) => {
    const { loss, aux, gradients } = valueAndGrad((params: Params) => {
      const { loss, terms, leastKept } = objective(params, fixed, batch, state.optimizer.step, weights);
      return { loss, aux: { terms, leastKept } };
    }, state.params as Params);
    const next = adamW(state.params as Params, gradients, state.optimizer as AdamWState<Params, Tensor>, optimizer);
    const threshold = nextThreshold(state.params.axes.threshold, aux.leastKept);
    const terms = aux.terms as Record<LossTerm, Tensor>;
    return {
      state: {
        params: { ...next.params, axes: { ...next.params.axes, threshold } },
        optimizer: next.optimizer,
      },
      report: { loss, ...terms, gradNorm: next.gradNorm, learningRate: next.learningRate },
    };
  };
}
