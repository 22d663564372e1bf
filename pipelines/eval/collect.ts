/** What a checkpoint says of the test answers, and what was known before each. */
import { AXES } from "../../data-schemas/ontology.ts";
import { LEVELS } from "../../data-schemas/rating.ts";
import type { RatedAnswer } from "../../eval/baselines/baseline.ts";
import { CODE } from "../../models/axes/axis-encoder.ts";
import type { EsusParams } from "../../models/esus.ts";
import { FLAGS } from "../../models/feedback-layout.ts";
import { PROTOTYPES } from "../../models/population/prototypes.ts";
import type { ReaderEvent } from "../../models/reader/event.ts";
import { historiesOf } from "../../models/reader/histories.ts";
import type { ReaderData } from "../../models/reader/reader-data.ts";
import type { Engine } from "../../models/tensor/engine.ts";
import { type Meddling, normalise, type Predicted, Predictor } from "../../models/training/predictor.ts";

const TAGS = 3 * AXES.length;
/** Numbers of an event in each output that is kept. */
const KEPT = {
  flags: FLAGS.length,
  pace: 1,
  logPaceSd: 1,
  tags: TAGS,
  reward: 1,
  explained: 1,
  moods: 4,
  prototype: PROTOTYPES.length,
  phi: CODE,
} as const;
type Kept = keyof typeof KEPT;

export interface Collected {
  /** Events, in the order of all that follows. */
  readonly picked: readonly number[];
  /** Known, rated answers of the reader before each. */
  readonly histories: readonly (readonly RatedAnswer[])[];
  /** Shape [picked, LEVELS]. */
  readonly rating: Readonly<Record<Meddling, Float64Array>>;
  /**
   * r, with the same knowledge of a reader for all of their answers; NaN where an answer is part of that knowledge.
   * Shape [picked].
   */
  readonly score: Readonly<Record<Meddling, Float64Array>>;
  /** Known, rated answers of the reader that scores rest on. */
  readonly scoreHistories: readonly (readonly RatedAnswer[])[];
  /** Shape [picked, …]. */
  readonly output: Readonly<Record<Kept | "mean" | "opposite", Float32Array>>;
  readonly latent: number;
}

const MEDDLINGS: readonly Meddling[] = ["none", "shuffled", "opposite", "absent"];

export async function collect(
  engine: Engine,
  params: EsusParams,
  data: ReaderData,
  picked: readonly number[],
): Promise<Collected> {
  const place = new Map(picked.map((event, row) => [event, row]));
  const latent = params.reader.mean.shape[1]!;
  const widths: Record<string, number> = { ...KEPT, mean: latent, opposite: latent };
  const output = Object.fromEntries(
    Object.entries(widths).map(([name, width]) => [name, new Float32Array(picked.length * width)]),
  );
  const rating = Object.fromEntries(MEDDLINGS.map((name) => [name, new Float64Array(picked.length * LEVELS)]));
  await meddled(engine, params, data, picked, (meddling, event, row, out) => {
    const to = place.get(event)!;
    normalise(out.rating, row, rating[meddling]!, to);
    if (meddling !== "none") return;
    for (const [name, width] of Object.entries(widths))
      output[name]!.set(out[name as keyof Predicted].subarray(row * width, (row + 1) * width), to * width);
  });
  return {
    picked,
    histories: historiesBefore(data, picked),
    rating: rating as Collected["rating"],
    ...(await scores(engine, params, data, picked)),
    output: output as Collected["output"],
    latent,
  };
}

/**
 * Answers of held-out readers are told in their later half, all by the earlier half. Where readers are not held out, test
 * answers never become known, and nothing has to be kept apart.
 */
async function scores(engine: Engine, params: EsusParams, data: ReaderData, picked: readonly number[]) {
  const later = new Set<ReaderEvent>();
  const test = new Set(picked.map((i) => data.events[i]!));
  for (const history of historiesOf(data.events, (event) => test.has(event), data.known))
    for (const i of history.slice(Math.floor(history.length / 2))) later.add(data.events[i]!);
  const apart: ReaderData = { ...data, known: (event) => data.known(event) && !later.has(event) };
  const place = new Map(picked.map((event, row) => [event, row]));
  const wanted = picked.filter((i) => !apart.known(data.events[i]!));
  const score = Object.fromEntries(MEDDLINGS.map((name) => [name, new Float64Array(picked.length).fill(Number.NaN)]));
  await meddled(engine, params, apart, wanted, (meddling, event, row, { reward }) => {
    score[meddling]![place.get(event)!] = reward[row]!;
  });
  return { score: score as Collected["score"], scoreHistories: historiesBefore(apart, picked) };
}

/** Predicts events once with each meddling. @param take Gets an event and its row of the output. */
async function meddled(
  engine: Engine,
  params: EsusParams,
  data: ReaderData,
  events: readonly number[],
  take: (meddling: Meddling, event: number, row: number, out: Predicted) => void,
): Promise<void> {
  const predictor = await Predictor.create(engine, params, data, events);
  try {
    for (const meddling of MEDDLINGS)
      await predictor.run(params, meddling, (event, row, out) => take(meddling, event, row, out));
  } finally {
    await predictor.dispose();
  }
}

/** Known, rated answers of the reader before each of the picked ones. */
export function historiesBefore(data: ReaderData, picked: readonly number[]): RatedAnswer[][] {
  const wanted = new Set(picked.map((i) => data.events[i]!));
  const place = new Map(picked.map((event, row) => [event, row]));
  const result: RatedAnswer[][] = picked.map(() => []);
  for (const history of historiesOf(data.events, (event) => wanted.has(event) || data.known(event), data.known)) {
    const before: RatedAnswer[] = [];
    for (const i of history) {
      const event = data.events[i]!;
      const row = place.get(i);
      if (row !== undefined) result[row] = [...before];
      if (event.rating !== null && data.known(event))
        before.push({ reader: event.reader, story: event.item, rating: event.rating });
    }
  }
  return result;
}
