import { InputError } from "../../data-schemas/errors.ts";
import { makeTables } from "../../models/content/normaliser.ts";
import type { EsusParams } from "../../models/esus.ts";
import { PROTOTYPES } from "../../models/population/prototypes.ts";
import { historiesOf } from "../../models/reader/histories.ts";
import { replayHistories } from "../../models/simulator/history-replay.ts";
import { ReaderEnv } from "../../models/simulator/reader-env.ts";
import { Scorer } from "../../models/simulator/scorer.ts";
import type { Engine } from "../../models/tensor/engine.ts";
import { codesOf } from "../../models/training/content-codes.ts";
import { FEWEST_OF_A_KIND } from "../../models/training/personas.ts";
import { type Checkpoint, loadCheckpoint, requireEncoder } from "../io/checkpoint.ts";
import { type EncodedRow, gatherRows } from "../io/encoded-rows.ts";
import { loadReaders, readerDataOf, wordsOf } from "../io/reader-set.ts";
import type { TextCoder } from "../io/text-coder.ts";

export interface PanelRequest {
  readonly checkpoint: string;
  /** Finished ingests whose readers' answers are known, and their encode; empty: no reader is known by name. */
  readonly histories: readonly string[];
  readonly encoded: string | null;
  /** Readers of each kind in the panel. */
  readonly ofAKind: number;
  /** Kinds in the panel; empty: all that the checkpoint knows. */
  readonly kinds: readonly string[];
  readonly seed: number;
}

export class ReaderPanel {
  /** null: the checkpoint knows no kind of reader well enough. */
  readonly #personas: Scorer | null;
  readonly #size: number;
  readonly #known: { readonly scorer: Scorer; readonly rows: ReadonlyMap<string, number> } | null;
  readonly #coder: TextCoder;

  private constructor(personas: Scorer | null, size: number, known: ReaderPanel["known"], coder: TextCoder) {
    this.#personas = personas;
    this.#size = size;
    this.#known = known;
    this.#coder = coder;
  }

  get known() {
    return this.#known;
  }

  static async open(engine: Engine, request: PanelRequest, coder: TextCoder): Promise<ReaderPanel> {
    const loaded = await loadCheckpoint(request.checkpoint);
    const { about, params } = loaded;
    requireEncoder(request.checkpoint, about, { encoder: coder.name, width: coder.width });
    const kinds = request.kinds.length > 0 ? request.kinds : knownKinds(params);
    const personas = kinds.flatMap((kind) => Array.from({ length: request.ofAKind }, () => kind));
    const panel = personas.length === 0 ? null : await drawn(engine, loaded, personas, request.seed, coder);
    return new ReaderPanel(panel, personas.length, await knownReaders(engine, loaded, request, coder), coder);
  }

  /** Mean reward of each text for its reader, or for the panel. @param user null: the panel. */
  async reward(user: string | null, rows: readonly EncodedRow[]): Promise<number[]> {
    const texts = gatherRows(rows, this.#coder);
    if (user !== null) {
      const row = this.#known?.rows.get(user);
      if (row === undefined) throw new InputError(`user_id: no reader of the histories that were given is called so`);
      return [
        ...(
          await this.#known!.scorer.score(
            rows.map(() => row),
            texts,
          )
        ).stars,
      ];
    }
    if (this.#personas === null)
      throw new InputError(
        "the checkpoint was trained on too few readers of any kind to be a panel; give --histories and user_id",
      );
    const all = gatherRows(
      rows.flatMap((row) => Array.from({ length: this.#size }, () => row)),
      this.#coder,
    );
    const readers = rows.flatMap(() => Array.from({ length: this.#size }, (_, r) => r));
    const { stars } = await this.#personas.score(readers, all);
    return rows.map((_, i) => {
      let sum = 0;
      for (let r = 0; r < this.#size; r++) sum += stars[i * this.#size + r]!;
      return sum / this.#size;
    });
  }

  async dispose(): Promise<void> {
    await this.#personas?.dispose();
    await this.#known?.scorer.dispose();
  }
}

/** Kinds of which the checkpoint saw enough readers to be one. */
function knownKinds({ persona }: EsusParams): string[] {
  return PROTOTYPES.filter((_, p) => Number(persona.seen.data[p]) >= FEWEST_OF_A_KIND).map(({ id }) => id);
}

/** An environment draws the readers; what they read is of no matter yet. */
async function drawn(
  engine: Engine,
  loaded: Checkpoint,
  personas: readonly string[],
  seed: number,
  coder: TextCoder,
): Promise<Scorer> {
  const { params, normaliser, marginal } = loaded;
  const texts = gatherRows(await coder.encode([{ id: "blank", text: "." }]), coder);
  const library = { codes: await codesOf(engine, params, makeTables(texts, normaliser)), words: wordsOf(texts) };
  const env = await ReaderEnv.create(engine, params, marginal, library, { readers: personas.length, seed });
  env.reset(personas);
  const scorer = await Scorer.create(engine, loaded, await env.state(), coder.width);
  await env.dispose();
  return scorer;
}

async function knownReaders(
  engine: Engine,
  loaded: Checkpoint,
  { checkpoint, histories, encoded }: PanelRequest,
  coder: TextCoder,
): Promise<ReaderPanel["known"]> {
  if (histories.length === 0 || encoded === null) return null;
  const set = await loadReaders({ ingested: histories, pairs: [], encoded }, loaded.about.sources);
  requireEncoder(checkpoint, loaded.about, set.texts);
  const data = readerDataOf(set, loaded.normaliser, loaded.marginal);
  const all = historiesOf(set.events, () => true, data.known);
  const state = await replayHistories(engine, loaded.params, { ...data, known: () => true }, all);
  const rows = new Map(all.map((history, row) => [nameOf(set.readers[set.events[history[0]!]!.reader]!), row]));
  return { scorer: await Scorer.create(engine, loaded, state, coder.width), rows };
}

/** Readers are numbered by source and id. */
const nameOf = (reader: string): string => reader.slice(reader.indexOf("\0") + 1);
