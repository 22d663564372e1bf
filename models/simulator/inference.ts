/**
 * One graph for inference elsewhere: from a reader's state and a chapter to what they would answer, and from the answer they
 * gave to their next state. Feed a history by feeding `next` back as `state`.
 */

import { AXES } from "../../data-schemas/ontology.ts";
import { LEVELS } from "../../data-schemas/rating.ts";
import { axisCode } from "../axes/axis-encoder.ts";
import { type ContentTables, encodeRows } from "../content/content-encoder.ts";
import { SEGMENTS } from "../content/segments.ts";
import { type EsusParams, type Params, respond } from "../esus.ts";
import { FEEDBACK_WIDTH } from "../feedback-layout.ts";
import { type Marginal, STATISTICS } from "../reader/tallies.ts";
import { MOVERS } from "../state/transition.ts";
import { exp, sigmoid } from "../tensor/elementwise.ts";
import { float32, type HostArray, int32 } from "../tensor/host-array.ts";
import { constant, type Tensor } from "../tensor/tensor.ts";
import type { Mapped } from "../tensor/tree.ts";
import { type Answer, freshState, type MemoryState, memoryOf, recollect, remembered } from "./reader-state.ts";

export interface InferenceInputs<Leaf> {
  readonly state: MemoryState<Leaf>;
  /** A persona's preference, and 1; or zeros: the history tells it. [B, Z] and [B, 1]. */
  readonly z: Leaf;
  readonly persona: Leaf;
  /** As the checkpoint's normaliser makes them. */
  readonly content: ContentTables<Leaf>;
  /** What other readers said of the chapter; zeros: nothing is known. [B, STATISTICS]. */
  readonly itemStatistics: Leaf;
  /** Row of the source's offset; int32 [B]. */
  readonly source: Leaf;
  /** What the reader then answered; known 0: nothing yet, and `next` is the state as it was. */
  readonly answer: Answer<Leaf>;
}

export function inferenceExample(params: EsusParams, B = 2): InferenceInputs<HostArray> {
  const E = params.content.query.shape[0]!;
  const F = params.content.centre.shape[0]! - E;
  const A = AXES.length;
  const fresh = freshState(params, B);
  return {
    state: memoryOf(fresh),
    z: fresh.z,
    persona: fresh.persona,
    content: {
      windows: float32([B, SEGMENTS * E]),
      absent: float32([B, SEGMENTS]),
      columns: float32([B, F]),
    },
    itemStatistics: float32([B, STATISTICS]),
    source: int32([B]),
    answer: {
      feedback: float32([B, FEEDBACK_WIDTH]),
      movers: float32([B, MOVERS]),
      asked: float32([B, A]),
      liked: float32([B, A]),
      level: float32([B, LEVELS]),
      known: float32([B, 1]),
    },
  };
}

export function makeInference({ mean, share }: Marginal) {
  return (params: Params, inputs: Mapped<InferenceInputs<HostArray>, HostArray, Tensor>) => {
    const averages = {
      mean: constant(float32([1], [mean])),
      share: constant(float32([1, LEVELS], [...share])),
    };
    const { state, content, answer, itemStatistics, source, persona } = inputs;
    const { d, h } = encodeRows(params.content, content);
    const phi = axisCode(params.axes, d);
    const memory = recollect(params, state, averages, h);
    const z = inputs.z.mul(persona).add(memory.posterior.mean.mul(persona.neg().add(1)));
    const response = respond(params, { ...memory, z, h, phi, itemStatistics, source });
    return {
      rating: exp(response.rating),
      reward: response.reward,
      parts: response.parts,
      flags: sigmoid(response.behaviour.flags),
      logPace: response.behaviour.pace,
      logPaceSd: response.behaviour.logPaceSd,
      tags: sigmoid(response.tags),
      prototypes: exp(response.prototype),
      next: remembered(params, state, h, phi, answer),
    };
  };
}
