/**
 * Which axes a reader tags, and what a comment would ask for. Both follow from w∘φ: what is liked is tagged as liked, what
 * is disliked by the pole that it stands at, and the worst of it is asked to be otherwise. N events, A named axes.
 */
import { AXES } from "../../data-schemas/ontology.ts";
import { filled } from "../dense.ts";
import { float32, type HostArray } from "../tensor/host-array.ts";
import { concat, slice } from "../tensor/layout.ts";
import { logSoftmax } from "../tensor/reduction.ts";
import type { Tensor } from "../tensor/tensor.ts";
import type { Mapped } from "../tensor/tree.ts";

const A = AXES.length;
/** liked, higher wanted, lower wanted. */
export const TAG_KINDS = 3;
/** Atoms of a comment at most. */
export const ATOMS = 3;

export function initTagHead() {
  const row = (value: number): HostArray => filled(A, value);
  return {
    liked: { bias: row(-4), part: row(1), size: row(0) },
    higher: { bias: row(-4), part: row(-1), pole: row(-1) },
    lower: { bias: row(-4), part: row(-1), pole: row(1) },
    wish: { part: row(-1), bias: row(0), none: float32([1], [2]), moods: float32([4, 1]) },
  };
}
export type TagParams = Mapped<ReturnType<typeof initTagHead>, HostArray, Tensor>;

export interface TagInputs {
  /** w∘φ. [N, M]. */
  readonly parts: Tensor;
  /** [N, M]. */
  readonly phi: Tensor;
  /** [N, 4]. */
  readonly moods: Tensor;
}

/** Logits of the tags: liked, higher wanted, lower wanted, one after the other. [N, TAG_KINDS · A]. */
export function tagLogits({ liked, higher, lower }: TagParams, inputs: TagInputs): Tensor {
  const part = slice(inputs.parts, 1, 0, A);
  const pole = slice(inputs.phi, 1, 0, A);
  return concat(
    [
      part.mul(liked.part).add(pole.mul(pole).mul(liked.size)).add(liked.bias),
      part.mul(higher.part).add(pole.mul(higher.pole)).add(higher.bias),
      part.mul(lower.part).add(pole.mul(lower.pole)).add(lower.bias),
    ],
    1,
  );
}

/** log P of what a comment asks for: nothing, or an axis to be otherwise. [N, 1 + A]. */
export function wishLogProbabilities({ wish }: TagParams, { parts, moods }: TagInputs): Tensor {
  const asked = slice(parts, 1, 0, A).mul(wish.part).add(wish.bias);
  const nothing = moods.matmul(wish.moods).add(wish.none);
  return logSoftmax(concat([nothing, asked], 1), 1);
}
