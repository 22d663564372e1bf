/** Trains the reader model on encoded records and writes a checkpoint. */
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { InterruptedError, internal } from "../../data-schemas/errors.ts";
import type { FileEntry, Manifest } from "../../data-schemas/manifest.ts";
import { MODEL_SIZES, type TrainConfig } from "../../data-schemas/train-config.ts";
import { makeReaderData } from "../../models/reader/reader-data.ts";
import { initReaderModel, type ReaderParams } from "../../models/reader/reader-model.ts";
import { type EpochLog, train as trainLoop } from "../../models/reader/trainer.ts";
import { makeRng } from "../../models/rng.ts";
import type { Engine } from "../../models/tensor/engine.ts";
import { encodeSafetensors } from "../../models/tensor/safetensors.ts";
import { type AnswerSet, loadAnswers } from "../io/answers.ts";
import { writeFileAtomic } from "../io/atomic-file.ts";
import type { Context } from "../io/context.ts";
import { toJson } from "../io/json.ts";
import {
  CONFIG_FILE,
  EMBEDDINGS_FILE,
  ENCODE,
  INGEST,
  LOG_FILE,
  PARAMS_FILE,
  RECORDS_FILE,
  RESUME_FILE,
  TRAIN,
} from "../io/layout.ts";
import { requireManifest } from "../io/manifest.ts";
import { runStage, type StageOutcome } from "../io/stage.ts";
import { readSnapshot, writeSnapshot } from "./snapshot.ts";

export interface TrainRequest {
  readonly ingested: readonly string[];
  readonly encoded: string;
  readonly out: string;
  readonly config: TrainConfig;
  readonly engine: Engine;
}

export async function train(request: TrainRequest, context: Context): Promise<StageOutcome> {
  const { ingested, encoded, out, config, engine } = request;
  const { inputs, licences } = await inputsOf(ingested, encoded);
  // The last bits of a result depend on what computed it.
  const settings = { ...config, engine: engine.description };
  return runStage({ stage: TRAIN, dir: out, config: settings, inputs }, async () => {
    const set = await loadAnswers(ingested, encoded);
    const started = performance.now();
    const { params, log, steps } = await runLoop(set, request, context, toJson({ settings, inputs }));
    const seconds = (performance.now() - started) / 1000;
    const outputs: FileEntry[] = [];
    const write = async (name: string, content: string | Uint8Array, rows: number | null): Promise<void> => {
      outputs.push({ name, ...(await writeFileAtomic(join(out, name), content)), rows });
    };
    await write(PARAMS_FILE, encodeSafetensors(params, { model: "reader-1" }), null);
    await write(CONFIG_FILE, `${toJson({ model: "reader-1", width: set.width, config }, 2)}\n`, null);
    await write(LOG_FILE, log.map((line) => `${toJson(line)}\n`).join(""), log.length);
    await rm(join(out, RESUME_FILE), { force: true });
    context.log(
      `train: ${steps} steps in ${seconds.toFixed(1)} s, ${Math.round((steps * config.batchSize) / seconds)} answers/s`,
    );
    const last = log.at(-1);
    const best = log.reduce((found, line) => (line.validationLoss < found.validationLoss ? line : found), log[0]!);
    const unused = Object.values(set.unused).reduce((sum, count) => sum + count, 0);
    return {
      outputs,
      rowsIn: set.rowsIn,
      kept: set.answers.length,
      refused: unused,
      reasons: set.unused,
      licences,
      summary: {
        steps,
        epochs: log.length,
        bestEpoch: best.epoch,
        loss: last?.loss ?? null,
        validationLoss: best.validationLoss,
      },
    };
  });
}

async function inputsOf(
  ingested: readonly string[],
  encoded: string,
): Promise<{ inputs: FileEntry[]; licences: string[] }> {
  const records = await Promise.all(ingested.map((dir) => requireManifest(dir, [INGEST])));
  const encoding = await requireManifest(encoded, [ENCODE]);
  const pick = ({ outputs }: Manifest, name: string): FileEntry[] => outputs.filter((file) => file.name === name);
  return {
    inputs: [...records.flatMap((manifest) => pick(manifest, RECORDS_FILE)), ...pick(encoding, EMBEDDINGS_FILE)],
    licences: [...new Set([...records, encoding].flatMap(({ licences }) => licences))],
  };
}

async function runLoop(
  set: AnswerSet,
  { out, config, engine }: TrainRequest,
  context: Context,
  identity: string,
): Promise<{ params: ReaderParams; log: readonly EpochLog[]; steps: number }> {
  const size = { readers: set.readerIds.length, stories: set.storyIds.length };
  const inTraining = set.answers.map(({ split }) => split === "train");
  const data = makeReaderData(set.answers, inTraining, size, set.embedding_CE, set.width);
  const inSplit = (wanted: string): number[] => set.answers.flatMap(({ split }, i) => (split === wanted ? [i] : []));
  const initialParams = initReaderModel({ embedding: set.width, ...MODEL_SIZES[config.size] }, makeRng(config.seed));
  const path = join(out, RESUME_FILE);
  const resumeFrom = await readSnapshot(path, identity, initialParams);
  if (resumeFrom !== null) context.log(`train: continues after step ${resumeFrom.progress.step}`);

  const training = inSplit("train");
  const events = trainLoop({
    engine,
    data,
    training,
    validation: inSplit("validation"),
    config,
    initialParams,
    resumeFrom,
  });
  const started = performance.now();
  let first: number | null = null;
  let steps = resumeFrom?.progress.step ?? 0;
  try {
    for await (const event of events) {
      if (event.kind === "done") return { params: event.params, log: event.log, steps };
      if (event.kind === "epoch") continue;
      steps = event.step;
      if (first === null) context.progress.start("train", event.totalSteps);
      first ??= event.step;
      const rate = ((event.step - first) * config.batchSize) / ((performance.now() - started) / 1000);
      context.progress.update(event.step, `${Math.round(rate)} answers/s`);
      if (event.step % config.saveEvery === 0) await writeSnapshot(path, identity, await event.snapshot());
      if (context.signal.aborted) {
        await writeSnapshot(path, identity, await event.snapshot());
        throw new InterruptedError(`train: stopped after step ${event.step}; run the same command again to continue`);
      }
    }
  } finally {
    context.progress.stop();
  }
  throw internal("training ended without a result");
}
