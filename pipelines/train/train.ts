/** Trains the reader model on encoded records and writes a checkpoint. */
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { InputError, InterruptedError, internal } from "../../data-schemas/errors.ts";
import type { FileEntry } from "../../data-schemas/manifest.ts";
import { MODEL_SIZES, type TrainConfig } from "../../data-schemas/train-config.ts";
import { initReaderModel, type ReaderParams } from "../../models/reader/reader-model.ts";
import { type EpochLog, train as trainLoop } from "../../models/reader/trainer.ts";
import { makeRng } from "../../models/rng.ts";
import type { Engine } from "../../models/tensor/engine.ts";
import { encodeSafetensors } from "../../models/tensor/safetensors.ts";
import { type AnswerSet, indicesOf, loadAnswers, readerDataOf, requireAnswerInputs } from "../io/answers.ts";
import { writeFileAtomic } from "../io/atomic-file.ts";
import type { Context } from "../io/context.ts";
import { toJson } from "../io/json.ts";
import { CONFIG_FILE, LOG_FILE, PARAMS_FILE, RESUME_FILE, TRAIN } from "../io/layout.ts";
import { runStage, type StageOutcome } from "../io/stage.ts";
import { readSnapshot, writeSnapshot } from "./snapshot.ts";

export interface TrainRequest {
  readonly ingested: readonly string[];
  readonly encoded: string;
  readonly out: string;
  readonly config: TrainConfig;
  readonly engine: Engine;
  /** Only continue: refuse when there is nothing to continue. */
  readonly resume?: boolean;
}

export interface TrainOutcome extends StageOutcome {
  /** Training answers a second, of this run; null when nothing was trained. */
  readonly eventsPerSecond: number | null;
}

export async function train(request: TrainRequest, context: Context): Promise<TrainOutcome> {
  const { ingested, encoded, out, config, engine, resume: continueOnly = false } = request;
  const { files: inputs, licences } = await requireAnswerInputs(ingested, encoded);
  // The last bits of a result depend on what computed it.
  const settings = { ...config, engine: engine.description };
  let eventsPerSecond: number | null = null;
  const outcome = await runStage({ stage: TRAIN, dir: out, config: settings, inputs, continueOnly }, async (key) => {
    const set = await loadAnswers(ingested, encoded);
    const trained = await runLoop(set, request, context, key);
    eventsPerSecond = trained.eventsPerSecond;
    context.log(`train: ${trained.steps} steps, ${Math.round(eventsPerSecond ?? 0)} answers/s`);
    const outputs = await writeCheckpoint(trained, set.width, config, out);
    return { ...reportOf(set, trained), outputs, licences };
  });
  return { ...outcome, eventsPerSecond };
}

interface Trained {
  readonly params: ReaderParams;
  readonly log: readonly EpochLog[];
  readonly steps: number;
  readonly eventsPerSecond: number | null;
}

async function writeCheckpoint(
  { params, log }: Trained,
  width: number,
  config: TrainConfig,
  out: string,
): Promise<FileEntry[]> {
  const outputs: FileEntry[] = [];
  const write = async (name: string, content: string | Uint8Array, rows: number | null): Promise<void> => {
    outputs.push({ name, ...(await writeFileAtomic(join(out, name), content)), rows });
  };
  await write(PARAMS_FILE, encodeSafetensors(params, { model: "reader-1" }), null);
  await write(CONFIG_FILE, `${toJson({ model: "reader-1", width, config }, 2)}\n`, null);
  await write(LOG_FILE, log.map((line) => `${toJson(line)}\n`).join(""), log.length);
  await rm(join(out, RESUME_FILE), { force: true });
  return outputs;
}

function reportOf(set: AnswerSet, { log, steps }: Trained) {
  const last = log.at(-1)!;
  const loss = ({ validationLoss }: EpochLog): number => validationLoss ?? Number.POSITIVE_INFINITY;
  const best = log.reduce((found, line) => (loss(line) < loss(found) ? line : found), last);
  return {
    rowsIn: set.rowsIn,
    kept: set.answers.length,
    refused: Object.values(set.unused).reduce((sum, count) => sum + count, 0),
    reasons: set.unused,
    summary: {
      steps,
      epochs: log.length,
      bestEpoch: best.epoch,
      loss: { total: last.loss, ordinal: last.ordinal, penalty: last.penalty },
      metrics: { validationLoss: best.validationLoss },
    },
  };
}

async function runLoop(
  set: AnswerSet,
  { out, config, engine, resume = false }: TrainRequest,
  context: Context,
  key: string,
): Promise<Trained> {
  const data = readerDataOf(set);
  const [training, validation] = [indicesOf(set, "train"), indicesOf(set, "validation")];
  if (training.length === 0) {
    throw new InputError(
      `train: none of ${set.answers.length} answers is in the training split; try another --split-by or more data`,
    );
  }
  if (validation.length === 0)
    context.log("train: no answer is in the validation split, so all epochs run and the last is kept");
  const initialParams = initReaderModel({ embedding: set.width, ...MODEL_SIZES[config.size] }, makeRng(config.seed));
  const path = join(out, RESUME_FILE);
  const resumeFrom = await readSnapshot(path, key, initialParams);
  if (resume && resumeFrom === null) {
    throw new InputError(
      `${out}: holds no interrupted training of this data, these settings and this code; leave out --resume to begin`,
    );
  }
  if (resumeFrom !== null) context.log(`train: continues after step ${resumeFrom.progress.step}`);

  const before = resumeFrom?.progress.step ?? 0;
  const perStep = training.length / Math.ceil(training.length / config.batchSize);
  const started = performance.now();
  let steps = before;
  const rate = (): number => ((steps - before) * perStep) / ((performance.now() - started) / 1000);
  const events = trainLoop({ engine, data, training, validation, config, initialParams, resumeFrom });
  try {
    for await (const event of events) {
      if (event.kind === "done") {
        return { params: event.params, log: event.log, steps, eventsPerSecond: steps === before ? null : rate() };
      }
      if (event.kind === "epoch") continue;
      if (steps === before) context.progress.start("train", event.totalSteps);
      const saveNow = Math.floor(event.step / config.saveEvery) > Math.floor(steps / config.saveEvery);
      steps = event.step;
      context.progress.update(steps, `${Math.round(rate())} answers/s`);
      if (saveNow) await writeSnapshot(path, key, await event.snapshot());
      if (context.signal.aborted) {
        await writeSnapshot(path, key, await event.snapshot());
        throw new InterruptedError(`train: stopped after step ${steps}; run the same command again to continue`);
      }
    }
  } finally {
    context.progress.stop();
  }
  throw internal("training ended without a result");
}
