/**
 * An ESUS-shaped training step: content MLP, top-k sparse code, causal retention over turns, sampled reader latent, and
 * ordinal, pair, tag, dwell and continue heads. B readers, T turns, N = B·T events.
 */

import { ordinalLogProbabilities, thresholds } from "../../models/heads/ordinal.ts";
import type { Rng } from "../../models/rng.ts";
import { stopGradient, valueAndGrad } from "../../models/tensor/derivative.ts";
import { exp, logSigmoid, sigmoid, silu, softplus, square, tanh, where } from "../../models/tensor/elementwise.ts";
import { float32, type HostArray } from "../../models/tensor/host-array.ts";
import { topK } from "../../models/tensor/indexing.ts";
import { concat, slice } from "../../models/tensor/layout.ts";
import { range } from "../../models/tensor/pattern.ts";
import { softmax } from "../../models/tensor/reduction.ts";
import type { Tensor } from "../../models/tensor/tensor.ts";
import type { Mapped } from "../../models/tensor/tree.ts";
import { adamStep, initMoments } from "./adam.ts";
import { randomArray } from "./mlp-step.ts";

export const ESUS_SIZE = {
  readers: 64,
  turns: 20,
  embedding: 416,
  hidden: 128,
  axes: 64,
  latent: 32,
  user: 128,
  tags: 24,
  active: 16,
};
type Size = typeof ESUS_SIZE;

export function esusExample(rng: Rng, size: Size = ESUS_SIZE) {
  const { readers: B, turns: T, embedding: E, hidden: H, axes: A, latent: Z, user: U, tags } = size;
  const dense = (rows: number, columns: number, scale = 0.08): HostArray => randomArray(rng, [rows, columns], scale);
  const params = {
    content: { kernel: dense(E, H, 0.05), bias: float32([H]) },
    axes: { encode: dense(H, A), decode: dense(A, H) },
    reader: {
      query: dense(H + 8, U),
      key: dense(H + 8, U),
      value: dense(H + 8, U),
      decay: float32([], [-1]),
      mean: dense(U, Z),
      logSd: dense(U, Z, 0.02),
    },
    reward: { weights: dense(Z, A, 0.1), hidden: dense(Z + H, 64, 0.05), out: dense(64, 1, 0.1) },
    ordinal: { first: float32([1, 1], [-2]), logGap: float32([1, 3]) },
    heads: { tags: dense(Z + H, tags, 0.05), dwell: dense(Z + H, 2, 0.05), more: dense(Z + H, 1, 0.05) },
  };
  const batch = {
    x: randomArray(rng, [B, T, E]),
    feedback: randomArray(rng, [B, T, 8]),
    noise: randomArray(rng, [B, T, Z]),
    rating: randomArray(rng, [B, T, 5]),
    tags: randomArray(rng, [B, T, tags]),
    dwell: randomArray(rng, [B, T, 1]),
    more: randomArray(rng, [B, T, 1]),
    sign: randomArray(rng, [B, T, 1]),
  };
  return { state: { params, ...initMoments(params) }, batch };
}

type Example = Mapped<ReturnType<typeof esusExample>, HostArray, Tensor>;
type Params = Example["state"]["params"];

export function makeEsusStep({ active }: { active: number } = ESUS_SIZE) {
  return ({ state, batch }: Example) => {
    const { loss, gradients } = valueAndGrad(
      (p: Params) => ({ loss: esusLoss(p, batch, active), aux: {} }),
      state.params,
    );
    return { loss, state: adamStep(state, gradients) };
  };
}

function esusLoss(p: Params, batch: Example["batch"], active: number): Tensor {
  const [B, T, E] = batch.x.shape as [number, number, number];
  const N = B * T;
  const flat = (x: Tensor): Tensor => x.reshape([N, x.shape.at(-1)!]);
  const h = silu(batch.x.reshape([N, E]).matmul(p.content.kernel).add(p.content.bias));

  const pre = h.matmul(p.axes.encode);
  const cut = topK(stopGradient(pre), active).min(-1, { keepDims: true });
  const code = where(pre.greaterEqual(cut), pre, 0);
  const reconstruction = square(code.matmul(p.axes.decode).sub(h)).mean();

  const event = concat([h, flat(batch.feedback)], -1);
  const perTurn = (kernel: Tensor): Tensor => event.matmul(kernel).reshape([B, T, kernel.shape[1]!]);
  const [q, k, v] = [perTurn(p.reader.query), perTurn(p.reader.key), perTurn(p.reader.value)];
  const age = range(T)
    .reshape([T, 1])
    .sub(range(T).reshape([1, T]));
  const decay = where(age.greater(0.5), exp(age.mul(softplus(p.reader.decay)).neg()), 0);
  const weight = q
    .matmul(k.transpose([0, 2, 1]))
    .mul(1 / Math.sqrt(q.shape[2]!))
    .mul(decay);
  const memory = flat(weight.matmul(v));
  const mean = memory.matmul(p.reader.mean);
  const logSd = memory.matmul(p.reader.logSd).sub(1);
  const z = mean.add(exp(logSd).mul(flat(batch.noise)));
  const kl = exp(logSd.mul(2)).add(square(mean)).sub(1).sub(logSd.mul(2)).mean().mul(0.5);

  const zh = concat([z, h], -1);
  const general = tanh(zh.matmul(p.reward.hidden)).matmul(p.reward.out);
  const reward = z.matmul(p.reward.weights).mul(code).sum(-1, { keepDims: true }).add(general);
  const level = softmax(flat(batch.rating).mul(5));
  const logProbability = ordinalLogProbabilities(
    thresholds(p.ordinal.first, p.ordinal.logGap).add(reward.mul(0)),
    reward,
  );
  const ordinal = logProbability.mul(level).sum(-1).mean().neg();
  const pair = logSigmoid(reward.mul(flat(batch.sign)))
    .mean()
    .neg();
  const binary = (logit: Tensor, target: Tensor): Tensor =>
    softplus(logit)
      .sub(logit.mul(sigmoid(target)))
      .mean();
  const tags = binary(zh.matmul(p.heads.tags), flat(batch.tags));
  const dwell = zh.matmul(p.heads.dwell);
  const [middle, logSpread] = [slice(dwell, 1, 0, 1), slice(dwell, 1, 1, 2)];
  const time = square(flat(batch.dwell).sub(middle))
    .mul(exp(logSpread.mul(-2)))
    .mul(0.5)
    .add(logSpread)
    .mean();
  const more = binary(zh.matmul(p.heads.more).add(reward), flat(batch.more));
  return reconstruction.add(kl.mul(0.01)).add(ordinal).add(pair).add(tags).add(time).add(more);
}
