/** Scores a checkpoint and its baselines on the test answers. */
import { join } from "node:path";
import { type Cell, type EvalTable, MODEL } from "../../data-schemas/eval-table.ts";
import type { FileEntry } from "../../data-schemas/manifest.ts";
import { LEVELS } from "../../data-schemas/rating.ts";
import type { Baseline } from "../../eval/baselines/baseline.ts";
import { globalMean, readerMean, readerStoryBias, readerStoryProduct, storyMean } from "../../eval/baselines/biases.ts";
import { RESAMPLES } from "../../eval/interval.ts";
import type { Prediction } from "../../eval/prediction.ts";
import { RATING_METRICS } from "../../eval/registry.ts";
import { compareModels, type ModelPredictions } from "../../eval/table.ts";
import { historyLength } from "../../models/reader/history.ts";
import { Predictor } from "../../models/reader/predictor.ts";
import { makeRng } from "../../models/rng.ts";
import type { Engine } from "../../models/tensor/engine.ts";
import { indicesOf, loadAnswers, readerDataOf, requireAnswerInputs } from "../io/answers.ts";
import { writeFileAtomic } from "../io/atomic-file.ts";
import { loadCheckpoint } from "../io/checkpoint.ts";
import { type Context, stopIfAsked } from "../io/context.ts";
import { toJson } from "../io/json.ts";
import { JsonlWriter } from "../io/jsonl.ts";
import { EVAL, PREDICTIONS_FILE, TABLE_FILE, TRAIN } from "../io/layout.ts";
import { requireManifest } from "../io/manifest.ts";
import { runStage, type StageOutcome } from "../io/stage.ts";

export interface EvalRequest {
  readonly checkpoint: string;
  readonly ingested: readonly string[];
  readonly encoded: string;
  readonly out: string;
  readonly engine: Engine;
}

const REFERENCE = readerStoryBias.name;
const BASELINES: readonly Baseline[] = [globalMean, readerMean, storyMean, readerStoryBias, readerStoryProduct];
/** Of the bootstrap; fixed, so that a table can be recomputed from its predictions. */
const BOOTSTRAP_SEED = 20_240_901;
const BATCH = 1024;

/** Groups of test answers by how many training answers their reader has. */
const GROUPS = [
  { name: "all", atLeast: 0 },
  { name: "readers with 5 or more training answers", atLeast: 5 },
] as const;

export async function evaluate(request: EvalRequest, context: Context): Promise<StageOutcome> {
  const { checkpoint, ingested, encoded, out, engine } = request;
  const trained = await requireManifest(checkpoint, [TRAIN]);
  const { files, licences } = await requireAnswerInputs(ingested, encoded);
  const inputs: FileEntry[] = [...trained.outputs, ...files];
  const config = { resamples: RESAMPLES, seed: BOOTSTRAP_SEED, engine: engine.description };
  return runStage({ stage: EVAL, dir: out, config, inputs }, async () => {
    const set = await loadAnswers(ingested, encoded);
    const { params } = await loadCheckpoint(checkpoint, set.width);
    const data = readerDataOf(set);
    const test = indicesOf(set, "test");
    const training = indicesOf(set, "train").map((i) => set.answers[i]!);
    context.log(`eval: ${test.length} test answers, ${training.length} training answers`);

    const predictor = await Predictor.create(engine, params, data, BATCH);
    const probability = await predictor.probabilities(params, test);
    await predictor.dispose();
    const toPredictions = (of: (answer: number, row: number) => ArrayLike<number>): Prediction[] =>
      test.map((i, row) => ({
        reader: set.answers[i]!.reader,
        rating: set.answers[i]!.rating,
        probability: of(i, row),
      }));
    const models: ModelPredictions[] = [
      { model: MODEL, predictions: toPredictions((_, row) => probability.subarray(row * LEVELS, (row + 1) * LEVELS)) },
    ];
    context.progress.start("eval", BASELINES.length + GROUPS.length);
    for (const [done, baseline] of BASELINES.entries()) {
      const fitted = baseline.fit(training);
      models.push({ model: baseline.name, predictions: toPredictions((i) => fitted(set.answers[i]!)) });
      context.progress.update(done + 1);
      stopIfAsked(context);
    }
    const cells: Cell[] = [];
    for (const [done, { name, atLeast }] of GROUPS.entries()) {
      const inGroup = test.map((i) => historyLength(data.history, set.answers[i]!.reader, null) >= atLeast);
      // A group that is all of the answers would be the same block twice.
      if (atLeast > 0 && inGroup.every((kept) => kept)) continue;
      const kept = models.map(({ model, predictions }) => ({
        model,
        predictions: predictions.filter((_, row) => inGroup[row]),
      }));
      cells.push(...cellsOf(name, kept));
      context.progress.update(BASELINES.length + done + 1);
      stopIfAsked(context);
    }
    context.progress.stop();

    const table: EvalTable = {
      reference: REFERENCE,
      interval: `95% percentile bootstrap over readers, ${RESAMPLES} resamples`,
      cells,
    };
    const written = await writeFileAtomic(join(out, TABLE_FILE), `${toJson(table, 2)}\n`);
    const outputs = [
      { name: TABLE_FILE, ...written, rows: cells.length },
      await writePredictions(out, set.answers, test, models[0]!),
    ];
    return {
      outputs,
      rowsIn: test.length,
      kept: test.length,
      refused: 0,
      reasons: {},
      licences,
      summary: { test: test.length },
    };
  });
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
  answers: readonly { readonly exampleId: string }[],
  test: readonly number[],
  { predictions }: ModelPredictions,
): Promise<FileEntry> {
  const writer = await JsonlWriter.create(join(out, PREDICTIONS_FILE));
  for (const [row, i] of test.entries()) {
    const { rating, probability } = predictions[row]!;
    await writer.write({ example_id: answers[i]!.exampleId, rating, probability: Array.from(probability) });
  }
  return { name: PREDICTIONS_FILE, ...(await writer.commit()) };
}
