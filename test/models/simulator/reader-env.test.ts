/** The environment on a small trained model: equal seeds, sealed states, personas, and histories that matter. */
import { beforeAll, describe, expect, it } from "vitest";
import { AXES, axisIndex } from "../../../data-schemas/ontology.ts";
import { CODE } from "../../../models/axes/axis-encoder.ts";
import type { EsusParams } from "../../../models/esus.ts";
import { PROTOTYPES } from "../../../models/population/prototypes.ts";
import { historiesOf } from "../../../models/reader/histories.ts";
import { explain } from "../../../models/simulator/explain.ts";
import { replayHistories } from "../../../models/simulator/history-replay.ts";
import { type Library, ReaderEnv } from "../../../models/simulator/reader-env.ts";
import { Sealed } from "../../../models/simulator/sealed.ts";
import { OrtEngine } from "../../../models/tensor/ort-engine.ts";
import { type ContentCodes, codesOf } from "../../../models/training/content-codes.ts";
import { withObserved, withPersonas } from "../../../models/training/personas.ts";
import { train } from "../../../models/training/trainer.ts";
import { CONFIG, initial, plantedReaders } from "../training/planted-readers.ts";

const engine = new OrtEngine();
const data = plantedReaders(21, 60);
let params: EsusParams;
let codes: ContentCodes;
let library: Library;

beforeAll(async () => {
  const config = { ...CONFIG, seed: 1 };
  for await (const event of train({ engine, data, config, initialParams: initial(), resumeFrom: null }))
    if (event.kind === "done") params = await withPersonas(engine, withObserved(event.params, data), data);
  codes = await codesOf(engine, params, data.tables);
  library = { codes, words: data.words };
});

const open = (readers: number, seed: number): Promise<ReaderEnv> =>
  ReaderEnv.create(engine, params, data.marginal, library, { readers, seed });
const everybody = (readers: number, row: number): Int32Array => new Int32Array(readers).fill(row);

describe("the environment", () => {
  it("equal seeds give equal answers; another seed does not", async () => {
    const starsOf = async (seed: number): Promise<string> => {
      const env = await open(50, seed);
      env.reset();
      const turns = [];
      for (let t = 0; t < 4; t++) turns.push((await env.stepArrays(everybody(50, t))).visible.stars.join(""));
      await env.dispose();
      return turns.join("/");
    };
    expect(await starsOf(1)).toBe(await starsOf(1));
    expect(await starsOf(1)).not.toBe(await starsOf(2));
  });

  it("what is seen is whole and in range; what is hidden neither prints nor serialises", async () => {
    const env = await open(30, 3);
    env.reset(PROTOTYPES[0]!.id);
    const [first] = await env.step(everybody(30, 1));
    const { seen, hidden } = first!;
    expect(seen.rating).toBeGreaterThanOrEqual(1);
    expect(seen.rating).toBeLessThanOrEqual(5);
    expect(seen.scrollDepth).toBeGreaterThanOrEqual(0);
    expect(seen.dwellSeconds).toBeGreaterThan(0);
    expect(Object.keys(seen.flags)).toContain("continue");
    expect(Object.keys(seen)).not.toContain("z");
    expect(() => JSON.stringify(first)).toThrow("hidden state of a reader was about to be written");
    expect(`${hidden}`).toBe("[sealed]");
    const state = hidden.open("scoring");
    expect([...state.rating].reduce((a, b) => a + b)).toBeCloseTo(1, 4);
    expect(state.moods.trust).toBeGreaterThanOrEqual(0);
    await env.dispose();
  });

  it("readers who like the axis and readers who do not answer the same chapter otherwise", async () => {
    // Prototype 0 was planted to like what even chapters have, prototype 1 to dislike it.
    const mean = async (persona: string): Promise<number> => {
      const env = await open(400, 5);
      env.reset(persona);
      const { visible } = await env.stepArrays(everybody(400, 0));
      await env.dispose();
      return visible.stars.reduce((a, b) => a + b) / 400;
    };
    expect((await mean(PROTOTYPES[0]!.id)) - (await mean(PROTOTYPES[1]!.id))).toBeGreaterThan(0.8);
  });

  it("goes on from histories: who liked the axis before is likelier to like it again", async () => {
    const histories = historiesOf(data.events, ({ reader }) => reader < 20, data.known);
    const state = await replayHistories(engine, params, data, histories);
    const env = await open(20, 6);
    env.resume(state);
    const { hidden } = await env.stepArrays(everybody(20, 0));
    const { reward } = hidden.open("scoring");
    const of = (parity: number): number =>
      histories.reduce(
        (sum, history, r) => (data.events[history[0]!]!.reader % 2 === parity ? sum + reward[r]! : sum),
        0,
      ) / 10;
    expect(of(0) - of(1)).toBeGreaterThan(1);
    await env.dispose();
  });

  it("refuses, with what was expected: rows that are not there, kinds that are not there, other numbers of readers", async () => {
    const env = await open(3, 1);
    await expect(env.stepArrays(Int32Array.of(0, 1))).rejects.toThrow("expected 3 rows");
    await expect(env.stepArrays(Int32Array.of(0, 1, 99))).rejects.toThrow("with row 99");
    // Two kinds were planted: of a third nothing is known.
    expect(() => env.reset(PROTOTYPES[5]!.id)).toThrow("too few readers like");
    expect(() => env.reset("pirate")).toThrow('no prototype is called "pirate"');
    const histories = historiesOf(data.events, ({ reader }) => reader < 2, data.known);
    const state = await replayHistories(engine, params, data, histories);
    expect(() => env.resume(state)).toThrow("2 readers were given, the environment has 3");
    await env.dispose();
  });
});

describe("explain", () => {
  const parts = new Float32Array(CODE);
  const phi = new Float32Array(CODE);
  const k = axisIndex("romance");
  parts[k] = 0.9;
  phi[k] = 1;
  const prototypes = PROTOTYPES.map((_, p) => (p === 0 ? 0.7 : 0.3 / (PROTOTYPES.length - 1)));
  const answered = { reward: 0.9, parts, phi, prototypes, rating: 5 };

  it("names axes, weights and passages in the language that is asked for", () => {
    const english = explain(answered, "He kissed her hand, and his heart leapt. Then it rained.", "en");
    expect(english.text).toContain("5 stars. Reader: 0.7 power-fantasy reader.");
    expect(english.text).toContain(`${AXES[k]!.name.en} (${AXES[k]!.high.en}) +0.90`);
    expect(english.reasons).toHaveLength(1);
    expect(english.told).toBe(1);
    const chinese = explain(answered, "雨停了。", "zh");
    expect(chinese.text).toContain(`评5星。读者类型：0.7 ${PROTOTYPES[0]!.name.zh}`);
    expect(chinese.reasons[0]!.evidence).toEqual([]);
  });

  it("says so where nothing stands out", () => {
    const { text, told } = explain(
      { ...answered, parts: new Float32Array(CODE), prototypes: prototypes.map(() => 0) },
      "",
      "en",
    );
    expect(text).toBe("5 stars. Reader: of no kind in particular. Because of: nothing that stands out.");
    expect(told).toBe(0);
  });
});

it("a sealed value is opened by name only", () => {
  const sealed = new Sealed({ z: 1 });
  expect(sealed.open("scoring")).toEqual({ z: 1 });
  expect(() => JSON.stringify({ sealed })).toThrow("internal:");
});
