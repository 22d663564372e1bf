/** Reads a trained checkpoint: its configuration and its parameters. */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import { InputError } from "../../data-schemas/errors.ts";
import { MODEL_SIZES, type TrainConfig, trainConfigSchema } from "../../data-schemas/train-config.ts";
import { NARRATIVE_COLUMNS } from "../../models/content/narrative-columns.ts";
import { initReaderModel, type ReaderParams } from "../../models/reader/reader-model.ts";
import { makeRng } from "../../models/rng.ts";
import { decodeSafetensors } from "../../models/tensor/safetensors.ts";
import { parseJson } from "./json.ts";
import { describeIssues } from "./jsonl.ts";
import { CONFIG_FILE, PARAMS_FILE } from "./layout.ts";
import { requireShapes } from "./tree-shapes.ts";

const checkpointConfigSchema = z.strictObject({
  model: z.literal("reader-1"),
  width: z.int().min(1),
  config: trainConfigSchema,
});

export interface Checkpoint {
  readonly config: TrainConfig;
  readonly params: ReaderParams;
}

/** Width of the text embeddings that a checkpoint reads: what encode is to be asked for. @throws {InputError} It is no checkpoint. */
export async function checkpointWidth(dir: string): Promise<number> {
  return textWidth(await readCheckpointConfig(dir));
}

function textWidth({ width }: { readonly width: number }): number {
  return width - NARRATIVE_COLUMNS.length;
}

async function readCheckpointConfig(dir: string): Promise<z.infer<typeof checkpointConfigSchema>> {
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
  return parsed.data;
}

/**
 * @param width  Width of the embeddings that the model will read.
 * @throws {InputError} The checkpoint was trained on embeddings of another width, or its files are damaged.
 */
export async function loadCheckpoint(dir: string, width: number): Promise<Checkpoint> {
  const stored = await readCheckpointConfig(dir);
  if (stored.width !== width) {
    throw new InputError(
      `${dir}: the checkpoint reads embeddings of width ${stored.width}, these have ${width}; encode with --width ${textWidth(stored)}`,
    );
  }
  const path = join(dir, PARAMS_FILE);
  const { tree } = decodeSafetensors(await readFile(path), path);
  const { config } = stored;
  const expected = initReaderModel({ embedding: width, ...MODEL_SIZES[config.size] }, makeRng(0));
  requireShapes(path, expected, tree, `size ${config.size} has`);
  return { config, params: tree as unknown as ReaderParams };
}
