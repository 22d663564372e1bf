/**
 * Thousands of readers at once, as an environment: reset with personas or histories, step with a chapter each, get what an
 * agent may see and, sealed, what only a scorer may. Equal seeds and steps give equal answers.
 */
import { InputError } from "../../data-schemas/errors.ts";
import { AXES } from "../../data-schemas/ontology.ts";
import { LEVELS } from "../../data-schemas/rating.ts";
import { CODE } from "../axes/axis-encoder.ts";
import type { EsusParams, Params } from "../esus.ts";
import { PROTOTYPES } from "../population/prototypes.ts";
import { TRACES } from "../reader/reader-encoder.ts";
import { type Marginal, STATISTICS } from "../reader/tallies.ts";
import { integer, makeRng, normal, type Rng } from "../rng.ts";
import { disposeTree, type Engine, type EngineArray, readTree, type Step } from "../tensor/engine.ts";
import { float32, type HostArray, int32 } from "../tensor/host-array.ts";
import type { Tensor } from "../tensor/tensor.ts";
import { entries, type Mapped } from "../tensor/tree.ts";
import type { ContentCodes } from "../training/content-codes.ts";
import { FEWEST_OF_A_KIND } from "../training/personas.ts";
import {
  type HiddenArrays,
  type HiddenState,
  hiddenAt,
  type Observation,
  observationAt,
  type VisibleArrays,
} from "./observation.ts";
import { freshState, type SimulatorState } from "./reader-state.ts";
import { Sealed } from "./sealed.ts";
import { type TurnInputs, takeTurn, UNIFORMS } from "./turn.ts";

export interface Library {
  readonly codes: ContentCodes;
  /** Of each content; 0: not measured. */
  readonly words: Float32Array;
}

export interface EnvSettings {
  readonly readers: number;
  readonly seed: number;
  /** SD of a persona's preference a turn, in units of the latent. */
  readonly drift?: number;
}

/** Persona by prototype, or "any": drawn from the prior. */
export type Persona = string;

/** Numbers of all readers' answers, without an object for each: what fast loops read. */
export interface TurnArrays {
  readonly visible: VisibleArrays;
  readonly hidden: Sealed<HiddenArrays>;
}

type Output = ReturnType<typeof takeTurn>;
type Inputs = TurnInputs<HostArray, EsusParams>;
type Resident = Mapped<SimulatorState<HostArray>, HostArray, HostArray | EngineArray>;

/** Draws that are made once; each turn begins somewhere in them. */
const POOL = 1 << 18;
const DRIFT = 0.02;
/** Answers that a persona begins with, as far as its traces go. */
const AS_IF = 8;
const A = AXES.length;

export class ReaderEnv {
  readonly readers: number;
  readonly #params: EsusParams;
  readonly #step: Step<Inputs, Output>;
  readonly #fixed: Pick<Inputs, "averages" | "contents" | "drift">;
  readonly #rng: Rng;
  readonly #uniform: Float32Array<ArrayBuffer>;
  readonly #normal: Float32Array<ArrayBuffer>;
  readonly #contents: number;
  #state: Resident;

  private constructor(
    params: EsusParams,
    step: Step<Inputs, Output>,
    fixed: Pick<Inputs, "averages" | "contents" | "drift">,
    { readers, seed }: EnvSettings,
  ) {
    this.readers = readers;
    this.#params = params;
    this.#step = step;
    this.#fixed = fixed;
    this.#rng = makeRng(seed);
    this.#uniform = Float32Array.from({ length: POOL }, () => this.#rng());
    this.#normal = Float32Array.from({ length: POOL }, () => normal(this.#rng));
    this.#contents = fixed.contents.h.shape[0]!;
    this.#state = freshState(params, readers);
  }

  /** @param marginal Of the checkpoint. Chapters are shown by their row of the library. */
  static async create(
    engine: Engine,
    params: EsusParams,
    marginal: Marginal,
    { codes, words }: Library,
    settings: EnvSettings,
  ): Promise<ReaderEnv> {
    const C = words.length;
    if (C === 0) throw new InputError("simulate: no chapter to read; expected encoded texts");
    const H = params.content.bias.shape[0]!;
    const fixed = {
      averages: { mean: float32([1], [marginal.mean]), share: float32([1, LEVELS], [...marginal.share]) },
      contents: {
        h: float32([C, H], codes.h),
        phi: float32([C, CODE], codes.phi),
        words: float32([C, 1], words),
        statistics: float32([C, STATISTICS]),
      },
      drift: float32([1], [settings.drift ?? DRIFT]),
    };
    const { readers: R } = settings;
    const example = inputsOf(params, fixed, freshState(params, R), new Int32Array(R), new Float32Array(R), () => 0);
    const step = await engine.compile<Inputs, Output>(
      (inputs) => takeTurn(inputs as unknown as TurnInputs<Tensor, Params>),
      example,
    );
    return new ReaderEnv(params, step, fixed, settings);
  }

  /** New readers, each of a persona: a preference drawn around its kind, kept but for its drift. */
  reset(personas: readonly Persona[] | Persona = "any"): void {
    const { persona } = this.#params;
    const [P, Z] = persona.mean.shape as [number, number];
    const W = persona.traces.shape[1]!;
    const kinds = Array.from(persona.seen.data, (n) => (Number(n) < FEWEST_OF_A_KIND ? 0 : Number(n)));
    if (kinds.every((n) => n === 0))
      throw new InputError(
        "reset: the checkpoint knows no kind of reader; train on readers with more than 5 answers, or resume from histories",
      );
    const z = new Float32Array(this.readers * Z);
    const traces = new Float32Array(this.readers * (W + TRACES));
    for (let r = 0; r < this.readers; r++) {
      const name = typeof personas === "string" ? personas : (personas[r] ?? "any");
      const p = name === "any" ? pick(kinds, this.#rng()) : PROTOTYPES.findIndex(({ id }) => id === name);
      if (p < 0 || p >= P)
        throw new InputError(
          `reset: no prototype is called "${name}"; there are ${PROTOTYPES.map(({ id }) => id).join(", ")}`,
        );
      if (kinds[p] === 0)
        throw new InputError(`reset: the checkpoint was trained on too few readers like "${name}" to be one`);
      for (let d = 0; d < Z; d++)
        z[r * Z + d] = persona.mean.data[p * Z + d]! + persona.sd.data[p * Z + d]! * normal(this.#rng);
      // As if so many answers were known, so that what they told stays a while.
      for (let i = 0; i < TRACES; i++) {
        const prior = this.#params.reader.trace.prior.data[i]! ** 2 + 0.1;
        traces[r * (W + TRACES) + W + i] = AS_IF;
        for (let k = 0; k < A; k++)
          traces[r * (W + TRACES) + i * A + k] = persona.traces.data[p * W + i * A + k]! * (AS_IF + prior);
      }
    }
    this.#replace({
      ...freshState(this.#params, this.readers),
      traces: float32([this.readers, W + TRACES], traces),
      z: float32([this.readers, Z], z),
      persona: float32([this.readers, 1], new Float32Array(this.readers).fill(1)),
    });
  }

  /** Readers as their histories left them: states of `replayHistories`. */
  resume(state: SimulatorState<HostArray>): void {
    if (state.moods.shape[0] !== this.readers)
      throw new InputError(`resume: ${state.moods.shape[0]} readers were given, the environment has ${this.readers}`);
    this.#replace(state);
  }

  /** Readers as they are now: what `resume` and `Scorer` take. */
  async state(): Promise<SimulatorState<HostArray>> {
    const arrays = Object.entries(this.#state as Record<string, HostArray | EngineArray>);
    const read = await Promise.all(
      arrays.map(async ([name, array]) => [name, "dispose" in array ? await array.read() : array] as const),
    );
    return Object.fromEntries(read) as unknown as SimulatorState<HostArray>;
  }

  /**
   * Everybody reads a chapter.
   * @param shown    Row of the library, reader by reader.
   * @param newcomer 1 for readers who begin another story: their open request is dropped.
   */
  async stepArrays(
    shown: Int32Array,
    newcomer: Float32Array<ArrayBuffer> = new Float32Array(this.readers),
  ): Promise<TurnArrays> {
    const wrong = shown.findIndex((row) => row < 0 || row >= this.#contents);
    if (shown.length !== this.readers || wrong >= 0)
      throw new InputError(
        `step: expected ${this.readers} rows of ${this.#contents} chapters, got ${shown.length}${wrong >= 0 ? ` with row ${shown[wrong]}` : ""}`,
      );
    const from = (n: number): number => integer(this.#rng, n);
    const inputs = inputsOf(
      this.#params,
      this.#fixed,
      this.#state as SimulatorState<HostArray>,
      shown,
      newcomer,
      from,
      this.#uniform,
      this.#normal,
    );
    const { state, visible, hidden } = (await this.#step(inputs)) as unknown as {
      state: Mapped<SimulatorState<HostArray>, HostArray, EngineArray>;
      visible: object;
      hidden: object;
    };
    this.#replace(state);
    const arrays = async (tree: object): Promise<Record<string, Float32Array>> => {
      const read = await readTree(tree);
      disposeTree(tree);
      return Object.fromEntries(entries<HostArray>(read).map(({ path, leaf }) => [path, leaf.data as Float32Array]));
    };
    return {
      visible: (await arrays(visible)) as TurnArrays["visible"],
      hidden: new Sealed(await arrays(hidden)) as unknown as TurnArrays["hidden"],
    };
  }

  /** The same, an object for each reader. */
  async step(shown: Int32Array): Promise<{ readonly seen: Observation; readonly hidden: Sealed<HiddenState> }[]> {
    const { visible, hidden } = await this.stepArrays(shown);
    const sealed = hidden.open("logging");
    return Array.from({ length: this.readers }, (_, r) => ({
      seen: observationAt(visible, r),
      hidden: new Sealed(hiddenAt(sealed, r)),
    }));
  }

  async dispose(): Promise<void> {
    this.#replace(freshState(this.#params, 1));
    await this.#step.dispose();
  }

  #replace(state: Resident): void {
    for (const { leaf } of entries<HostArray | EngineArray>(this.#state)) if ("dispose" in leaf) leaf.dispose();
    this.#state = state;
  }
}

function inputsOf(
  params: EsusParams,
  fixed: Pick<Inputs, "averages" | "contents" | "drift">,
  state: SimulatorState<HostArray>,
  shown: Int32Array,
  newcomer: Float32Array<ArrayBuffer>,
  from: (n: number) => number,
  uniforms: Float32Array<ArrayBuffer> = new Float32Array(1),
  normals: Float32Array<ArrayBuffer> = new Float32Array(1),
): Inputs {
  const R = shown.length;
  const Z = params.reader.mean.shape[1]!;
  return {
    ...fixed,
    params,
    state,
    shown: int32([R], shown),
    newcomer: float32([R, 1], newcomer),
    source: int32([R], new Int32Array(R)),
    uniform: float32([R, UNIFORMS], stretch(uniforms, from(uniforms.length), R * UNIFORMS)),
    normal: float32([R, 1 + Z], stretch(normals, from(normals.length), R * (1 + Z))),
  };
}

/** `size` values of a ring, from a place on. */
function stretch(ring: Float32Array, from: number, size: number): Float32Array<ArrayBuffer> {
  const out = new Float32Array(size);
  for (let at = 0; at < size; ) {
    const start = (from + at) % ring.length;
    const part = ring.subarray(start, Math.min(ring.length, start + size - at));
    out.set(part, at);
    at += part.length;
  }
  return out;
}

function pick(shares: readonly number[], u: number): number {
  let left = u * shares.reduce((sum, share) => sum + share, 0);
  for (const [i, share] of shares.entries()) {
    left -= share;
    if (left < 0) return i;
  }
  return shares.length - 1;
}
