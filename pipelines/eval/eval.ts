/** Scores a checkpoint and its baselines on the test answers, and what else of it can be measured. */

import { join } from "node:path";
import { InputError } from "../../data-schemas/errors.ts";
import { type Cell, type EvalTable, MODEL } from "../../data-schemas/eval-table.ts";
import type { FileEntry } from "../../data-schemas/manifest.ts";
import type { Prediction } from "../../data-schemas/prediction.ts";
import { LEVELS } from "../../data-schemas/rating.ts";
import type { Held, RatedAnswer } from "../../eval/baselines/baseline.ts";
import { BASELINES } from "../../eval/baselines/registry.ts";
import { RESAMPLES } from "../../eval/interval.ts";
import { RATING_METRICS } from "../../eval/registry.ts";
import { compareModels, type ModelPredictions } from "../../eval/table.ts";
import { PROTOTYPES } from "../../models/population/prototypes.ts";
import { historiesOf } from "../../models/reader/histories.ts";
import type { ReaderData } from "../../models/reader/reader-data.ts";
import { makeRng } from "../../models/rng.ts";
import type { Engine } from "../../models/tensor/engine.ts";
import { codesOf } from "../../models/training/content-codes.ts";
import { writeFileAtomic } from "../io/atomic-file.ts";
import { type Checkpoint, loadCheckpoint, requireEncoder, requireSplit } from "../io/checkpoint.ts";
import { type Context, stopIfAsked } from "../io/context.ts";
import { toJson } from "../io/json.ts";
import { JsonlWriter } from "../io/jsonl.ts";
import { EVAL, PREDICTIONS_FILE, TABLE_FILE, TRAIN } from "../io/layout.ts";
import { requireManifest } from "../io/manifest.ts";
import { type Folders, loadReaders, type ReaderSet, readerDataOf, requireInputs } from "../io/reader-set.ts";
import { runStage, type StageOutcome } from "../io/stage.ts";
import { type Collected, collect, historiesBefore } from "./collect.ts";
import { addBehaviour, addReader, HeadCells } from "./head-cells.ts";
import { addMemory } from "./memory-cells.ts";
import {
  baselinePredictions,
  CEILING,
  ceilingPredictions,
  modelPredictions,
  NON_PERSONAL,
  REFERENCE,
} from "./rating-models.ts";
import { addEdits, addPlantedAxes, addProbe, readTexts } from "./text-cells.ts";
import { addTransition } from "./transition-cells.ts";

export interface EvalRequest extends Folders {
  readonly checkpoint: string;
  /** Other checkpoints, trained on the same data, to stand in the same table; by name. */
  readonly compared: readonly { readonly name: string; readonly dir: string }[];
  readonly out: string;
  readonly engine: Engine;
}

/** Of the bootstrap; fixed, so that a table can be recomputed from its predictions. */
const BOOTSTRAP_SEED = 20_240_901;
/** Known answers of a reader: from this many on, to the next. */
const HISTORY_LENGTHS = [0, 1, 2, 4, 8, 16] as const;
/** Readers with fewer known answers are mostly told by what all readers say. */
const KNOWN_READERS = 5;

export async function evaluate(request: EvalRequest, context: Context): Promise<StageOutcome> {
  const { checkpoint, compared, out, engine } = request;
  const trained = await Promise.all(
    [checkpoint, ...compared.map(({ dir }) => dir)].map((dir) => requireManifest(dir, [TRAIN])),
  );
  const { files, licences } = await requireInputs(request);
  const inputs: FileEntry[] = [...trained.flatMap(({ outputs }) => outputs), ...files];
  const config = {
    resamples: RESAMPLES,
    seed: BOOTSTRAP_SEED,
    engine: engine.description,
    compared: compared.map(({ name }) => name),
  };
  return runStage({ stage: EVAL, dir: out, config, inputs }, async () => {
    const own = await loadCheckpoint(checkpoint);
    const set = await loadReaders(request, own.about.sources);
    requireEncoder(checkpoint, own.about, set.texts);
    requireSplit(checkpoint, own.about, set.splitBy);
    const data = readerDataOf(set, own.normaliser, own.marginal);
    const picked = set.events.flatMap(({ split, rating }, i) => (split === "test" && rating !== null ? [i] : []));
    if (picked.length === 0)
      throw new InputError(
        `eval: none of ${set.events.length} answers is a rating of the test split; ingest more, or with another --split-by`,
      );
    const collected = await collect(engine, own.params, data, picked);
    const models = [...modelPredictions(collected, set.events)];
    for (const other of compared) models.push(await otherCheckpoint(other, set, picked, engine));
    const texts = await readTexts(request.ingested, set);
    const training = trainingAnswers(data);
    const held = heldAnswers(data);
    context.log(`eval: ${picked.length} test answers, ${training.length} training answers`);
    context.progress.start("eval", BASELINES.length + 1);
    for (const [done, baseline] of BASELINES.entries()) {
      models.push(baselinePredictions(baseline, training, held, texts.vectors, collected, set.events));
      context.progress.update(done + 1);
      stopIfAsked(context);
    }
    const ceiling = ceilingPredictions(collected, set.events);
    if (ceiling !== null) models.push(ceiling);
    const cells = ratingCells(models, collected, set);
    const heads = new HeadCells(collected, set.events, makeRng(BOOTSTRAP_SEED));
    addBehaviour(heads, collected, data.words);
    addReader(heads, collected);
    addTransition(heads, collected, data, own.params);
    await addMemory(heads, engine, own.params, data, picked);
    const codes = await codesOf(engine, own.params, data.tables);
    addPlantedAxes(heads, texts, codes);
    addProbe(heads, codes, set.events);
    await addEdits(heads, request.pairs, set, codes);
    context.progress.stop();

    const table: EvalTable = {
      reference: REFERENCE,
      interval: `95% percentile bootstrap over readers, ${RESAMPLES} resamples; of edits, Wilson's`,
      cells: [...cells, ...heads.cells],
    };
    const written = await writeFileAtomic(join(out, TABLE_FILE), `${toJson(table, 2)}\n`);
    return {
      outputs: [
        { name: TABLE_FILE, ...written, rows: table.cells.length },
        await writePredictions(out, set, picked, models[0]!),
      ],
      rowsIn: picked.length,
      kept: picked.length,
      refused: 0,
      reasons: {},
      licences,
      summary: { test: picked.length },
    };
  });
}

/** Rated answers of the training split, each reader's in order. */
function trainingAnswers(data: ReaderData): RatedAnswer[] {
  const histories = historiesOf(data.events, ({ split, rating }) => split === "train" && rating !== null, data.known);
  return histories.flat().map((i) => {
    const { reader, item, rating } = data.events[i]!;
    return { reader, story: item, rating: rating! };
  });
}

/** Answers of the calibration split with what was known before each: ESUS is calibrated on them, and so are baselines. */
function heldAnswers(data: ReaderData): Held[] {
  const rows = data.events.flatMap(({ split, rating }, i) => (split === "calibration" && rating !== null ? [i] : []));
  const histories = historiesBefore(data, rows);
  return rows.map((i, row) => {
    const { item, rating } = data.events[i]!;
    return { story: item, rating: rating!, history: histories[row]! };
  });
}

async function otherCheckpoint(
  { name, dir }: EvalRequest["compared"][number],
  set: ReaderSet,
  picked: readonly number[],
  engine: Engine,
): Promise<ModelPredictions> {
  const other: Checkpoint = await loadCheckpoint(dir);
  requireEncoder(dir, other.about, set.texts);
  requireSplit(dir, other.about, set.splitBy);
  // Each checkpoint has its own rows of sources.
  const rowOf = (source: number): number => other.about.sources.indexOf(set.sources[source - 1] ?? "") + 1;
  const events = set.events.map((event) => ({ ...event, source: rowOf(event.source) }));
  const data = readerDataOf({ ...set, events }, other.normaliser, other.marginal);
  const collected = await collect(engine, other.params, data, picked);
  return modelPredictions(collected, set.events, `${MODEL}, ${name}`)[0]!;
}

/** All answers with every model; parts of them with the models that matter. */
function ratingCells(models: readonly ModelPredictions[], { picked, histories }: Collected, set: ReaderSet): Cell[] {
  const cells: Cell[] = [];
  const few = models.filter(({ model }) => [MODEL, REFERENCE, NON_PERSONAL, CEILING].includes(model));
  const add = (group: string, of: readonly ModelPredictions[], inGroup: (row: number) => boolean): void => {
    const rows = picked.flatMap((_, row) => (inGroup(row) ? [row] : []));
    // A part that is all of the answers would be the same block twice.
    if (rows.length === 0 || (group !== "all" && rows.length === picked.length)) return;
    const kept = of.map(({ model, predictions }) => ({ model, predictions: rows.map((row) => predictions[row]!) }));
    cells.push(...cellsOf(group, kept));
  };
  const known = (row: number): number => histories[row]!.length;
  add("all", models, () => true);
  add(`readers with ${KNOWN_READERS} or more known answers`, few, (row) => known(row) >= KNOWN_READERS);
  for (const [i, from] of HISTORY_LENGTHS.entries()) {
    const to = HISTORY_LENGTHS[i + 1] ?? Number.POSITIVE_INFINITY;
    const name = to === from + 1 ? `${from}` : to === Number.POSITIVE_INFINITY ? `${from}+` : `${from}-${to - 1}`;
    add(`known answers: ${name}`, few, (row) => known(row) >= from && known(row) < to);
  }
  const by = (kind: string, of: (row: number) => string | null): void => {
    const names = [...new Set(picked.map((_, row) => of(row)))].filter((name) => name !== null).sort();
    for (const name of names) add(`${kind}: ${name}`, few, (row) => of(row) === name);
  };
  by("language", (row) => set.languages[picked[row]!]!);
  by("source", (row) => set.sources[set.events[picked[row]!]!.source - 1] ?? "not trained on");
  by("prototype", (row) => PROTOTYPES[set.events[picked[row]!]!.hidden?.prototype ?? -1]?.id ?? null);
  return cells;
}

function cellsOf(group: string, models: readonly ModelPredictions[]): Cell[] {
  const rows = compareModels(models, RATING_METRICS, REFERENCE, makeRng(BOOTSTRAP_SEED));
  return rows.map(({ model, metric, estimate, difference }) => {
    const { unit, better, floor, ceiling, protocol } = RATING_METRICS.find(({ name }) => name === metric)!;
    return { group, model, metric, unit, better, floor, ceiling, protocol, estimate, difference };
  });
}

async function writePredictions(
  out: string,
  { events }: ReaderSet,
  picked: readonly number[],
  { predictions }: ModelPredictions,
): Promise<FileEntry> {
  const writer = await JsonlWriter.create(join(out, PREDICTIONS_FILE));
  for (const [row, i] of picked.entries()) {
    const { rating, probability } = predictions[row]!;
    const said: Prediction = {
      example_id: events[i]!.exampleId,
      rating,
      probability: Array.from({ length: LEVELS }, (_, k) => probability[k]!),
    };
    await writer.write(said);
  }
  return { name: PREDICTIONS_FILE, ...(await writer.commit()) };
}
