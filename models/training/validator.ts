/** The ordinal loss of the validation split, which says when to stop. */
import { LEVELS } from "../../data-schemas/rating.ts";
import type { EsusParams } from "../esus.ts";
import type { ReaderData } from "../reader/reader-data.ts";
import type { Engine, EngineArray } from "../tensor/engine.ts";
import type { HostArray } from "../tensor/host-array.ts";
import type { Mapped } from "../tensor/tree.ts";
import { Predictor } from "./predictor.ts";

export class Validator {
  readonly #predictor: Predictor | null;
  readonly #data: ReaderData;
  readonly #rated: readonly number[];

  private constructor(predictor: Predictor | null, data: ReaderData, rated: readonly number[]) {
    this.#predictor = predictor;
    this.#data = data;
    this.#rated = rated;
  }

  static async create(engine: Engine, params: EsusParams, data: ReaderData): Promise<Validator> {
    const rated = data.events.flatMap(({ split, rating }, i) => (split === "validation" && rating !== null ? [i] : []));
    return new Validator(rated.length === 0 ? null : await Predictor.create(engine, params, data, rated), data, rated);
  }

  /** Mean −log P of the observed levels, in nats per rating; null when there is none. */
  async loss(params: Mapped<EsusParams, HostArray, HostArray | EngineArray>): Promise<number | null> {
    if (this.#predictor === null) return null;
    const probability = await this.#predictor.ratings(params);
    const total = this.#rated.reduce(
      (sum, i) => sum - Math.log(probability[i * LEVELS + this.#data.events[i]!.rating! - 1]!),
      0,
    );
    return total / this.#rated.length;
  }

  async dispose(): Promise<void> {
    await this.#predictor?.dispose();
  }
}
