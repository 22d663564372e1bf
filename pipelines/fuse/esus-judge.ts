/** A trained ESUS that knows the suite's readers by what they read before: it judges, and agents may rehearse with it. */

import type { FeedbackEvent } from "../../data-schemas/fuse-episode.ts";
import { makeTables } from "../../models/content/normaliser.ts";
import type { FuseWorld } from "../../models/fuse/world.ts";
import { FUSE_SOURCE } from "../../models/fuse/world.ts";
import type { ReadingTurn } from "../../models/population/reading.ts";
import { recordOfTurn } from "../../models/population/record-of-turn.ts";
import type { ReaderEvent } from "../../models/reader/event.ts";
import { answerOf } from "../../models/reader/event-of-record.ts";
import { historiesOf } from "../../models/reader/histories.ts";
import type { ReaderData } from "../../models/reader/reader-data.ts";
import { Tally } from "../../models/reader/tallies.ts";
import { replayHistories } from "../../models/simulator/history-replay.ts";
import { Scorer } from "../../models/simulator/scorer.ts";
import type { Engine } from "../../models/tensor/engine.ts";
import { type Checkpoint, loadCheckpoint, requireEncoder } from "../io/checkpoint.ts";
import { type EncodedRow, gatherRows } from "../io/encoded-rows.ts";
import { wordsOf } from "../io/reader-set.ts";
import type { TextCoder } from "../io/text-coder.ts";

/** A reader as the judge knows them: what they read before, and what they said in the episode and did not take back. */
export interface JudgedReader {
  /** Of pairs. */
  readonly key: string;
  /** In the suite's population. */
  readonly number: number;
  readonly said: readonly { readonly observed: FeedbackEvent["observed"]; readonly row: EncodedRow }[];
}

export interface Pair {
  /** Key of the reader. */
  readonly reader: string;
  readonly row: EncodedRow;
}

export class EsusJudge {
  readonly #scorer: Scorer;
  readonly #rowOf: ReadonlyMap<string, number>;
  readonly #coder: TextCoder;

  private constructor(scorer: Scorer, rowOf: ReadonlyMap<string, number>, coder: TextCoder) {
    this.#scorer = scorer;
    this.#rowOf = rowOf;
    this.#coder = coder;
  }

  /**
   * @param readers All that will be judged for.
   * @throws {InputError} The checkpoint reads another encoder than the coder's.
   */
  static async open(
    engine: Engine,
    checkpoint: string,
    world: FuseWorld,
    readers: readonly JudgedReader[],
    coder: TextCoder,
  ): Promise<EsusJudge> {
    const loaded = await loadCheckpoint(checkpoint);
    requireEncoder(checkpoint, loaded.about, { encoder: coder.name, width: coder.width });
    const data = await historiesAsData(loaded, world, readers, coder);
    const histories = historiesOf(data.events, () => true, data.known);
    const state = await replayHistories(engine, loaded.params, data, histories);
    const scorer = await Scorer.create(engine, loaded, state, coder.width);
    return new EsusJudge(scorer, new Map(readers.map(({ key }, row) => [key, row])), coder);
  }

  /** (E[stars] − 1) / 4 of each pair. */
  async judge(pairs: readonly Pair[]): Promise<Float64Array> {
    return (await this.#score(pairs)).stars;
  }

  /** Where a text stands on each axis. */
  async poles(row: EncodedRow): Promise<Float32Array> {
    const [reader] = this.#rowOf.keys();
    return (await this.#score([{ reader: reader!, row }])).poles;
  }

  #score(pairs: readonly Pair[]) {
    const readers = pairs.map(({ reader }) => this.#rowOf.get(reader)!);
    return this.#scorer.score(
      readers,
      gatherRows(
        pairs.map(({ row }) => row),
        this.#coder,
      ),
    );
  }

  async dispose(): Promise<void> {
    await this.#scorer.dispose();
  }
}

async function historiesAsData(
  { normaliser, marginal }: Checkpoint,
  world: FuseWorld,
  readers: readonly JudgedReader[],
  coder: TextCoder,
): Promise<ReaderData> {
  const heard = readers.map(({ number, said }) => ({ ...world.reader(number), said }));
  const idOf = ({ telling }: ReadingTurn): string => `${FUSE_SOURCE}:${telling.id}`;
  const wanted = new Set(heard.flatMap(({ history }) => history.map(idOf)));
  const contents = world.contents.filter(({ content_id }) => wanted.has(content_id));
  const read = await coder.encode(
    contents.map(({ content_id: id, text, story_bible }) => ({
      id,
      text,
      ...(story_bible === undefined ? {} : { bible: story_bible }),
    })),
  );
  const texts = gatherRows([...read, ...heard.flatMap(({ said }) => said.map(({ row }) => row))], coder);
  const rowOf = new Map(read.map(({ id }, row) => [id, row]));
  const numbers = new Map<string, number>();
  const numberOf = (story: string): number => {
    if (!numbers.has(story)) numbers.set(story, numbers.size);
    return numbers.get(story)!;
  };
  let next = read.length;
  const events = heard.flatMap(({ reader, history, said }, row) => {
    const records = history.map((turn) => ({
      record: recordOfTurn(FUSE_SOURCE, reader, turn),
      content: rowOf.get(idOf(turn))!,
    }));
    const last = records.at(-1)!.record;
    const late = said.map(({ observed }, i) => ({
      record: { ...last, observed_feedback: observed, turn_index: history.length + i },
      content: next++,
    }));
    return [...records, ...late].map(
      ({ record, content }): ReaderEvent => ({
        ...answerOf(record),
        hidden: null,
        wish: null,
        exampleId: record.example_id,
        split: "test",
        reader: row,
        source: 0,
        item: content,
        story: numberOf(record.story_id),
        content,
        day: null,
      }),
    );
  });
  return {
    events,
    tables: makeTables(texts, normaliser),
    words: wordsOf(texts),
    marginal,
    items: texts.ids.map(() => new Tally()),
    pairs: [],
    known: () => true,
  };
}
