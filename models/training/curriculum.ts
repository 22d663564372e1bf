/** Which events and pairs are in which step: of the seed and the number of the step alone. */
import { AXES } from "../../data-schemas/ontology.ts";
import type { TrainBatch } from "../objective.ts";
import { fillBatch } from "../reader/fill-batch.ts";
import { type History, historiesOf, packRows, type Row, reordered, rowTurnsFor } from "../reader/histories.ts";
import type { ReaderData } from "../reader/reader-data.ts";
import { integer, makeRng, normal, shuffled } from "../rng.ts";
import { float32, type HostArray, int32 } from "../tensor/host-array.ts";

interface CurriculumConfig {
  readonly seed: number;
  readonly batchSize: number;
  readonly pairBatchSize: number;
  readonly rowTurns: number | null;
}

/** Longer rows cost more than they tell; what lies before half a row is remembered in counts only. */
const TURNS_MOST = 32;
/** Of a batch of pairs: those that move one axis. The others are any two chapters. */
const COUNTERFACTUAL = 0.75;
/** Share of items that are new in an epoch: nobody has said anything of them yet, so their text has to. */
const NEW_ITEMS = 0.25;
/** Draws of noise that are made once; each step begins somewhere in them. */
const NOISE = 1 << 17;

interface Epoch {
  readonly number: number;
  readonly rows: readonly Row[];
  readonly histories: readonly History[];
  /** By item: 1 where it is new. */
  readonly hidden: Uint8Array;
}

export class Curriculum {
  readonly stepsPerEpoch: number;
  /** B and T. */
  readonly shape: readonly [number, number];
  /** Events of an epoch. */
  readonly events: number;
  readonly #data: ReaderData;
  readonly #config: CurriculumConfig;
  readonly #histories: readonly History[];
  readonly #rows: readonly Row[];
  readonly #noise: Float32Array;
  readonly #latent: number;
  #epoch: Epoch | null = null;

  constructor(data: ReaderData, config: CurriculumConfig, latent: number) {
    this.#data = data;
    this.#config = config;
    this.#latent = latent;
    this.#histories = historiesOf(data.events, ({ split }) => split === "train", data.known);
    const T = config.rowTurns ?? rowTurnsFor(this.#histories, TURNS_MOST);
    const B = Math.max(1, Math.round(config.batchSize / T));
    this.shape = [B, T];
    this.#rows = packRows(data.events, this.#histories, data.known, T);
    this.stepsPerEpoch = Math.ceil(this.#rows.length / B);
    this.events = this.#histories.reduce((sum, history) => sum + history.length, 0);
    const rng = makeRng(config.seed);
    this.#noise = Float32Array.from({ length: NOISE }, () => normal(rng));
  }

  batchAt(step: number): TrainBatch<HostArray> {
    const [B, T] = this.shape;
    const { rows, histories, hidden } = this.#epochOf(step);
    const at = (step % this.stepsPerEpoch) * B;
    const { events, targets } = fillBatch(
      this.#data,
      histories,
      rows.slice(at, at + B),
      B,
      T,
      (item) => hidden[item] === 1,
    );
    const rng = makeRng(this.#config.seed + 2 ** 32 * (step + 1));
    return { events, targets, pairs: this.#pairs(rng), noise: this.#noiseFor(rng, B * T) };
  }

  #epochOf(step: number) {
    const number = Math.floor(step / this.stepsPerEpoch);
    if (this.#epoch?.number !== number) {
      const rng = makeRng(this.#config.seed + 2 ** 32 * (number + 1));
      const rows = shuffled(rng, this.#rows);
      const histories = reordered(this.#data.events, this.#histories, rng);
      const hidden = Uint8Array.from(this.#data.items, () => (rng() < NEW_ITEMS ? 1 : 0));
      this.#epoch = { number, rows, histories, hidden };
    }
    return this.#epoch;
  }

  #pairs(rng: () => number) {
    const { pairs, words } = this.#data;
    const P = this.#config.pairBatchSize;
    const [low, high] = [new Int32Array(P), new Int32Array(P)];
    const axis = new Float32Array(P * AXES.length);
    const moved = pairs.length === 0 ? 0 : Math.round(COUNTERFACTUAL * P);
    for (let p = 0; p < P; p++) {
      if (p < moved) {
        const pair = pairs[integer(rng, pairs.length)]!;
        low[p] = pair.low + 1;
        high[p] = pair.high + 1;
        axis[p * AXES.length + pair.axis] = 1;
      } else if (words.length > 0) {
        low[p] = 1 + integer(rng, words.length);
        high[p] = 1 + integer(rng, words.length);
      }
    }
    return { low: int32([P], low), high: int32([P], high), axis: float32([P, AXES.length], axis) };
  }

  #noiseFor(rng: () => number, N: number): HostArray {
    const size = N * this.#latent;
    const from = integer(rng, NOISE);
    const noise = new Float32Array(size);
    for (let i = 0; i < size; i++) noise[i] = this.#noise[(from + i) % NOISE]!;
    return float32([N, this.#latent], noise);
  }
}
