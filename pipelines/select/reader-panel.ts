/** Who reads candidates: readers whose histories are known, or a panel of kinds of readers. */
import { join } from "node:path";
import { InputError } from "../../data-schemas/errors.ts";
import { NARRATIVE_COLUMNS } from "../../models/content/narrative-columns.ts";
import { makeTables } from "../../models/content/normaliser.ts";
import { PROTOTYPES } from "../../models/population/prototypes.ts";
import { historiesOf } from "../../models/reader/histories.ts";
import { replayHistories } from "../../models/simulator/history-replay.ts";
import { ReaderEnv } from "../../models/simulator/reader-env.ts";
import { Scorer } from "../../models/simulator/scorer.ts";
import type { Engine } from "../../models/tensor/engine.ts";
import { codesOf } from "../../models/training/content-codes.ts";
import { loadCheckpoint, requireEncoder } from "../io/checkpoint.ts";
import { type EncodedRow, gatherRows } from "../io/encoded-rows.ts";
import { readEncodedTexts } from "../io/encoded-texts.ts";
import { EMBEDDINGS_FILE } from "../io/layout.ts";
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
  readonly #personas: Scorer;
  readonly #size: number;
  readonly #known: { readonly scorer: Scorer; readonly rows: ReadonlyMap<string, number> } | null;
  readonly #coder: TextCoder;

  private constructor(personas: Scorer, size: number, known: ReaderPanel["known"], coder: TextCoder) {
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
    const { about, params, normaliser, marginal } = loaded;
    if (about.encoder !== coder.name)
      throw new InputError(`${request.checkpoint}: reads ${about.encoder}, the texts are encoded by ${coder.name}`);
    const kinds = request.kinds.length > 0 ? request.kinds : PROTOTYPES.map(({ id }) => id);
    const personas = kinds.flatMap((kind) => Array.from({ length: request.ofAKind }, () => kind));
    // An environment draws them; what they read is of no matter yet.
    const [blank] = await coder.encode([{ id: "blank", text: "." }]);
    const texts = gatherRows([blank!], about_(coder));
    const library = { codes: await codesOf(engine, params, makeTables(texts, normaliser)), words: wordsOf(texts) };
    const env = await ReaderEnv.create(engine, params, marginal, library, {
      readers: personas.length,
      seed: request.seed,
    });
    env.reset(personas);
    const panel = await Scorer.create(engine, loaded, await env.state(), coder.width);
    await env.dispose();
    return new ReaderPanel(panel, personas.length, await knownReaders(engine, request, coder), coder);
  }

  /** Mean reward of each text for its reader, or for the panel. @param user null: the panel. */
  async reward(user: string | null, rows: readonly EncodedRow[]): Promise<number[]> {
    const texts = gatherRows(rows, about_(this.#coder));
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
    const all = gatherRows(
      rows.flatMap((row) => Array.from({ length: this.#size }, () => row)),
      about_(this.#coder),
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
    await this.#personas.dispose();
    await this.#known?.scorer.dispose();
  }
}

const about_ = ({ name, width }: TextCoder) => ({ encoder: name, code: "", width, columnNames: NARRATIVE_COLUMNS });

async function knownReaders(
  engine: Engine,
  { checkpoint, histories, encoded }: PanelRequest,
  coder: TextCoder,
): Promise<ReaderPanel["known"]> {
  if (histories.length === 0 || encoded === null) return null;
  const loaded = await loadCheckpoint(checkpoint);
  requireEncoder(checkpoint, loaded.about, await readEncodedTexts(join(encoded, EMBEDDINGS_FILE)));
  const set = await loadReaders({ ingested: histories, pairs: [], encoded }, loaded.about.sources);
  const data = readerDataOf(set, loaded.normaliser, loaded.marginal);
  const all = historiesOf(set.events, () => true, data.known);
  const state = await replayHistories(engine, loaded.params, { ...data, known: () => true }, all);
  const rows = new Map(all.map((history, row) => [nameOf(set.readers[set.events[history[0]!]!.reader]!), row]));
  return { scorer: await Scorer.create(engine, loaded, state, coder.width), rows };
}

/** Readers are numbered by source and id. */
const nameOf = (reader: string): string => reader.slice(reader.indexOf("\0") + 1);
