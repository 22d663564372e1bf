/** A trained checkpoint: its configuration, its parameters, and what it was trained on. */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import { InputError } from "../../data-schemas/errors.ts";
import { ONTOLOGY_VERSION } from "../../data-schemas/ontology.ts";
import { LEVELS } from "../../data-schemas/rating.ts";
import { MODEL_SIZES, type TrainConfig, trainConfigSchema } from "../../data-schemas/train-config.ts";
import { NARRATIVE_COLUMNS } from "../../models/content/narrative-columns.ts";
import { fitNormaliser, type Normaliser } from "../../models/content/normaliser.ts";
import { ESUS_MODEL, type EsusParams, initEsus } from "../../models/esus.ts";
import type { Marginal } from "../../models/reader/tallies.ts";
import { makeRng } from "../../models/rng.ts";
import type { EsusSize } from "../../models/size.ts";
import { decodeSafetensors } from "../../models/tensor/safetensors.ts";
import type { EncodedTexts } from "./encoded-texts.ts";
import { parseJson } from "./json.ts";
import { describeIssues } from "./jsonl.ts";
import { CONFIG_FILE, PARAMS_FILE } from "./layout.ts";
import { requireShapes } from "./tree-shapes.ts";

export const checkpointConfigSchema = z.strictObject({
  model: z.literal(ESUS_MODEL),
  ontology: z.int(),
  encoder: z.string(),
  /** Of the text encoder. */
  width: z.int().min(1),
  columns: z.array(z.string()),
  sources: z.array(z.string()),
  /** The unit of the split: under another, answers that were trained on would count as unseen. */
  split_by: z.string(),
  licences: z.array(z.string()),
  marginal: z.strictObject({ mean: z.number(), share: z.array(z.number()).length(LEVELS) }),
  /** Answers that the calibration stands on; 0: too few, heads are as trained. */
  calibrated_on: z.int().min(0),
  config: trainConfigSchema,
});
export type CheckpointConfig = z.infer<typeof checkpointConfigSchema>;

export interface Checkpoint {
  readonly about: CheckpointConfig;
  readonly params: EsusParams;
  readonly normaliser: Normaliser;
  readonly marginal: Marginal;
}

export function sizeOfModel(config: TrainConfig, width: number, columns: number, sources: number): EsusSize {
  return { embedding: width, columns, ...MODEL_SIZES[config.size], sources };
}

/** @throws {InputError} It is no checkpoint, or one of another version of ESUS. */
export async function readCheckpointConfig(dir: string): Promise<CheckpointConfig> {
  const path = join(dir, CONFIG_FILE);
  const text = await readFile(path, "utf8").catch((cause: NodeJS.ErrnoException) => {
    throw new InputError(
      `${path}: cannot be read (${cause.code ?? "unknown error"}); expected the folder of a finished train`,
      { cause },
    );
  });
  const parsed = checkpointConfigSchema.safeParse(parseJson(text));
  if (!parsed.success)
    throw new InputError(
      `${path}: is not a checkpoint's configuration: ${describeIssues(parsed.error, checkpointConfigSchema)}`,
    );
  const { ontology, columns } = parsed.data;
  if (ontology !== ONTOLOGY_VERSION || columns.join() !== NARRATIVE_COLUMNS.join())
    throw new InputError(
      `${path}: was trained on ontology ${ontology}, this is ${ONTOLOGY_VERSION} with ${NARRATIVE_COLUMNS.length} columns; train again`,
    );
  return parsed.data;
}

/** @throws {InputError} It is no checkpoint, or its files are damaged. */
export async function loadCheckpoint(dir: string): Promise<Checkpoint> {
  const about = await readCheckpointConfig(dir);
  const { config, width, columns, sources, marginal } = about;
  const path = join(dir, PARAMS_FILE);
  const { tree } = decodeSafetensors(await readFile(path), path);
  const nothing = { languages: [], segments: [], embedding: new Float32Array(), measured: [] };
  const expected = {
    params: initEsus(sizeOfModel(config, width, columns.length, sources.length), makeRng(0)),
    normaliser: fitNormaliser({ ...nothing, columns: new Float32Array(), width }, [], columns.length),
  };
  requireShapes(path, expected, tree, `size ${config.size} has`);
  const { params, normaliser } = tree as unknown as Pick<Checkpoint, "params" | "normaliser">;
  return { about, params, normaliser, marginal };
}

/** @throws {InputError} The records were split otherwise than those that were trained on. */
export function requireSplit(dir: string, about: CheckpointConfig, splitBy: string): void {
  if (about.split_by === splitBy) return;
  throw new InputError(
    `${dir}: the checkpoint was trained on records split by ${about.split_by}, these are split by ${splitBy}; ingest them with --split-by ${about.split_by}`,
  );
}

/** @throws {InputError} The texts were encoded by another encoder than the checkpoint reads. */
export function requireEncoder(
  dir: string,
  { encoder, width }: CheckpointConfig,
  texts: Pick<EncodedTexts, "encoder" | "width">,
): void {
  if (texts.encoder === encoder && texts.width === width) return;
  throw new InputError(
    `${dir}: the checkpoint reads ${encoder} (${width} wide), these texts were encoded by ${texts.encoder} (${texts.width}); encode them with that encoder`,
  );
}
