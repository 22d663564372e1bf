/** Every term of the loss: its gradient against central differences, and by hand on a few rows. */
import { describe, expect, it } from "vitest";
import { LOSS_TERMS, type LossTerm, lossWeightsSchema } from "../../data-schemas/train-config.ts";
import type { Params } from "../../models/esus.ts";
import { bernoulliLoss, dwellLoss, REREADS_MOST, rereadLoss } from "../../models/heads/behaviour.ts";
import { pairLevel, pairLogProbabilities } from "../../models/heads/pair.ts";
import { calibrationGap } from "../../models/heads/soft-calibration.ts";
import { cosine, masked, objective, type TrainBatch } from "../../models/objective.ts";
import { jointLogDensity, sampledKl, withFreeNats } from "../../models/reader/prototype-prior.ts";
import { makeRng, normal } from "../../models/rng.ts";
import { valueAndGrad } from "../../models/tensor/derivative.ts";
import { float32, HostArray, scalar } from "../../models/tensor/host-array.ts";
import { OrtEngine } from "../../models/tensor/ort-engine.ts";
import type { Tensor } from "../../models/tensor/tensor.ts";
import { entries, fromEntries, mapTree } from "../../models/tensor/tree.ts";
import { Curriculum } from "../../models/training/curriculum.ts";
import { runOnce } from "./tensor/arrays.ts";
import { initial, plantedReaders, SIZE } from "./training/planted-readers.ts";

const engine = new OrtEngine();
const data = plantedReaders(2, 20);
const curriculum = new Curriculum(data, { seed: 1, batchSize: 60, pairBatchSize: 16, rowTurns: null }, SIZE.latent);
const batch = curriculum.batchAt(0);

/** Parameters a little off their start, so that nothing is 0 by symmetry. */
function perturbed(seed: number, by: number, params = initial()) {
  const rng = makeRng(seed);
  return mapTree(params, (leaf: HostArray) => {
    const values = Float32Array.from(leaf.data, (value) => Number(value) + by * normal(rng));
    return new HostArray("float32", leaf.shape, values);
  }) as unknown as ReturnType<typeof initial>;
}

async function evaluator(term: LossTerm) {
  const weights = lossWeightsSchema.parse(Object.fromEntries(LOSS_TERMS.map((name) => [name, name === term ? 1 : 0])));
  const params = perturbed(1, 0.1);
  const fn = ({ params: p, batch: b }: { params: Params; batch: TrainBatch<Tensor>; tables: never }) => {
    const { loss, gradients } = valueAndGrad(
      (q: Params) => ({ loss: objective(q, tablesOf(b), b, stepOf(b), weights).loss, aux: {} }),
      p,
    );
    return { loss, gradients };
  };
  const tablesOf = (_: unknown) => current.tables;
  const stepOf = (_: unknown) => current.step;
  let current: { tables: never; step: Tensor };
  const inputs = { tables: data.tables, step: scalar(1000) };
  const traced = (all: { params: Params; batch: TrainBatch<Tensor>; tables: never; step: Tensor }) => {
    current = { tables: all.tables, step: all.step };
    return fn(all);
  };
  const step = await engine.compile(traced as never, { params, batch, ...inputs } as never);
  return { step, params, inputs };
}

/** Terms with corners: what is kept, |x|, free nats. */
const CORNERS: readonly LossTerm[] = ["named", "reconstruction", "leakage", "kl", "calibration"];

describe.each(LOSS_TERMS.map((term) => [term]))("%s", (term) => {
  it("has the gradient that central differences have", async () => {
    const { step, params, inputs } = await evaluator(term);
    const at = async (p: unknown) => {
      const { loss, gradients } = (await step({ params: p, batch, ...inputs } as never)) as unknown as {
        loss: { read(): Promise<HostArray> };
        gradients: object;
      };
      return { loss: Number((await loss.read()).data[0]), gradients };
    };
    const { loss, gradients } = await at(params);
    expect(Number.isFinite(loss)).toBe(true);
    const rng = makeRng(9);
    // What is kept still on purpose has no gradient, and is not moved.
    const ofAxes = ["reconstruction", "named", "leakage"].includes(term);
    const still = ofAxes ? /^calibration|threshold|centre/ : /^calibration|^axes|centre|content\.query/;
    const direction = entries<HostArray>(params).map(({ path, leaf }) => ({
      path,
      leaf: Float32Array.from(leaf.data, () => (still.test(path) ? 0 : normal(rng))),
    }));
    let slope = 0;
    for (const [i, { leaf }] of entries<{ read(): Promise<HostArray> }>(gradients).entries()) {
      const { data: g } = await leaf.read();
      for (const [j, value] of g.entries()) slope += Number(value) * direction[i]!.leaf[j]!;
    }
    const moved = (by: number) =>
      fromEntries(
        entries<HostArray>(params).map(({ path, leaf }, i) => ({
          path,
          leaf: new HostArray(
            "float32",
            leaf.shape,
            Float32Array.from(leaf.data, (v, j) => Number(v) + by * direction[i]!.leaf[j]!),
          ),
        })),
      );
    // Small where bins have corners: |confidence − frequency|.
    const h = term === "calibration" ? 1e-4 : 1e-3;
    const difference = ((await at(moved(h))).loss - (await at(moved(-h))).loss) / (2 * h);
    // The swap guide holds its opposite still: its gradient is a part of the whole derivative only.
    if (term === "swap") return;
    const scale = Math.max(0.05, Math.abs(slope), Math.abs(difference));
    expect(Math.abs(slope - difference) / scale).toBeLessThan(CORNERS.includes(term) ? 0.15 : 0.05);
    await step.dispose();
  });
});

describe("by hand", () => {
  const value = async (
    make: () => Tensor,
    inputs: Record<string, HostArray> = { one: scalar(1) },
  ): Promise<number[]> => {
    const { out } = await runOnce(engine, () => ({ out: make() }), inputs);
    return Array.from(out!.data, Number);
  };
  const on = async (
    fn: (inputs: Record<string, Tensor>) => Tensor,
    inputs: Record<string, HostArray>,
  ): Promise<number[]> => {
    const { out } = await runOnce(engine, (given) => ({ out: fn(given as never) }), inputs);
    return Array.from(out!.data, Number);
  };
  void value;

  it("a masked mean leaves rows out, and is 0 where all are", async () => {
    const rows = { x: float32([3, 1], [1, 2, 30]), mask: float32([3, 1], [1, 1, 0]), none: float32([3, 1]) };
    expect(await on(({ x, mask }) => masked(x!, mask!), rows)).toEqual([1.5]);
    expect(await on(({ x, none }) => masked(x!, none!), rows)).toEqual([0]);
  });

  it("Bernoulli: −log of the stated probability", async () => {
    const [yes, no] = await on(({ l, y }) => bernoulliLoss(l!, y!), {
      l: float32([2], [Math.log(3), Math.log(3)]),
      y: float32([2], [1, 0]),
    });
    expect(yes).toBeCloseTo(-Math.log(0.75), 5);
    expect(no).toBeCloseTo(-Math.log(0.25), 5);
  });

  it("dwell: the log-normal density, and what is longer where it was cut short", async () => {
    const head = (p: Tensor, s: Tensor) => ({ pace: p, logPaceSd: s }) as never;
    const [seen, cut] = await on(({ p, s, y, c }) => dwellLoss(head(p!, s!), y!, c!), {
      p: float32([2, 1], [0.5, 0]),
      s: float32([2, 1], [0, 0]),
      y: float32([2, 1], [1.5, 0]),
      c: float32([2, 1], [0, 1]),
    });
    expect(seen).toBeCloseTo(0.5 + 0.5 * Math.log(2 * Math.PI), 5);
    expect(cut).toBeCloseTo(Math.log(2), 5);
  });

  it("rereads: probabilities of a negative binomial with mean 2 and size 1.5 sum to 1", async () => {
    const counts = Array.from({ length: REREADS_MOST + 1 }, (_, y) => y);
    const losses = await on(({ m, k, y }) => rereadLoss({ logRereads: m, rereadSize: k } as never, y!), {
      m: float32(
        [counts.length, 1],
        counts.map(() => Math.log(0.6)),
      ),
      k: float32([1], [Math.log(1.5)]),
      y: float32([counts.length, 1], counts),
    });
    // P(0) = (k / (k + m))^k.
    expect(Math.exp(-losses[0]!)).toBeCloseTo((1.5 / 2.1) ** 1.5, 5);
    expect(Math.exp(-losses[1]!)).toBeCloseTo(1.5 * (0.6 / 2.1) * (1.5 / 2.1) ** 1.5, 5);
    expect(losses.reduce((sum, loss) => sum + Math.exp(-loss), 0)).toBeCloseTo(1, 3);
  });

  it("pairs: symmetric, alike at no difference, five levels by stars", async () => {
    expect([-4, -2, -1, 0, 1, 2, 4].map(pairLevel)).toEqual([0, 0, 1, 2, 3, 4, 4]);
    const logs = await on(({ d, g }) => pairLogProbabilities({ logGap: g! }, d!), {
      d: float32([3, 1], [0, 1, -1]),
      g: float32([2], [0, 0]),
    });
    const row = (i: number): number[] => logs.slice(5 * i, 5 * i + 5).map(Math.exp);
    expect(row(0)[0]).toBeCloseTo(row(0)[4]!, 6);
    expect(row(0).reduce((a, b) => a + b)).toBeCloseTo(1, 5);
    for (const [k, p] of row(1).entries()) expect(p).toBeCloseTo(row(2)[4 - k]!, 6);
    // ζ = (−2, −1, 1, 2): P(alike | 0) = σ(1) − σ(−1).
    expect(row(0)[2]).toBeCloseTo(1 / (1 + Math.exp(-1)) - 1 / (1 + Math.exp(1)), 5);
  });

  it("the sampled KL is 0 for a draw from the prior itself, and free nats are not pulled at", async () => {
    const prior = { mean: float32([1, 2]), logSd: float32([1, 2]), logShare: float32([1]), rubric: float32([1, 64]) };
    const z = float32([1, 2], [0.3, -1]);
    const [kl] = await on(({ z: draw, s, ...p }) => sampledKl(treeOf(p) as never, draw!, s!, draw!), {
      z,
      s: float32([1, 2]),
      ...Object.fromEntries(Object.entries(prior)),
    });
    expect(kl).toBeCloseTo(0, 5);
    expect(await on(({ x }) => withFreeNats(x!, 1), { x: float32([2], [0.2, 3]) })).toEqual([1, 3]);
    const [density] = await on(({ z: draw, ...p }) => jointLogDensity(treeOf(p) as never, draw!), { z, ...prior });
    expect(density).toBeCloseTo(-Math.log(2 * Math.PI) - 0.5 * (0.09 + 1), 5);
  });

  it("calibration: 0 where frequencies are as stated, the distance where they are not", async () => {
    const [fits, off] = await Promise.all(
      [0.25, 0.75].map(async (share) => {
        const happened = Array.from({ length: 400 }, (_, i) => (i < share * 400 ? 1 : 0));
        const rows = {
          p: float32([400, 1], new Float32Array(400).fill(0.25)),
          y: float32([400, 1], happened),
          m: float32([400, 1], new Float32Array(400).fill(1)),
        };
        return (await on(({ p, y, m }) => calibrationGap(p!, y!, m!), rows))[0]!;
      }),
    );
    expect(fits).toBeCloseTo(0, 4);
    expect(off).toBeCloseTo(0.5, 2);
  });

  it("cosine of opposite vectors is −1", async () => {
    const [c] = await on(({ x, y }) => cosine(x!, y!), { x: float32([1, 2], [1, 2]), y: float32([1, 2], [-2, -4]) });
    expect(c).toBeCloseTo(-1, 5);
  });
});

const treeOf = (given: Record<string, Tensor>): unknown => given;
