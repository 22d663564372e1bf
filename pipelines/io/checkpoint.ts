/** Reads a trained checkpoint: its configuration and its parameters. */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import { InputError } from "../../data-schemas/errors.ts";
import { MODEL_SIZES, type TrainConfig, trainConfigSchema } from "../../data-schemas/train-config.ts";
import { initReaderModel, type ReaderParams } from "../../models/reader/reader-model.ts";
import { makeRng } from "../../models/rng.ts";
import type { HostArray } from "../../models/tensor/host-array.ts";
import { decodeSafetensors } from "../../models/tensor/safetensors.ts";
import { formatShape, sameShape } from "../../models/tensor/shape.ts";
import { zipTrees } from "../../models/tensor/tree.ts";
import { CONFIG_FILE, PARAMS_FILE } from "./layout.ts";

const checkpointConfigSchema = z.strictObject({
  model: z.literal("reader-1"),
  width: z.int().min(1),
  config: trainConfigSchema,
});

export interface Checkpoint {
  readonly config: TrainConfig;
  readonly params: ReaderParams;
}

/**
 * @param width  Width of the embeddings that the model will read.
 * @throws {InputError} The checkpoint was trained on embeddings of another width, or its files are damaged.
 */
export async function loadCheckpoint(dir: string, width: number): Promise<Checkpoint> {
  const parsed = checkpointConfigSchema.safeParse(JSON.parse(await readFile(join(dir, CONFIG_FILE), "utf8")));
  if (!parsed.success) throw new InputError(`${join(dir, CONFIG_FILE)}: ${z.prettifyError(parsed.error)}`);
  if (parsed.data.width !== width) {
    throw new InputError(
      `${dir}: the checkpoint reads embeddings of width ${parsed.data.width}, these have ${width}; encode with --width ${parsed.data.width}`,
    );
  }
  const path = join(dir, PARAMS_FILE);
  const { tree } = decodeSafetensors(await readFile(path), path);
  const { config } = parsed.data;
  const expected = initReaderModel({ embedding: width, ...MODEL_SIZES[config.size] }, makeRng(0));
  for (const { path: name, a, b } of zipTrees<HostArray, HostArray>(path, expected, tree)) {
    if (!sameShape(a.shape, b.shape)) {
      throw new InputError(
        `${path}: "${name}" is ${formatShape(b.shape)}, size ${config.size} has ${formatShape(a.shape)}`,
      );
    }
  }
  return { config, params: tree as unknown as ReaderParams };
}
