/** What is believed of readers' weights before anyone is asked: from a checkpoint, or from planted readers. */
import { join } from "node:path";
import type { Content } from "../../data-schemas/content.ts";
import { InputError } from "../../data-schemas/errors.ts";
import { AXES } from "../../data-schemas/ontology.ts";
import { recordSchema } from "../../data-schemas/record.ts";
import { NARRATIVE_COLUMNS } from "../../models/content/narrative-columns.ts";
import { historyLength } from "../../models/reader/history.ts";
import { loadAnswers, readerDataOf } from "../io/answers.ts";
import { loadCheckpoint } from "../io/checkpoint.ts";
import { readEmbeddings } from "../io/embeddings.ts";
import { readOwnJsonl } from "../io/jsonl.ts";
import { EMBEDDINGS_FILE, RECORDS_FILE } from "../io/layout.ts";

export interface Prior {
  /** Weights of each reader. Shape [readers, D]. */
  readonly weights: readonly (readonly number[])[];
  /** φ of a content; null: it has none. Shape [D]. */
  featuresOf(content: Content): Float64Array | null;
}

const READERS_AT_MOST = 2000;
/** A reader with less history has weights of noise. */
const FEWEST_ANSWERS = 5;

/** φ are the planted levels, weights the planted tastes. @throws {InputError} No record has any. */
export async function plantedPrior(ingested: readonly string[]): Promise<Prior> {
  const tastes = new Map<string, number[]>();
  for (const dir of ingested) {
    for await (const { user_id, hidden_user_state } of readOwnJsonl(join(dir, RECORDS_FILE), recordSchema)) {
      const stable = hidden_user_state?.stable_preferences;
      if (stable === undefined || tastes.has(user_id)) continue;
      if (tastes.size >= READERS_AT_MOST) break;
      const weights = new Array<number>(AXES.length).fill(0);
      // Records of others may name other axes.
      for (const [k, { id }] of AXES.entries()) weights[k] = stable[id] ?? 0;
      tastes.set(user_id, weights);
    }
  }
  if (tastes.size < 2)
    throw new InputError(
      `${ingested.join(", ")}: no planted readers there; name a trained checkpoint with --checkpoint to choose pairs by`,
    );
  return {
    weights: [...tastes.values()],
    featuresOf: ({ features = {} }) => {
      const levels = Float64Array.from(AXES, ({ id }) => features[`planted_${id}`] ?? 0);
      return levels.some((level) => level !== 0) ? levels : null;
    },
  };
}

/** φ are the narrative columns, weights what the checkpoint's readers make of them. */
export async function checkpointPrior(
  checkpoint: string,
  ingested: readonly string[],
  encoded: string,
): Promise<Prior> {
  const set = await loadAnswers(ingested, encoded);
  const { params } = await loadCheckpoint(checkpoint, set.width);
  const { history, tables } = readerDataOf(set);
  const { width } = set;
  const first = width - NARRATIVE_COLUMNS.length;
  const kin = params.reward.kin.data;
  const taste = tables.taste.data;
  const weights = set.readerIds.flatMap((_, reader) => {
    const n = historyLength(history, reader, null);
    if (n < FEWEST_ANSWERS) return [];
    return [NARRATIVE_COLUMNS.map((_, c) => (kin[first + c]! * taste[reader * width + first + c]!) / (n + 2))];
  });
  if (weights.length < 2)
    throw new InputError(`${checkpoint}: fewer than two readers there have ${FEWEST_ANSWERS} training answers`);
  const { ids } = await readEmbeddings(join(encoded, EMBEDDINGS_FILE));
  const rows = new Map(ids.map((id, row) => [id, row]));
  return {
    weights: weights.slice(0, READERS_AT_MOST),
    featuresOf: ({ content_id }) => {
      const row = rows.get(content_id);
      if (row === undefined) return null;
      return Float64Array.from(NARRATIVE_COLUMNS, (_, c) => set.embedding_CE[row * width + first + c]!);
    },
  };
}
