/** The MLP step of the engine's design: batch 512, 384-256-256-1, forward, backward and Adam. */
import { normal, type Rng } from "../../models/rng.ts";
import { valueAndGrad } from "../../models/tensor/derivative.ts";
import { relu, square } from "../../models/tensor/elementwise.ts";
import { float32, type HostArray } from "../../models/tensor/host-array.ts";
import { sizeOf } from "../../models/tensor/shape.ts";
import type { Tensor } from "../../models/tensor/tensor.ts";
import type { Mapped } from "../../models/tensor/tree.ts";
import { adamStep, initMoments } from "./adam.ts";

export const MLP_SIZE = { batch: 512, input: 384, hidden: 256 };

export function randomArray(rng: Rng, shape: readonly number[], scale = 1): HostArray {
  return float32(
    shape,
    Float32Array.from({ length: sizeOf(shape) }, () => scale * normal(rng)),
  );
}

export function mlpExample(rng: Rng, { batch, input, hidden } = MLP_SIZE) {
  const params = {
    kernel1: randomArray(rng, [input, hidden], 0.05),
    bias1: float32([hidden]),
    kernel2: randomArray(rng, [hidden, hidden], 0.05),
    bias2: float32([hidden]),
    kernel3: randomArray(rng, [hidden, 1], 0.05),
  };
  const state = { params, ...initMoments(params) };
  return { state, batch: { x: randomArray(rng, [batch, input]), y: randomArray(rng, [batch, 1]) } };
}

type Example = ReturnType<typeof mlpExample>;

export function mlpStep({ state, batch }: Mapped<Example, HostArray, Tensor>) {
  const { loss, gradients } = valueAndGrad((p: typeof state.params) => {
    const hidden1 = relu(batch.x.matmul(p.kernel1).add(p.bias1));
    const hidden2 = relu(hidden1.matmul(p.kernel2).add(p.bias2));
    return { loss: square(hidden2.matmul(p.kernel3).sub(batch.y)).mean(), aux: {} };
  }, state.params);
  return { loss, state: adamStep(state, gradients) };
}

/** Multiply-adds count two: forward, both gradients of each layer, but no gradient of the input. */
export function mlpFlops({ batch, input, hidden } = MLP_SIZE): number {
  const layers = [input * hidden, hidden * hidden, hidden];
  const forward = layers.reduce((sum, size) => sum + 2 * batch * size, 0);
  const inputGradient = 2 * batch * (layers[1]! + layers[2]!);
  return 2 * forward + inputGradient;
}
