/** Training recovers planted taste, and a run that is cut at any step ends in the same bits. */
import { beforeAll, describe, expect, it } from "vitest";
import { NonFiniteError } from "../../../data-schemas/errors.ts";
import type { EsusParams } from "../../../models/esus.ts";
import type { ReaderData } from "../../../models/reader/reader-data.ts";
import { Tally } from "../../../models/reader/tallies.ts";
import type { HostArray } from "../../../models/tensor/host-array.ts";
import { OrtEngine } from "../../../models/tensor/ort-engine.ts";
import { entries } from "../../../models/tensor/tree.ts";
import { calibrate } from "../../../models/training/calibrator.ts";
import { type Predicted, Predictor } from "../../../models/training/predictor.ts";
import { type EpochLog, type Snapshot, type TrainerConfig, train } from "../../../models/training/trainer.ts";
import { CONFIG, initial, plantedReaders, TURNS } from "./planted-readers.ts";

const engine = new OrtEngine();

interface Ended {
  readonly params: EsusParams;
  readonly log: readonly EpochLog[];
}

/** Runs to the end, or to the snapshot after `stopAt`. */
async function runTo(
  data: ReaderData,
  config: TrainerConfig,
  resumeFrom: Snapshot | null,
  stopAt = Number.POSITIVE_INFINITY,
): Promise<Ended | Snapshot> {
  for await (const event of train({ engine, data, config, initialParams: initial(), resumeFrom })) {
    if (event.kind === "done") return event;
    if (event.kind === "step" && event.step === stopAt) return event.snapshot();
  }
  throw new Error("training ended without a result");
}

const bytesOf = (params: EsusParams): Buffer[] =>
  entries<HostArray>(params).map(({ leaf }) =>
    Buffer.from(leaf.data.buffer, leaf.data.byteOffset, leaf.data.byteLength),
  );

describe("on planted readers", () => {
  const data = plantedReaders(11, 60);
  let ended: Ended;
  beforeAll(async () => {
    ended = (await runTo(data, CONFIG, null)) as Ended;
  });

  it("learns who likes what: later answers are told apart, another reader's preference tells them wrong", async () => {
    const picked = data.events.flatMap(({ split, turn }, i) => (split === "validation" && turn! >= 5 ? [i] : []));
    const predictor = await Predictor.create(engine, ended.params, data, picked);
    const right = async (meddling: "none" | "opposite"): Promise<number> => {
      let [ok, n] = [0, 0];
      await predictor.run(ended.params, meddling, (event, row, { reward, cuts }: Predicted) => {
        const { rating } = data.events[event]!;
        if (rating === 3) return;
        n++;
        // Above the third threshold: four stars or more.
        if (reward[row]! > cuts[row * 4 + 2]! === rating! > 3) ok++;
      });
      return ok / n;
    };
    expect(await right("none")).toBeGreaterThan(0.85);
    expect(await right("opposite")).toBeLessThan(0.4);
    await predictor.dispose();
  });

  it("logs every term of every epoch, and its loss falls", () => {
    expect(ended.log).toHaveLength(CONFIG.epochs);
    const [first, last] = [ended.log[0]!, ended.log.at(-1)!];
    for (const term of ["ordinal", "pair", "swap", "named", "tags", "behaviour", "prototype", "mood"] as const) {
      expect(last[term], term).toBeLessThan(first[term]);
    }
    // Without knowing the reader one cannot get below about 1.5.
    expect(last.validationLoss).toBeLessThan(1.2);
  });

  it.each([1, 7, 30])("cut after step %i and continued: the same bits as without the cut", async (step) => {
    const snapshot = (await runTo(data, CONFIG, null, step)) as Snapshot;
    const again = (await runTo(data, CONFIG, snapshot)) as Ended;
    expect(bytesOf(again.params)).toEqual(bytesOf(ended.params));
    expect(again.log).toEqual(ended.log);
  });

  it("several steps in one call end where single ones do", async () => {
    const few = { ...CONFIG, epochs: 2 };
    const single = (await runTo(data, few, null)) as Ended;
    const looped = (await runTo(data, { ...few, stepsPerCall: 3 }, null)) as Ended;
    for (const [i, { path, leaf }] of entries<HostArray>(single.params).entries()) {
      const other = entries<HostArray>(looped.params)[i]!.leaf.data;
      for (const [j, value] of leaf.data.entries()) expect(Number(other[j]), path).toBeCloseTo(Number(value), 4);
    }
  });

  it("stops early when validation gets no better, and gives the best parameters", async () => {
    const config = { ...CONFIG, epochs: 60, patience: 2, peakLearningRate: 0.04 };
    const { log } = (await runTo(data, config, null)) as Ended;
    expect(log.length).toBeLessThan(60);
    const losses = log.map(({ validationLoss }) => validationLoss!);
    expect(losses.indexOf(Math.min(...losses))).toBe(log.length - 3);
  });

  it("stops with the step's number where numbers are no longer finite", async () => {
    const wild = { ...CONFIG, peakLearningRate: 1e30, warmupSteps: 0 };
    await expect(runTo(data, wild, null)).rejects.toThrow(NonFiniteError);
    await expect(runTo(data, wild, null)).rejects.toThrow(/not finite at step \d+/);
  });

  it("calibration changes nothing where there are too few answers for it", async () => {
    const { params, answers } = await calibrate(engine, ended.params, data);
    expect(answers).toBe(0);
    expect(params).toBe(ended.params);
  });
});

it("a source without ratings teaches what it has: terms without targets are 0 and pull nothing", async () => {
  const rated = plantedReaders(5, 20);
  const silent: ReaderData = {
    ...rated,
    events: rated.events.map((event) => ({
      ...event,
      rating: null,
      fulfilled: null,
      dwellSeconds: null,
      scrollDepth: null,
      rereads: null,
      wish: null,
      hidden: null,
      flags: event.flags.map(() => null),
    })),
    items: rated.items.map(() => new Tally()),
  };
  const { params, log } = (await runTo(silent, { ...CONFIG, epochs: 2 }, null)) as Ended;
  for (const term of ["ordinal", "pair", "wish", "behaviour", "prototype", "mood"] as const)
    expect(log[1]![term]).toBe(0);
  expect(log[1]!.tags).toBeGreaterThan(0);
  expect(log[1]!.validationLoss).toBeNull();
  expect([...params.behaviour.rereadSize.data]).toEqual([...initial().behaviour.rereadSize.data]);
});

it("a reader with one event, and an event without text, are learned from and predicted", async () => {
  const whole = plantedReaders(6, 20);
  const lonely: ReaderData = {
    ...whole,
    events: whole.events
      .filter(({ turn }) => turn === 0)
      .map((event, i) => (i % 4 === 0 ? { ...event, content: -1 } : event)),
  };
  expect(lonely.events.length * TURNS).toBe(whole.events.length);
  const { params } = (await runTo(lonely, { ...CONFIG, epochs: 1 }, null)) as Ended;
  const predictor = await Predictor.create(engine, params, lonely, [0, 1, 2]);
  const probability = await predictor.ratings(params);
  for (const i of [0, 1, 2])
    expect([...probability.subarray(i * 5, i * 5 + 5)].reduce((a, b) => a + b)).toBeCloseTo(1, 9);
  await predictor.dispose();
});
