/** Trains ESUS on encoded records and pairs, calibrates it, and writes a checkpoint. */
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { InputError, InterruptedError, internal } from "../../data-schemas/errors.ts";
import type { FileEntry } from "../../data-schemas/manifest.ts";
import { ONTOLOGY_VERSION } from "../../data-schemas/ontology.ts";
import { LOSS_TERMS, type TrainConfig } from "../../data-schemas/train-config.ts";
import { fitNormaliser, medianContent, type Normaliser } from "../../models/content/normaliser.ts";
import { ESUS_MODEL, type EsusParams, initEsus } from "../../models/esus.ts";
import type { ReaderData } from "../../models/reader/reader-data.ts";
import { makeRng } from "../../models/rng.ts";
import type { Engine } from "../../models/tensor/engine.ts";
import { float32 } from "../../models/tensor/host-array.ts";
import { encodeSafetensors } from "../../models/tensor/safetensors.ts";
import { calibrate } from "../../models/training/calibrator.ts";
import { withObserved, withPersonas } from "../../models/training/personas.ts";
import { type EpochLog, train as trainLoop } from "../../models/training/trainer.ts";
import { writeFileAtomic } from "../io/atomic-file.ts";
import { type CheckpointConfig, sizeOfModel } from "../io/checkpoint.ts";
import type { Context } from "../io/context.ts";
import { toJson } from "../io/json.ts";
import { CONFIG_FILE, LOG_FILE, PARAMS_FILE, RESUME_FILE, TRAIN } from "../io/layout.ts";
import {
  type Folders,
  loadReaders,
  type ReaderSet,
  readerDataOf,
  requireInputs,
  trainMarginal,
} from "../io/reader-set.ts";
import { runStage, type StageOutcome } from "../io/stage.ts";
import { readSnapshot, writeSnapshot } from "./snapshot.ts";

export interface TrainRequest extends Folders {
  readonly out: string;
  readonly config: TrainConfig;
  readonly engine: Engine;
  /** Only continue: refuse when there is nothing to continue. */
  readonly resume?: boolean;
}

export interface TrainOutcome extends StageOutcome {
  /** Reader-turns a second, of this run; null when nothing was trained. */
  readonly eventsPerSecond: number | null;
}

export async function train(request: TrainRequest, context: Context): Promise<TrainOutcome> {
  const { out, config, engine, resume: continueOnly = false } = request;
  const { files: inputs, licences } = await requireInputs(request);
  // The last bits of a result depend on what computed it.
  const settings = { ...config, engine: engine.description };
  let eventsPerSecond: number | null = null;
  const outcome = await runStage({ stage: TRAIN, dir: out, config: settings, inputs, continueOnly }, async (key) => {
    const set = await loadReaders(request, null);
    const normaliser = fitNormaliser(set.texts, set.contents, set.texts.columnNames.length);
    const data = readerDataOf(set, normaliser, trainMarginal(set));
    const trained = await runLoop(set, data, request, context, key);
    eventsPerSecond = trained.eventsPerSecond;
    context.log(`train: ${trained.steps} steps, ${Math.round(eventsPerSecond ?? 0)} reader-turns/s`);
    const calibrated = await calibrate(
      engine,
      await withPersonas(engine, withObserved(trained.params, data), data),
      data,
    );
    const about: CheckpointConfig = {
      model: ESUS_MODEL,
      ontology: ONTOLOGY_VERSION,
      encoder: set.texts.encoder,
      width: set.texts.width,
      columns: [...set.texts.columnNames],
      sources: [...set.sources],
      split_by: set.splitBy,
      licences: [...licences].sort(),
      marginal: { mean: data.marginal.mean, share: [...data.marginal.share] },
      calibrated_on: calibrated.answers,
      config,
    };
    const outputs = await writeCheckpoint(calibrated.params, normaliser, about, trained.log, out);
    return { ...reportOf(set, trained), outputs, licences };
  });
  return { ...outcome, eventsPerSecond };
}

interface Trained {
  readonly params: EsusParams;
  readonly log: readonly EpochLog[];
  readonly steps: number;
  readonly eventsPerSecond: number | null;
}

async function writeCheckpoint(
  params: EsusParams,
  normaliser: Normaliser,
  about: CheckpointConfig,
  log: readonly EpochLog[],
  out: string,
): Promise<FileEntry[]> {
  const outputs: FileEntry[] = [];
  const write = async (name: string, content: string | Uint8Array, rows: number | null): Promise<void> => {
    outputs.push({ name, ...(await writeFileAtomic(join(out, name), content)), rows });
  };
  await write(PARAMS_FILE, encodeSafetensors({ params, normaliser }, { model: ESUS_MODEL }), null);
  await write(CONFIG_FILE, `${toJson(about, 2)}\n`, null);
  await write(LOG_FILE, log.map((line) => `${toJson(line)}\n`).join(""), log.length);
  await rm(join(out, RESUME_FILE), { force: true });
  return outputs;
}

function reportOf(set: ReaderSet, { log, steps }: Trained) {
  const last = log.at(-1)!;
  const loss = ({ validationLoss }: EpochLog): number => validationLoss ?? Number.POSITIVE_INFINITY;
  const best = log.reduce((found, line) => (loss(line) < loss(found) ? line : found), last);
  return {
    rowsIn: set.rowsIn,
    kept: set.events.length,
    refused: Object.values(set.unused).reduce((sum, count) => sum + count, 0),
    reasons: set.unused,
    summary: {
      steps,
      epochs: log.length,
      bestEpoch: best.epoch,
      loss: { total: last.loss, ...Object.fromEntries(LOSS_TERMS.map((term) => [term, last[term]])) },
      metrics: { validationLoss: best.validationLoss },
    },
  };
}

async function runLoop(
  set: ReaderSet,
  data: ReaderData,
  { out, config, engine, resume = false }: TrainRequest,
  context: Context,
  key: string,
): Promise<Trained> {
  const count = (wanted: string): number => set.events.filter(({ split }) => split === wanted).length;
  if (count("train") === 0) {
    throw new InputError(
      `train: none of ${set.events.length} answers is in the training split; try another --split-by or more data`,
    );
  }
  if (count("validation") === 0)
    context.log("train: no answer is in the validation split, so all epochs run and the last is kept");
  const { texts, sources, contents } = set;
  const size = sizeOfModel(config, texts.width, texts.columnNames.length, sources.length);
  const drawn = initEsus(size, makeRng(config.seed));
  const centre = float32(drawn.content.centre.shape, medianContent(data.tables, contents));
  const initialParams = { ...drawn, content: { ...drawn.content, centre } };
  const path = join(out, RESUME_FILE);
  const resumeFrom = await readSnapshot(path, key, initialParams);
  if (resume && resumeFrom === null) {
    throw new InputError(
      `${out}: holds no interrupted training of this data, these settings and this code; leave out --resume to begin`,
    );
  }
  if (resumeFrom !== null) context.log(`train: continues after step ${resumeFrom.progress.step}`);

  const before = resumeFrom?.progress.step ?? 0;
  const started = performance.now();
  let [steps, perStep] = [before, 0];
  const rate = (): number => ((steps - before) * perStep) / ((performance.now() - started) / 1000);
  const events = trainLoop({ engine, data, config, initialParams, resumeFrom });
  try {
    for await (const event of events) {
      if (event.kind === "done") {
        return { params: event.params, log: event.log, steps, eventsPerSecond: steps === before ? null : rate() };
      }
      if (event.kind === "epoch") continue;
      if (steps === before) context.progress.start("train", event.totalSteps);
      perStep = event.eventsPerStep;
      const saveNow = Math.floor(event.step / config.saveEvery) > Math.floor(steps / config.saveEvery);
      steps = event.step;
      context.progress.update(steps, `${Math.round(rate())} reader-turns/s`);
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
