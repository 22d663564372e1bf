/** A trained model over many events, batch by batch: what it says of each before it sees the answer. */
import { LEVELS } from "../../data-schemas/rating.ts";
import type { ContentTables } from "../content/content-encoder.ts";
import { type EsusParams, type EventBatch, look, type Params, recall, respond } from "../esus.ts";
import { swapped } from "../objective.ts";
import { fillBatch } from "../reader/fill-batch.ts";
import { type History, historiesOf, packRows, type Row, rowTurnsFor } from "../reader/histories.ts";
import type { ReaderData } from "../reader/reader-data.ts";
import { STATISTICS } from "../reader/tallies.ts";
import { moods } from "../state/transition.ts";
import { disposeTree, type Engine, type EngineArray, readTree, type Step } from "../tensor/engine.ts";
import { float32, type HostArray, int32 } from "../tensor/host-array.ts";
import { takeRows } from "../tensor/indexing.ts";
import type { Tensor } from "../tensor/tensor.ts";
import type { Mapped } from "../tensor/tree.ts";

export interface PredictInput<Leaf, P> {
  readonly params: P;
  readonly tables: ContentTables<Leaf>;
  readonly events: EventBatch<Leaf>;
  /** Whose preference is used: the own row, or another's. int32 [N]. */
  readonly owner: Leaf;
  /** 1, or −1: the opposite preference; 0: none, the prior's middle. [1]. */
  readonly sign: Leaf;
}

/** What is predicted of events, one row each, in the order of `picked`. */
export function predict({ params, tables, events, owner, sign }: PredictInput<Tensor, Params>) {
  const { h, phi } = look(params, tables, events.contentRow);
  const recalled = recall(params, events, h, phi);
  const of = (x: Tensor): Tensor => takeRows(x, owner).mul(sign);
  const z = of(recalled.posterior.mean);
  const kinship = of(recalled.kinship);
  const traces = of(recalled.traces);
  const response = respond(params, { ...events, ...recalled, z, kinship, traces, h, phi });
  const { behaviour } = response;
  return {
    rating: response.rating,
    cuts: response.cuts,
    reward: response.reward,
    explained: response.explained,
    liking: response.liking,
    flags: behaviour.flags,
    pace: behaviour.pace,
    logPaceSd: behaviour.logPaceSd,
    tags: response.tags,
    mean: recalled.posterior.mean,
    opposite: swapped(params, recalled.evidence, recalled.before).mean,
    prototype: response.prototype,
    traces: recalled.traces,
    moods: moods(recalled.moods),
    phi,
  };
}

export type Predicted = { readonly [name in keyof ReturnType<typeof predict>]: Float32Array };

/** How the preference is meddled with, to see what it is worth. */
export type Meddling = "none" | "shuffled" | "opposite" | "absent";
const SIGNS: Readonly<Record<Meddling, number>> = { none: 1, shuffled: 1, opposite: -1, absent: 0 };

type Inputs = PredictInput<HostArray, EsusParams>;
type Output = ReturnType<typeof predict>;

/** Rows are about so many events together. */
const EVENTS = 2560;
const TURNS_MOST = 64;

export class Predictor {
  readonly #step: Step<Inputs, Output>;
  readonly #data: ReaderData;
  readonly #histories: readonly History[];
  readonly #rows: readonly Row[];
  readonly #shape: readonly [number, number];
  readonly #wanted: ReadonlySet<number>;

  private constructor(
    step: Step<Inputs, Output>,
    data: ReaderData,
    wanted: readonly number[],
    histories: readonly History[],
    rows: readonly Row[],
    shape: readonly [number, number],
  ) {
    this.#step = step;
    this.#data = data;
    this.#histories = histories;
    this.#rows = rows;
    this.#shape = shape;
    this.#wanted = new Set(wanted);
  }

  /** @param wanted Which events are predicted; what is known of their readers is read too. */
  static async create(
    engine: Engine,
    params: EsusParams,
    data: ReaderData,
    wanted: readonly number[],
  ): Promise<Predictor> {
    const picked = new Set(wanted.map((i) => data.events[i]!));
    const readers = new Set(wanted.map((i) => data.events[i]!.reader));
    const seen = historiesOf(
      data.events,
      (event) => readers.has(event.reader) && (picked.has(event) || data.known(event)),
      data.known,
    );
    const T = rowTurnsFor(seen, TURNS_MOST);
    const rows = packRows(data.events, seen, data.known, T);
    const B = Math.max(1, Math.min(rows.length, Math.round(EVENTS / T)));
    const shape = [B, T] as const;
    const example = inputsOf(params, data, seen, rows.slice(0, B), shape, "none");
    return new Predictor(await engine.compile(predict as never, example.inputs), data, wanted, seen, rows, shape);
  }

  /** Calls `visit` for each event of `wanted` that it was made for, with its row in the arrays. */
  async run(
    params: Mapped<EsusParams, HostArray, HostArray | EngineArray>,
    meddling: Meddling,
    visit: (event: number, row: number, out: Predicted) => void,
  ): Promise<void> {
    const [B] = this.#shape;
    for (let at = 0; at < this.#rows.length; at += B) {
      const { inputs, scored } = inputsOf(
        params as EsusParams,
        this.#data,
        this.#histories,
        this.#rows.slice(at, at + B),
        this.#shape,
        meddling,
      );
      const output = await this.#step(inputs);
      const read = await readTree(output as object);
      disposeTree(output as object);
      const out = Object.fromEntries(
        Object.entries(read as Record<string, HostArray>).map(([name, { data }]) => [name, data]),
      ) as unknown as Predicted;
      for (const [row, event] of scored.entries()) if (this.#wanted.has(event)) visit(event, row, out);
    }
  }

  /** @returns P of each level of each event, summing to 1. Shape [events of the data, LEVELS], 0 where not wanted. */
  async ratings(params: Mapped<EsusParams, HostArray, HostArray | EngineArray>, meddling: Meddling = "none") {
    const probability = new Float64Array(this.#data.events.length * LEVELS);
    await this.run(params, meddling, (event, row, { rating }) => normalise(rating, row, probability, event));
    return probability;
  }

  async dispose(): Promise<void> {
    await this.#step.dispose();
  }
}

/** Rounding leaves sums within 1e-6 of 1; reports need exactly 1. */
export function normalise(log: ArrayLike<number>, row: number, out: Float64Array, to: number): void {
  let total = 0;
  for (let k = 0; k < LEVELS; k++) total += out[to * LEVELS + k] = Math.exp(log[row * LEVELS + k]!);
  for (let k = 0; k < LEVELS; k++) out[to * LEVELS + k]! /= total;
}

function inputsOf(
  params: EsusParams,
  data: ReaderData,
  histories: readonly History[],
  rows: readonly Row[],
  [B, T]: readonly [number, number],
  meddling: Meddling,
): { inputs: Inputs; scored: Int32Array } {
  const { events, scored } = fillBatch(data, histories, rows, B, T);
  const N = B * T;
  const owner = meddling === "shuffled" ? othersOf(data, events, scored) : Int32Array.from({ length: N }, (_, n) => n);
  const sign = float32([1], [SIGNS[meddling]]);
  return { inputs: { params, tables: data.tables, events, owner: int32([N], owner), sign }, scored };
}

/** Of each slot: one of another reader of whom about as much is known; the own where there is no other reader. */
function othersOf(data: ReaderData, { readerStatistics }: EventBatch<HostArray>, scored: Int32Array): Int32Array {
  const knownOf = (slot: number): number => Number(readerStatistics.data[slot * STATISTICS + 1]);
  const readerOf = (slot: number): number => data.events[scored[slot]!]!.reader;
  const owner = Int32Array.from(scored, (_, slot) => slot);
  const real = [...scored.keys()].filter((slot) => scored[slot]! >= 0);
  real.sort((a, b) => knownOf(a) - knownOf(b) || a - b);
  for (const [i, slot] of real.entries()) {
    for (let step = 1; step < real.length; step++) {
      const other = real[(i + step) % real.length]!;
      if (readerOf(other) === readerOf(slot)) continue;
      owner[slot] = other;
      break;
    }
  }
  return owner;
}
