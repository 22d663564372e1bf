/** How well the labeller reads comments that people labelled too, beside its baselines. */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { type Label, SENTIMENTS, type Sentiment } from "../../data-schemas/label.ts";
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
import { type Judgement, judge } from "../../models/label/comment-classifier.ts";
import { isIronic } from "../../models/label/irony.ts";
import { makeRng } from "../../models/rng.ts";
import { parseJson } from "../io/json.ts";
import { LABEL_TABLE_FILE } from "../io/layout.ts";
import { formatInterval, grouped, textTable } from "../io/text-table.ts";
import { goldLines, groupOf } from "./gold.ts";

const LABELLER = "labeller";
const MAJORITY = "majority";
const LEXICON_ONLY = "lexicon only";
const TITLES: Readonly<Record<string, string>> = {
  macroF1: "macro-F1",
  precisionAtCoverage: "precision there",
};
const NO_CHANGE = "none";
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
  readonly #seenSources: readonly string[];

  /** @param seenSources  Sources whose sentiments the labeller learnt from without folds. */
  constructor(seenSources: readonly string[]) {
    this.#seenSources = seenSources;
  }

  /** @param judged  What the labeller made of the whole comment. */
  add(record: EsusRecord, comment: string, judged: Judgement<Sentiment>, { aspect }: Labeller, label: Label): void {
    const sentiment = this.#seenSources.includes(record.source) ? undefined : record.gold_labels?.sentiment;
    const reader = groupOf(record);
    this.#addAtoms(reader, sentiment, label);
    this.#addUpdates(reader, record, label);
    if (sentiment !== undefined) {
      const { guess, answered } = judged;
      const answer = { reader, gold: sentiment, guess, answered, lexicon: lexiconSentiment(comment) };
      const task = `sentiment ${label.language}`;
      this.#asked.push({ task, ...answer });
      if (isIronic(comment)) this.#asked.push({ task: `${task}, sarcasm or role-play`, ...answer });
    }
    if (aspect === null) return;
    for (const { text, aspect: gold } of goldLines(record)) {
      const { guess, answered } = judge(aspect, text);
      this.#asked.push({ task: "aspect", reader, gold, guess, answered, lexicon: null });
    }
  }

  /** Each atom's polarity against what people said of the whole comment. */
  #addAtoms(reader: string, sentiment: Sentiment | undefined, { atoms, language }: Label): void {
    if (sentiment === undefined) return;
    for (const { polarity } of atoms) {
      const task = `polarity of atoms ${language}`;
      this.#asked.push({ task, reader, gold: sentiment, guess: polarity, answered: true, lexicon: null });
    }
  }

  /**
   * The first change of preference that was read in a planted comment, against those that the comment was made from: it is
   * right when it is one of them.
   */
  #addUpdates(reader: string, { gold_preference_update }: EsusRecord, { preference_update, language }: Label): void {
    if (gold_preference_update === undefined) return;
    const named = (updates: Label["preference_update"]): string[] =>
      updates.filter(({ direction }) => direction !== "keep").map(({ axis, direction }) => `${axis}:${direction}`);
    const [planted, read] = [named(gold_preference_update), named(preference_update)];
    const guess = read[0] ?? NO_CHANGE;
    const gold = planted.includes(guess) ? guess : (planted[0] ?? NO_CHANGE);
    const task = `wish ${language}`;
    this.#asked.push({ task, reader, gold, guess, answered: guess !== NO_CHANGE, lexicon: null });
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
  const classes = found.every((name) => (SENTIMENTS as readonly string[]).includes(name))
    ? [...SENTIMENTS]
    : found.sort();
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
        () => commonest !== NO_CHANGE,
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

/** More classes do not fit a terminal; the table's file holds them. */
const WIDEST_CONFUSION = 5;

/** One block a task: a row a model, a column a metric; and, where asked and it fits, what the labeller took for what. */
export function formatLabelTable({ cells, confusions }: LabelTable, confused: boolean): string {
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
      const shown = confused && classes.length <= WIDEST_CONFUSION ? `\n\n${textTable(confusion)}` : "";
      const heads = metrics.map((metric) => TITLES[metric] ?? metric);
      return `Labels: ${task} (${grouped(n)} known answers of ${grouped(clusters)} readers)\n${textTable([["model", ...heads], ...rows])}${shown}`;
    })
    .join("\n\n");
}

function formatCell({ value, low, high }: LabelCell): string {
  return value === null ? "n/a" : formatInterval(value, low, high);
}
