import { describe, expect, it } from "vitest";
import type { AxisLevel } from "../../../data-schemas/axis.ts";
import { AXES, axisIndex } from "../../../data-schemas/ontology.ts";
import { spreadSchema } from "../../../data-schemas/population.ts";
import { oppositeTastes } from "../../../models/pairs/axis-pairs.ts";
import { moodAfter } from "../../../models/pairs/memory-pairs.ts";
import { answer, contributions, tagOf, utilityOf } from "../../../models/population/feedback.ts";
import { sparseLevels } from "../../../models/population/grammar/levels.ts";
import { afterReading, firstMood, fulfilment, type Mood, strongestTaste } from "../../../models/population/mood.ts";
import { PROTOTYPES } from "../../../models/population/prototypes.ts";
import { makeReader } from "../../../models/population/reader.ts";
import { readSerials } from "../../../models/population/reading.ts";
import { makeSerial } from "../../../models/population/serial.ts";
import { verbalise } from "../../../models/population/verbaliser.ts";
import { makeRng } from "../../../models/rng.ts";

const spread = spreadSchema.parse({});
const readers = Array.from({ length: 400 }, (_, i) => makeReader(3, i, ["en", "zh"], spread));
const reader = readers[0]!;
const chapter = (key: string) => ({ levels: sparseLevels(key), quality: 0, words: 900 });

describe("planted readers", () => {
  it("come from at least 12 named prototypes, each of which is drawn", () => {
    expect(PROTOTYPES.length).toBeGreaterThanOrEqual(12);
    expect(new Set(readers.map(({ prototype }) => prototype.id)).size).toBe(PROTOTYPES.length);
    expect(PROTOTYPES.reduce((sum, { share }) => sum + share, 0)).toBeCloseTo(1);
    for (const { name, tastes } of PROTOTYPES) {
      expect(name.zh).toMatch(/\p{Script=Han}/u);
      expect(tastes.filter((taste, k) => taste !== 0 && AXES[k]!.kind === "taste").length).toBeGreaterThan(4);
    }
  });

  it("are the same for the same seed and number, and like no broken rule", () => {
    expect(makeReader(3, 17, ["en", "zh"], spread)).toEqual(readers[17]);
    expect(makeReader(4, 17, ["en", "zh"], spread)).not.toEqual(readers[17]);
    for (const { tastes, thresholds } of readers) {
      for (const [k, { kind }] of AXES.entries()) if (kind === "quality") expect(tastes[k]).toBeGreaterThan(0);
      expect([...thresholds].sort((a, b) => a - b)).toEqual(thresholds);
    }
    // The id tells nothing of what is hidden.
    for (const { id, prototype } of readers) expect(id).not.toContain(prototype.id);
  });

  it("tastes drift, and turn around where they are to", () => {
    const turning = readers.find(({ reversal }) => reversal !== null)!;
    const strongest = strongestTaste(turning.tastes);
    let mood = firstMood(turning);
    const rng = makeRng(1);
    const seen: number[] = [];
    for (let index = 0; index <= turning.reversal!; index++) {
      mood = afterReading(
        turning,
        mood,
        { levels: chapter("x").levels, rating: 3, fulfilled: null, learned: [], index },
        rng,
      );
      seen.push(mood.tastes[strongest]!);
    }
    expect(Math.sign(seen.at(-1)!)).toBe(-Math.sign(seen.at(-2)!));
    expect(new Set(seen).size).toBe(seen.length);
    // Qualities neither turn around nor drift away.
    for (const [k, { kind }] of AXES.entries()) if (kind === "quality") expect(mood.tastes[k]).toBeGreaterThan(0);
    expect(AXES[strongest]!.kind).toBe("taste");
    // What is not minded does not drift into being minded.
    const indifferent = turning.tastes.indexOf(0);
    expect(mood.tastes[indifferent]).toBe(0);
  });
});

describe("moods", () => {
  const turn = (fulfilled: 0 | 1 | 2 | null) => ({
    levels: AXES.map((): AxisLevel => 0),
    rating: 3,
    fulfilled,
    learned: [],
    index: 0,
  });

  it("trust moves by the planted rates: by hand", () => {
    const mood = firstMood(reader);
    const { trustGain, trustLoss } = reader.rates;
    expect(afterReading(reader, mood, turn(2), makeRng(1)).trust).toBeCloseTo(0.6 + trustGain * 0.4);
    expect(afterReading(reader, mood, turn(1), makeRng(1)).trust).toBeCloseTo(0.6 + trustGain * 0.5 * 0.4);
    expect(afterReading(reader, mood, turn(0), makeRng(1)).trust).toBeCloseTo(0.6 - trustLoss * 0.6);
    expect(afterReading(reader, mood, turn(null), makeRng(1)).trust).toBe(0.6);
  });

  it("fatigue decays, and grows with explanation; a hook feeds curiosity", () => {
    const tired: Mood = { ...firstMood(reader), fatigue: 0.5 };
    const heavy = AXES.map(({ id }): AxisLevel => (id === "lore_density" ? 1 : 0));
    const { fatigueKept, fatigueGain } = reader.rates;
    expect(afterReading(reader, tired, turn(null), makeRng(1)).fatigue).toBeCloseTo(fatigueKept * 0.5);
    const after = afterReading(reader, tired, { ...turn(null), levels: heavy }, makeRng(1));
    expect(after.fatigue).toBeCloseTo(fatigueKept * 0.5 + fatigueGain * Math.tanh(0.5));
    const hooked = AXES.map(({ id }): AxisLevel => (id === "chapter_hook" ? 1 : 0));
    expect(afterReading(reader, tired, { ...turn(null), levels: hooked }, makeRng(1)).curiosity).toBeGreaterThan(
      afterReading(reader, tired, turn(null), makeRng(1)).curiosity,
    );
  });

  it("a request is met at its pole, half met in the middle, ignored at the other", () => {
    const more = { axis: "humour", direction: "higher" } as const;
    const less = { axis: "humour", direction: "lower" } as const;
    expect([fulfilment(more, 1), fulfilment(more, 0), fulfilment(more, -1)]).toEqual([2, 1, 0]);
    expect([fulfilment(less, 1), fulfilment(less, 0), fulfilment(less, -1)]).toEqual([0, 1, 2]);
  });

  it("a need grows while it is ignored and is gone when it is met", () => {
    const request = { axis: "humour", direction: "higher" } as const;
    const k = axisIndex("humour");
    const ignored = moodAfter(reader, request, [0, 0, 0], { levels: chapter("n").levels }, k, "t");
    expect(ignored.needs.get(k)).toBeGreaterThan(0.6);
    const met = afterReading(reader, ignored, turn(2), makeRng(1));
    expect([met.needs.get(k), met.request]).toEqual([0, null]);
  });
});

describe("answers", () => {
  it("opposite readers disagree on what is a taste and agree on what is a quality", () => {
    for (const each of readers.slice(0, 40)) {
      const mood = firstMood(each);
      const opposite = { ...mood, tastes: oppositeTastes(mood.tastes) };
      const levels = chapter(each.id).levels;
      for (const [k, part] of contributions(mood, levels).entries()) {
        const other = contributions(opposite, levels)[k]!;
        if (AXES[k]!.kind === "taste") expect(other).toBeCloseTo(-part);
        else expect(other).toBe(part);
      }
    }
  });

  it("the same chapter after a different history is answered differently", () => {
    const request = { axis: "humour", direction: "higher" } as const;
    const k = axisIndex("humour");
    const scene = chapter("history");
    const levels = scene.levels.map((level, i): AxisLevel => (i === k ? 0 : level));
    let lower = 0;
    for (const each of readers.slice(0, 60)) {
      const [sad, glad] = (
        [
          [0, 0, 0],
          [2, 2, 2],
        ] as const
      ).map((history) => moodAfter(each, request, history, { levels }, k, "m"));
      expect(sad!.trust).toBeLessThan(glad!.trust);
      expect(sad!.frustration).toBeGreaterThanOrEqual(glad!.frustration);
      const mean = (mood: Mood): number => {
        const rng = makeRng(9);
        return (
          Array.from({ length: 200 }, () => answer(each, mood, { ...scene, levels }, null, rng).rating).reduce(
            (a, b) => a + b,
          ) / 200
        );
      };
      // Ignored thrice is never happier than fulfilled thrice, but for the noise of 200 draws.
      expect(mean(sad!)).toBeLessThan(mean(glad!) + 0.1);
      if (mean(sad!) < mean(glad!)) lower++;
    }
    expect(lower).toBeGreaterThan(50);
  });

  it("liking saturates within a family", () => {
    const fond: Mood = { ...firstMood(reader), tastes: AXES.map(({ family }) => (family === "style" ? 1.5 : 0)) };
    const moved = (n: number): AxisLevel[] => {
      let left = n;
      return AXES.map(({ family }) => (family === "style" && left-- > 0 ? 1 : 0));
    };
    const [one, two, six] = [1, 2, 6].map((n) => utilityOf(fond, { levels: moved(n), quality: 0, words: 0 }, null));
    const none = utilityOf(fond, { levels: moved(0), quality: 0, words: 0 }, null);
    expect(two! - one!).toBeLessThan(one! - none);
    expect(six! - none).toBeLessThan(1.8);
  });

  it("every tag is one of the ontology's, or a liking", () => {
    const tags = new Set(AXES.flatMap(({ id, tags: own }) => [own.low, own.high, `liked_${id}`]));
    const rng = makeRng(2);
    for (const each of readers.slice(0, 50)) {
      const feedback = answer(each, firstMood(each), chapter(each.id), null, rng);
      for (const tag of feedback.tags) expect(tags.has(tag), tag).toBe(true);
      expect(feedback.atoms.length).toBeLessThanOrEqual(3);
      expect(feedback.rating).toBeGreaterThanOrEqual(1);
      expect(feedback.rating).toBeLessThanOrEqual(5);
      if (feedback.request !== null) expect(feedback.tags.length).toBeGreaterThan(0);
    }
    expect(tagOf({ axis: "pacing_speed", pole: "low", polarity: "negative", intensity: 1 })).toBe("pacing_slow");
  });

  it("comments keep to their language, and sharpen when a request was ignored again and again", () => {
    const atoms = [{ axis: "pacing_speed", pole: "low", polarity: "negative", intensity: 0.8 }] as const;
    for (const [language, other] of [
      ["zh", /[a-z]/i],
      ["en", /\p{Script=Han}/u],
    ] as const) {
      const rng = makeRng(4);
      const said = Array.from({ length: 80 }, () => verbalise({ language, atoms, request: null, ignored: 0 }, rng));
      for (const { text, wishes } of said) {
        expect(text.replace(/bug|cp/g, "")).not.toMatch(other);
        expect(wishes).toEqual(["increase_speed"]);
      }
      const sharp = verbalise({ language, atoms, request: null, ignored: 3 }, makeRng(4)).text;
      expect(sharp.length).toBeGreaterThan(
        verbalise({ language, atoms, request: null, ignored: 0 }, makeRng(4)).text.length,
      );
    }
  });
});

describe("reading", () => {
  const serials = [0, 1].map((i) => makeSerial(5, i, "en", 12, 0.3, () => undefined));

  it("goes on in order, and takes up another serial when it has had enough", () => {
    for (const each of readers.filter(({ language }) => language === "en").slice(0, 20)) {
      const turns = [...readSerials(5, each, serials, 20)];
      expect(turns.map(({ index }) => index)).toEqual(turns.map((_, i) => i));
      expect(turns.length).toBeLessThanOrEqual(20);
      for (const [i, turn] of turns.slice(1).entries()) {
        const before = turns[i]!;
        if (turn.serial === before.serial) expect(turn.chapter).toBe(before.chapter + 1);
        else expect([turn.chapter, turn.mood.request]).toEqual([0, null]);
      }
      expect([...readSerials(5, each, serials, 20)]).toEqual(turns);
    }
  });

  it("says whether a request was met only where there was one", () => {
    const turns = readers
      .filter(({ language }) => language === "en")
      .slice(0, 60)
      .flatMap((each) => [...readSerials(5, each, serials, 12)]);
    for (const { fulfilled, mood } of turns) expect(fulfilled === null).toBe(mood.request === null);
    for (const level of [0, 1, 2] as const) expect(turns.some(({ fulfilled }) => fulfilled === level)).toBe(true);
    expect(turns.some(({ mood }) => mood.ignored >= 2)).toBe(true);
  });
});
