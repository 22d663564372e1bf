/** Runs a trained reader model over answers, batch by batch. */
import { internal } from "../../data-schemas/errors.ts";
import { LEVELS } from "../../data-schemas/rating.ts";
import type { Engine, EngineArray, Step } from "../tensor/engine.ts";
import type { HostArray } from "../tensor/host-array.ts";
import type { Mapped } from "../tensor/tree.ts";
import { fillBatch } from "./batch.ts";
import type { ReaderData } from "./reader-data.ts";
import type { ReaderParams } from "./reader-model.ts";
import { type PredictInput, predict } from "./train-step.ts";

type Inputs = PredictInput<HostArray, ReaderParams>;

export class Predictor {
  readonly #step: Step<Inputs, ReturnType<typeof predict>>;
  readonly #data: ReaderData;
  readonly #batchSize: number;

  private constructor(step: Step<Inputs, ReturnType<typeof predict>>, data: ReaderData, batchSize: number) {
    this.#step = step;
    this.#data = data;
    this.#batchSize = batchSize;
  }

  static async create(engine: Engine, params: ReaderParams, data: ReaderData, batchSize: number): Promise<Predictor> {
    const example: Inputs = { params, tables: data.tables, batch: unlabelled(data, [], batchSize) };
    return new Predictor(await engine.compile(predict, example), data, batchSize);
  }

  /**
   * @param picked  Indices into the data's answers.
   * @returns P of each level. Shape [picked, LEVELS]; rows sum to 1.
   */
  async probabilities(
    params: Mapped<ReaderParams, HostArray, HostArray | EngineArray>,
    picked: readonly number[],
  ): Promise<Float64Array> {
    const probability = new Float64Array(picked.length * LEVELS);
    for (let start = 0; start < picked.length; start += this.#batchSize) {
      const rows = picked.slice(start, start + this.#batchSize);
      const batch = unlabelled(this.#data, rows, this.#batchSize);
      const { logProbability } = await this.#step({ params, tables: this.#data.tables, batch });
      const { data } = await logProbability.read();
      logProbability.dispose();
      for (let row = 0; row < rows.length; row++) normalize(data, row, probability, start + row);
    }
    return probability;
  }

  async dispose(): Promise<void> {
    await this.#step.dispose();
  }
}

/** Rounding leaves sums within 1e-6 of 1; reports need exactly 1. */
function normalize(log: ArrayLike<number>, row: number, out: Float64Array, to: number): void {
  let total = 0;
  for (let k = 0; k < LEVELS; k++) {
    const p = Math.exp(log[row * LEVELS + k]!);
    out[to * LEVELS + k] = p;
    total += p;
  }
  if (!(Math.abs(total - 1) < 1e-3)) throw internal(`probabilities of row ${row} sum to ${total}`);
  for (let k = 0; k < LEVELS; k++) out[to * LEVELS + k]! /= total;
}

function unlabelled(data: ReaderData, picked: readonly number[], batchSize: number): Inputs["batch"] {
  const { contentRow, readerRow, ownResidual, tasteScale, stats } = fillBatch(
    data.history,
    data.answers,
    picked,
    batchSize,
  );
  return { contentRow, readerRow, ownResidual, tasteScale, stats };
}
