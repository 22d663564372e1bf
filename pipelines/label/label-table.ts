/** How well the labeller reads comments that people labelled too, beside its baselines. */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { SENTIMENTS } from "../../data-schemas/label.ts";
import { type LabelCell, type LabelTable, labelTableSchema } from "../../data-schemas/label-table.ts";
import type { EsusRecord } from "../../data-schemas/record.ts";
import {
  type ClassAnswer,
  type ClassificationRow,
  type ClassifierAnswers,
  compareClassifiers,
  confusionOf,
} from "../../eval/classification.ts";
import { type Labeller, lexiconSentiment } from "../../models/label/atoms.ts";
import { answerOf, mostProbable } from "../../models/label/comment-classifier.ts";
import { languageOfComment } from "../../models/label/comment-features.ts";
import { isIronic } from "../../models/label/irony.ts";
import { makeRng } from "../../models/rng.ts";
import { parseJson } from "../io/json.ts";
import { LABEL_TABLE_FILE } from "../io/layout.ts";
import { textTable } from "../io/text-table.ts";
import { commentOf, goldLines, groupOf } from "./gold.ts";

export const LABELLER = "labeller";
const MAJORITY = "majority";
const LEXICON_ONLY = "lexicon only";
const BOOTSTRAP_SEED = 20_261_130;

/** What one labelled comment, or line, got. */
interface Asked {
  readonly task: string;
  readonly reader: string;
  readonly gold: string;
  readonly guess: string;
  readonly answered: boolean;
  readonly lexicon: string | null;
}

/** Collects answers while comments are labelled; it keeps no text. */
export class LabelMeasure {
  readonly #asked: Asked[] = [];

  add(record: EsusRecord, { tone, aspect }: Labeller): void {
    const comment = commentOf(record);
    const { sentiment } = record.gold_labels ?? {};
    const reader = groupOf(record);
    if (sentiment !== undefined && comment !== null) {
      const { guess } = mostProbable(tone, comment);
      const language = languageOfComment(comment);
      const answer = {
        reader,
        gold: sentiment,
        guess,
        answered: answerOf(tone, comment) !== null,
        lexicon: lexiconSentiment(comment),
      };
      this.#asked.push({ task: `sentiment ${language}`, ...answer });
      if (isIronic(comment)) this.#asked.push({ task: `sentiment ${language}, sarcasm or role-play`, ...answer });
    }
    if (aspect === null) return;
    for (const { text, aspect: gold } of goldLines(record)) {
      const { guess } = mostProbable(aspect, text);
      this.#asked.push({
        task: "aspect",
        reader,
        gold,
        guess,
        answered: answerOf(aspect, text) !== null,
        lexicon: null,
      });
    }
  }

  table(): LabelTable {
    const tasks = [...new Set(this.#asked.map(({ task }) => task))].sort();
    const parts = tasks.map((task) =>
      tableOf(
        task,
        this.#asked.filter((each) => each.task === task),
      ),
    );
    return { cells: parts.flatMap(({ cells }) => cells), confusions: parts.map(({ confusion }) => confusion) };
  }
}

function tableOf(task: string, asked: readonly Asked[]) {
  const found = [...new Set(asked.flatMap(({ gold, guess, lexicon }) => [gold, guess, lexicon ?? gold]))];
  const classes = task.startsWith("sentiment") ? [...SENTIMENTS] : found.sort();
  const readers = new Map([...new Set(asked.map(({ reader }) => reader))].map((reader, i) => [reader, i]));
  const commonest = classes.reduce((best, name) => (count(asked, name) > count(asked, best) ? name : best));
  const answersOf = (guessOf: (each: Asked) => string, answered: (each: Asked) => boolean): ClassAnswer[] =>
    asked.map((each) => ({
      reader: readers.get(each.reader)!,
      gold: classes.indexOf(each.gold),
      guess: classes.indexOf(guessOf(each)),
      answered: answered(each),
    }));
  const ours = answersOf(
    ({ guess }) => guess,
    ({ answered }) => answered,
  );
  const models: ClassifierAnswers[] = [
    { model: LABELLER, answers: ours },
    ...(asked.every(({ lexicon }) => lexicon !== null)
      ? [
          {
            model: LEXICON_ONLY,
            answers: answersOf(
              ({ lexicon }) => lexicon!,
              ({ lexicon }) => lexicon !== "neutral",
            ),
          },
        ]
      : []),
    {
      model: MAJORITY,
      answers: answersOf(
        () => commonest,
        () => true,
      ),
    },
  ];
  const cells = compareClassifiers(models, classes.length, makeRng(BOOTSTRAP_SEED)).map((row) => cellOf(task, row));
  return { cells, confusion: { task, classes, counts: confusionOf(ours, classes.length) } };
}

function count(asked: readonly Asked[], name: string): number {
  return asked.filter(({ gold }) => gold === name).length;
}

function cellOf(task: string, { model, metric, estimate }: ClassificationRow): LabelCell {
  const { name, unit, better, floor, ceiling, protocol } = metric;
  return { task, model, metric: name, unit, better, floor, ceiling, protocol, ...estimate };
}

export async function readLabelTable(dir: string): Promise<LabelTable> {
  return labelTableSchema.parse(parseJson(await readFile(join(dir, LABEL_TABLE_FILE), "utf8")));
}

/** One block a task: a row a model, a column a metric; and what our labeller took for what. */
export function formatLabelTable({ cells, confusions }: LabelTable): string {
  return confusions
    .map(({ task, classes, counts }) => {
      const own = cells.filter((cell) => cell.task === task);
      const metrics = [...new Set(own.map(({ metric }) => metric))];
      const models = [...new Set(own.map(({ model }) => model))];
      const rows = models.map((model) => [
        model,
        ...metrics.map((metric) => formatCell(own.find((cell) => cell.model === model && cell.metric === metric)!)),
      ]);
      const confusion = [["gold \\ guess", ...classes], ...classes.map((name, k) => [name, ...counts[k]!.map(String)])];
      const { n, clusters } = own[0]!;
      return `${task}: ${n} labelled by people, of ${clusters} readers\n${textTable([["model", ...metrics], ...rows])}\n\n${textTable(confusion)}`;
    })
    .join("\n\n");
}

function formatCell({ value, low, high }: LabelCell): string {
  if (value === null) return "n/a";
  return low === null || high === null
    ? value.toFixed(3)
    : `${value.toFixed(3)} [${low.toFixed(3)}, ${high.toFixed(3)}]`;
}
