/** Training recovers planted taste, and a run that is cut at any step ends in the same bits. */
import { beforeAll, describe, expect, it } from "vitest";
import { NonFiniteError } from "../../../data-schemas/errors.ts";
import { Predictor } from "../../../models/reader/predictor.ts";
import { makeReaderData, type ReaderData } from "../../../models/reader/reader-data.ts";
import { initReaderModel, type ReaderParams } from "../../../models/reader/reader-model.ts";
import { type EpochLog, type Snapshot, type TrainerConfig, train } from "../../../models/reader/trainer.ts";
import { integer, makeRng, normal } from "../../../models/rng.ts";
import type { HostArray } from "../../../models/tensor/host-array.ts";
import { OrtEngine } from "../../../models/tensor/ort-engine.ts";
import { entries } from "../../../models/tensor/tree.ts";

const WIDTH = 8;
const READERS = 60;
const STORIES = 50;
const engine = new OrtEngine();
const CONFIG: TrainerConfig = {
  seed: 3,
  batchSize: 128,
  epochs: 30,
  patience: 30,
  peakLearningRate: 1e-2,
  warmupSteps: 5,
  weightDecay: 0.01,
  penalty: 1e-3,
  stepsPerCall: 1,
};

let data: ReaderData;
let training: number[];
let validation: number[];

/** Readers who like or dislike the first coordinate of a text; nothing else matters. */
function planted(): void {
  const rng = makeRng(11);
  const embedding = Float32Array.from({ length: STORIES * WIDTH }, () => normal(rng));
  const answers = Array.from({ length: READERS }, (_, reader) => {
    const sign = reader % 2 === 0 ? 1 : -1;
    return Array.from({ length: STORIES }, (_, story) => {
      const liking = 1.5 * sign * embedding[story * WIDTH]! + 0.3 * normal(rng);
      return { reader, story, content: story, rating: Math.min(5, Math.max(1, Math.round(3 + liking))) };
    });
  }).flat();
  const inTraining = answers.map(() => integer(rng, 5) > 0);
  data = makeReaderData(answers, inTraining, { readers: READERS, stories: STORIES }, embedding, WIDTH);
  training = answers.flatMap((_, i) => (inTraining[i] ? [i] : []));
  validation = answers.flatMap((_, i) => (inTraining[i] ? [] : [i]));
}

beforeAll(planted);

const initial = (): ReaderParams => initReaderModel({ embedding: WIDTH, hidden: 16, latent: 4 }, makeRng(1));

interface Ended {
  readonly params: ReaderParams;
  readonly log: readonly EpochLog[];
}

/** Runs to the end, or to the snapshot after `stopAt`. */
async function runTo(
  config: TrainerConfig,
  resumeFrom: Snapshot | null,
  stopAt: number | null,
): Promise<Ended | Snapshot> {
  for await (const event of train({
    engine,
    data,
    training,
    validation,
    config,
    initialParams: initial(),
    resumeFrom,
  })) {
    if (event.kind === "done") return { params: event.params, log: event.log };
    if (event.kind === "step" && event.step === stopAt) return event.snapshot();
  }
  throw new Error("ended without a result");
}

const bits = (params: ReaderParams): number[] =>
  entries<HostArray>(params).flatMap(({ leaf }) => [...new Uint32Array(leaf.data.buffer)]);

describe("train", () => {
  it("recovers who likes what: held-out pairs of opposite ratings come out in order", async () => {
    const { params, log } = (await runTo(CONFIG, null, null)) as Ended;
    expect(log.at(-1)!.ordinal).toBeLessThan(log[0]!.ordinal);
    const predictor = await Predictor.create(engine, params, data, 256);
    const probability = await predictor.probabilities(params, validation);
    await predictor.dispose();
    const expected = validation.map((_, row) =>
      [0, 1, 2, 3, 4].reduce((sum, k) => sum + (k + 1) * probability[row * 5 + k]!, 0),
    );
    let right = 0;
    let pairs = 0;
    for (const [a, i] of validation.entries()) {
      for (const [b, j] of validation.entries()) {
        const [x, y] = [data.answers[i]!, data.answers[j]!];
        if (x.reader !== y.reader || x.rating < y.rating + 2) continue;
        pairs++;
        if (expected[a]! > expected[b]!) right++;
      }
    }
    // The non-personal order of these pairs is a coin toss by construction.
    expect(pairs).toBeGreaterThan(500);
    expect(right / pairs).toBeGreaterThan(0.95);
    expect(engine.liveArrays()).toBe(0);
  });

  const short = { ...CONFIG, epochs: 3 };
  it.each([1, 7, 19, 20, 38])(
    "cut after step %i and continued, ends in the same bits and the same log",
    async (stopAt) => {
      const whole = (await runTo(short, null, null)) as Ended;
      const snapshot = (await runTo(short, null, stopAt)) as Snapshot;
      expect(snapshot.progress.step).toBe(stopAt);
      const continued = (await runTo(short, snapshot, null)) as Ended;
      expect(bits(continued.params)).toEqual(bits(whole.params));
      expect(continued.log).toEqual(whole.log);
      expect(engine.liveArrays()).toBe(0);
    },
  );

  it("several steps in one call end in the bits of single steps, also when cut and continued", async () => {
    const whole = (await runTo(short, null, null)) as Ended;
    // 19 steps an epoch: two calls of eight and three single steps.
    const called = { ...short, stepsPerCall: 8 };
    expect(bits(((await runTo(called, null, null)) as Ended).params)).toEqual(bits(whole.params));
    const snapshot = (await runTo(called, null, 27)) as Snapshot;
    const continued = (await runTo(called, snapshot, null)) as Ended;
    expect(bits(continued.params)).toEqual(bits(whole.params));
    expect(continued.log).toEqual(whole.log);
  });

  it("another seed gives another run", async () => {
    const [a, b] = [
      (await runTo(short, null, null)) as Ended,
      (await runTo({ ...short, seed: 4 }, null, null)) as Ended,
    ];
    expect(bits(a.params)).not.toEqual(bits(b.params));
  });

  it("stops early and keeps the best parameters", async () => {
    const config = { ...CONFIG, epochs: 200, patience: 2, peakLearningRate: 5e-2 };
    const { log } = (await runTo(config, null, null)) as Ended;
    expect(log.length).toBeLessThan(200);
    const losses = log.map(({ validationLoss }) => validationLoss!);
    expect(losses.indexOf(Math.min(...losses))).toBe(losses.length - 3);
  });

  it("without a validation split runs all epochs, keeps the last parameters, and measures nothing", async () => {
    const config = { ...CONFIG, epochs: 4, patience: 1 };
    const steps: number[] = [];
    for await (const event of train({
      engine,
      data,
      training,
      validation: [],
      config,
      initialParams: initial(),
      resumeFrom: null,
    })) {
      if (event.kind === "step") steps.push(event.step);
      if (event.kind === "done") {
        expect(event.log.map(({ validationLoss }) => validationLoss)).toEqual([null, null, null, null]);
        expect(bits(event.params)).not.toEqual(bits(initial()));
      }
    }
    expect(steps.length).toBe(4 * Math.ceil(training.length / config.batchSize));
  });

  it("a diverged loss stops the run and says where", async () => {
    const config = { ...CONFIG, peakLearningRate: 1e30, warmupSteps: 0 };
    await expect(runTo(config, null, null)).rejects.toThrow(NonFiniteError);
    await expect(runTo(config, null, null)).rejects.toThrow(/^train: not finite at step \d+ \(loss/);
    expect(engine.liveArrays()).toBe(0);
  });
});
