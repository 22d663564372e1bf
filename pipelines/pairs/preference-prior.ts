/** What is believed of readers' weights before anyone is asked: from a checkpoint, or from planted readers. */
import { join } from "node:path";
import type { Content } from "../../data-schemas/content.ts";
import { InputError } from "../../data-schemas/errors.ts";
import { AXES } from "../../data-schemas/ontology.ts";
import { recordSchema } from "../../data-schemas/record.ts";
import { CODE } from "../../models/axes/axis-encoder.ts";
import type { Engine } from "../../models/tensor/engine.ts";
import { codesOf } from "../../models/training/content-codes.ts";
import { Predictor } from "../../models/training/predictor.ts";
import { loadCheckpoint, requireEncoder } from "../io/checkpoint.ts";
import { readOwnJsonl } from "../io/jsonl.ts";
import { RECORDS_FILE } from "../io/layout.ts";
import { loadReaders, readerDataOf } from "../io/reader-set.ts";

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

/** φ are the checkpoint's axes, weights what it takes its readers' likings to be after all that is known of them. */
export async function checkpointPrior(
  checkpoint: string,
  ingested: readonly string[],
  encoded: string,
  engine: Engine,
): Promise<Prior> {
  const { about, params, normaliser, marginal } = await loadCheckpoint(checkpoint);
  const set = await loadReaders({ ingested, pairs: [], encoded }, about.sources);
  requireEncoder(checkpoint, about, set.texts);
  const data = readerDataOf(set, normaliser, marginal);
  const last = new Map<number, { event: number; n: number }>();
  for (const [event, { reader, rating }] of data.events.entries()) {
    if (rating !== null && data.known(data.events[event]!))
      last.set(reader, { event, n: (last.get(reader)?.n ?? 0) + 1 });
  }
  const picked = [...last.values()].flatMap(({ event, n }) => (n >= FEWEST_ANSWERS ? [event] : []));
  if (picked.length < 2)
    throw new InputError(`${checkpoint}: fewer than two readers there have ${FEWEST_ANSWERS} known answers`);
  const weights: number[][] = [];
  const predictor = await Predictor.create(engine, params, data, picked.slice(0, READERS_AT_MOST));
  await predictor.run(params, "none", (_, row, { liking }) => {
    weights.push(Array.from(liking.subarray(row * CODE, (row + 1) * CODE)));
  });
  await predictor.dispose();
  const { phi } = await codesOf(engine, params, data.tables);
  const rows = new Map(set.texts.ids.map((id, row) => [id, row]));
  return {
    weights,
    featuresOf: ({ content_id }) => {
      const row = rows.get(content_id);
      return row === undefined ? null : Float64Array.from(phi.subarray(row * CODE, (row + 1) * CODE));
    },
  };
}
