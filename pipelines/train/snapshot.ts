/** The state of an unfinished training, as one safetensors file. */
import { readFile } from "node:fs/promises";
import { z } from "zod";
import { InputError } from "../../data-schemas/errors.ts";
import type { EsusParams } from "../../models/esus.ts";
import { decodeSafetensors, encodeSafetensors } from "../../models/tensor/safetensors.ts";
import { initTrainState, LOGGED, type TrainState } from "../../models/training/train-step.ts";
import type { EpochLog, Snapshot } from "../../models/training/trainer.ts";
import { writeFileAtomic } from "../io/atomic-file.ts";
import { parseJson, toJson } from "../io/json.ts";
import { requireShapes } from "../io/tree-shapes.ts";

const epochLogSchema = z.strictObject({
  epoch: z.number(),
  step: z.number(),
  ...Object.fromEntries(LOGGED.map((name) => [name, z.number()])),
  validationLoss: z.number().nullable(),
});

const progressSchema = z.strictObject({
  step: z.int().min(0),
  bestLoss: z.number().nullable(),
  staleEpochs: z.int().min(0),
  sums: z.array(z.number()),
  log: z.array(epochLogSchema),
});

/** @param key  Of the stage: a run with other code, settings or inputs does not continue this file. */
export async function writeSnapshot(path: string, key: string, snapshot: Snapshot): Promise<void> {
  const tree = { state: snapshot.state, best: snapshot.bestParams };
  const metadata = { key, progress: toJson(snapshot.progress) };
  await writeFileAtomic(path, encodeSafetensors(tree, metadata));
}

/**
 * @returns null when there is nothing to continue, or it belongs to another run.
 * @throws {InputError} The file is damaged.
 */
export async function readSnapshot(path: string, key: string, like: EsusParams): Promise<Snapshot | null> {
  let bytes: Uint8Array;
  try {
    bytes = await readFile(path);
  } catch {
    return null;
  }
  const { tree, metadata } = decode(bytes, path);
  if (metadata["key"] !== key) return null;
  const progress = progressSchema.safeParse(parseJson(metadata["progress"] ?? ""));
  if (!progress.success) throw new InputError(`${path}: its progress does not read; remove the file to start again`);
  const expected = { state: initTrainState(like), best: like };
  requireShapes(path, expected, tree);
  const { state, best } = tree as unknown as { state: TrainState; best: EsusParams };
  const log = progress.data.log as unknown as EpochLog[];
  return { state, bestParams: best, progress: { ...progress.data, log } };
}

function decode(bytes: Uint8Array, path: string): ReturnType<typeof decodeSafetensors> {
  try {
    return decodeSafetensors(bytes, path);
  } catch (cause) {
    throw new InputError(`${(cause as Error).message}; remove the file to start again`, { cause });
  }
}
