/**
 * What readers of known histories would make of texts, many pairs of reader and text at once and without a trace left on
 * anybody: the judge of FUSE and the reward of selection.
 */
import { AXES } from "../../data-schemas/ontology.ts";
import { LEVELS } from "../../data-schemas/rating.ts";
import type { ContentTables } from "../content/content-encoder.ts";
import { makeTables, type Normaliser, type TextArrays } from "../content/normaliser.ts";
import { SEGMENTS } from "../content/segments.ts";
import { type EsusParams, look, type Params, respond } from "../esus.ts";
import { type Marginal, STATISTICS } from "../reader/tallies.ts";
import { exp } from "../tensor/elementwise.ts";
import { disposeTree, type Engine, readTree, type Step } from "../tensor/engine.ts";
import { float32, type HostArray, int32 } from "../tensor/host-array.ts";
import { takeRows } from "../tensor/indexing.ts";
import { slice } from "../tensor/layout.ts";
import type { Tensor } from "../tensor/tensor.ts";
import { entries, type Mapped } from "../tensor/tree.ts";
import { type Averages, recollect, type SimulatorState } from "./reader-state.ts";

/** Pairs in one step. */
const BATCH = 256;
const A = AXES.length;

interface Inputs {
  readonly params: EsusParams;
  readonly averages: Averages<HostArray>;
  readonly state: SimulatorState<HostArray>;
  /** Row of each pair's reader; int32 [B]. */
  readonly reader: HostArray;
  readonly tables: ContentTables<HostArray>;
  /** 1 to B: row 0 of the tables is the missing text. */
  readonly rows: HostArray;
  readonly statistics: HostArray;
  readonly source: HostArray;
}

function score({
  params,
  averages,
  state,
  reader,
  tables,
  rows,
  statistics,
  source,
}: Mapped<Inputs, HostArray, Tensor>) {
  const { h, phi } = look(params as Params, tables, rows);
  const mine = Object.fromEntries(
    Object.entries(state).map(([name, rowsOf]) => [name, takeRows(rowsOf as Tensor, reader)]),
  ) as unknown as SimulatorState<Tensor>;
  const memory = recollect(params as Params, mine, averages, h);
  const z = mine.z.mul(mine.persona).add(memory.posterior.mean.mul(mine.persona.neg().add(1)));
  const { rating } = respond(params as Params, { ...memory, z, h, phi, itemStatistics: statistics, source });
  return { rating: exp(rating), phi: slice(phi, 1, 0, A) };
}

export interface Scored {
  /** (E[stars] − 1) / 4 of each pair, in [0, 1]. */
  readonly stars: Float64Array;
  /** Where each text stands on each axis. Shape [pairs, AXES]. */
  readonly poles: Float32Array;
}

export class Scorer {
  readonly #step: Step<Inputs, ReturnType<typeof score>>;
  readonly #fixed: Omit<Inputs, "reader" | "tables">;
  readonly #normaliser: Normaliser;

  private constructor(
    step: Step<Inputs, ReturnType<typeof score>>,
    fixed: Omit<Inputs, "reader" | "tables">,
    normaliser: Normaliser,
  ) {
    this.#step = step;
    this.#fixed = fixed;
    this.#normaliser = normaliser;
  }

  /** @param state Of `replayHistories`, or a persona's. @param width Of the text encoder. */
  static async create(
    engine: Engine,
    {
      params,
      normaliser,
      marginal,
    }: { readonly params: EsusParams; readonly normaliser: Normaliser; readonly marginal: Marginal },
    state: SimulatorState<HostArray>,
    width: number,
  ): Promise<Scorer> {
    const fixed = {
      params,
      averages: { mean: float32([1], [marginal.mean]), share: float32([1, LEVELS], [...marginal.share]) },
      state,
      rows: int32(
        [BATCH],
        Int32Array.from({ length: BATCH }, (_, i) => i + 1),
      ),
      statistics: float32([BATCH, STATISTICS]),
      source: int32([BATCH]),
    };
    const none = {
      width,
      languages: [],
      segments: [],
      embedding: new Float32Array(),
      measured: [],
      columns: new Float32Array(),
    };
    const tables = makeTables(padded(none, columnsOf(normaliser), 0, 0), normaliser);
    const step = await engine.compile<Inputs, ReturnType<typeof score>>(score, {
      ...fixed,
      reader: int32([BATCH]),
      tables,
    });
    return new Scorer(step, fixed, normaliser);
  }

  /** @param readers Row of the state for each text. @param texts One a pair. */
  async score(readers: ArrayLike<number>, texts: TextArrays): Promise<Scored> {
    const n = readers.length;
    const stars = new Float64Array(n);
    const poles = new Float32Array(n * A);
    for (let at = 0; at < n; at += BATCH) {
      const size = Math.min(BATCH, n - at);
      const reader = int32(
        [BATCH],
        Int32Array.from({ length: BATCH }, (_, i) => (i < size ? readers[at + i]! : 0)),
      );
      const tables = makeTables(padded(texts, columnsOf(this.#normaliser), at, size), this.#normaliser);
      const output = await this.#step({ ...this.#fixed, reader, tables });
      const read = await readTree(output);
      disposeTree(output);
      const arrays = Object.fromEntries(entries<HostArray>(read).map(({ path, leaf }) => [path, leaf.data]));
      const [rating, phi] = [arrays["rating"] as Float32Array, arrays["phi"] as Float32Array];
      for (let i = 0; i < size; i++) {
        for (let k = 0; k < LEVELS; k++) stars[at + i]! += (rating[i * LEVELS + k]! * k) / (LEVELS - 1);
        stars[at + i] = Math.min(1, stars[at + i]!);
      }
      poles.set(phi.subarray(0, size * A), at * A);
    }
    return { stars, poles };
  }

  async dispose(): Promise<void> {
    await this.#step.dispose();
  }
}

const columnsOf = ({ columnMean }: Normaliser): number => columnMean.shape[1]!;

/** `size` texts from a place on, and empty ones up to a whole batch. @param columns Of a text. */
function padded(texts: TextArrays, columns: number, from: number, size: number): TextArrays {
  const floats = (values: Float32Array, width: number): Float32Array => {
    const out = new Float32Array(BATCH * width);
    out.set(values.subarray(from * width, (from + size) * width));
    return out;
  };
  const bytes = (values: ArrayLike<number>): Uint8Array =>
    Uint8Array.from({ length: BATCH }, (_, i) => (i < size ? values[from + i]! : 0));
  const rest = new Array<"en">(BATCH - size).fill("en");
  return {
    width: texts.width,
    languages: [...texts.languages.slice(from, from + size), ...rest],
    segments: bytes(texts.segments),
    embedding: floats(texts.embedding, SEGMENTS * texts.width),
    measured: bytes(texts.measured),
    columns: floats(texts.columns, columns),
  };
}
