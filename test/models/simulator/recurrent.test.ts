/** The simulator's one turn at a time against training's all turns at once. */
import { expect, it } from "vitest";
import { CODE } from "../../../models/axes/axis-encoder.ts";
import { look, type Params, recall } from "../../../models/esus.ts";
import { fillBatch } from "../../../models/reader/fill-batch.ts";
import { historiesOf, type Piece, type Row } from "../../../models/reader/histories.ts";
import type { ReaderData } from "../../../models/reader/reader-data.ts";
import { replayHistories } from "../../../models/simulator/history-replay.ts";
import { memoryOf, recollect } from "../../../models/simulator/reader-state.ts";
import { float32, type HostArray, int32 } from "../../../models/tensor/host-array.ts";
import { OrtEngine } from "../../../models/tensor/ort-engine.ts";
import type { Tensor } from "../../../models/tensor/tensor.ts";
import { entries } from "../../../models/tensor/tree.ts";
import { runTree } from "../tensor/arrays.ts";
import { initial, plantedReaders, TURNS } from "../training/planted-readers.ts";

const engine = new OrtEngine();
/** Every fourth answer is not known: it neither tells nor ages anything. */
const planted = plantedReaders(4, 12);
const data: ReaderData = { ...planted, known: ({ turn }) => turn! % 4 !== 2 };
const params = initial(2);
const histories = historiesOf(data.events, () => true, data.known);
const R = histories.length;
const whole = (history: number): Piece => ({
  history,
  slots: Array.from({ length: TURNS }, (_, i) => i),
  scoredFrom: 0,
});

const run = async (fn: (inputs: never) => object, inputs: object): Promise<Map<string, HostArray>> => {
  const read = await runTree(engine, fn, inputs);
  return new Map(entries<HostArray>(read).map(({ path, leaf }) => [path, leaf]));
};

it.each([0, 1, 4, TURNS - 1])("what is remembered before turn %i is the same to 1e-5", async (turn) => {
  // All turns at once.
  const rows: Row[] = histories.map((_, history) => [whole(history)]);
  const { events } = fillBatch(data, histories, rows, R, TURNS);
  const parallel = await run(
    ({ p, tables, batch }: { p: Params; tables: never; batch: never }) => {
      const { h, phi } = look(p, tables, (batch as { contentRow: Tensor }).contentRow);
      const { posterior, level, traces, kinship, moods } = recall(p, batch, h, phi);
      return { posterior, level, traces, kinship, moods };
    },
    { p: params, tables: data.tables, batch: events },
  );
  // One after the other, up to the turn.
  const before = histories.map((history) => history.slice(0, turn));
  const state = await replayHistories(engine, params, data, before);
  const shown = histories.map((history) => data.events[history[turn]!]!.content + 1);
  const { mean, share } = data.marginal;
  const recurrent = await run(
    ({
      p,
      tables,
      rows: at,
      state: s,
      averages,
    }: {
      p: Params;
      tables: never;
      rows: Tensor;
      state: never;
      averages: never;
    }) => {
      const { h } = look(p, tables, at);
      const { posterior, level, traces, kinship, moods } = recollect(p, s, averages, h);
      return { posterior, level, traces, kinship, moods };
    },
    {
      p: params,
      tables: data.tables,
      rows: int32([R], shown),
      state: memoryOf(state),
      averages: { mean: float32([1], [mean]), share: float32([1, 5], [...share]) },
    },
  );
  for (const [name, { data: values, shape }] of recurrent) {
    const width = shape[1]!;
    const all = parallel.get(name)!.data;
    for (let r = 0; r < R; r++) {
      for (let i = 0; i < width; i++) {
        const [one, other] = [Number(values[r * width + i]), Number(all[(r * TURNS + turn) * width + i])];
        expect(Math.abs(one - other), `${name}[${r}, ${i}]`).toBeLessThan(1e-5 * (1 + Math.abs(other)));
      }
    }
  }
  expect([...recurrent.keys()].sort()).toEqual([
    "kinship",
    "level",
    "moods",
    "posterior.logSd",
    "posterior.mean",
    "traces",
  ]);
  expect(CODE).toBe(64);
});

it("a history longer than a row, and rows of several readers, are remembered as far as the row goes", async () => {
  const alone = fillBatch(
    data,
    histories,
    histories.map((_, history) => [whole(history)]),
    R,
    TURNS,
  );
  // Two readers in one row do not see each other.
  const packed: Row[] = Array.from({ length: R / 2 }, (_, i) => [whole(2 * i), whole(2 * i + 1)]);
  const both = fillBatch(data, histories, packed, R / 2, 2 * TURNS);
  const meanOf = async (batch: object) =>
    (
      await run(
        ({ p, tables, batch: given }: { p: Params; tables: never; batch: never }) => {
          const { h, phi } = look(p, tables, (given as { contentRow: Tensor }).contentRow);
          return { mean: recall(p, given, h, phi).posterior.mean };
        },
        { p: params, tables: data.tables, batch },
      )
    ).get("mean")!.data;
  const [apart, together] = [await meanOf(alone.events), await meanOf(both.events)];
  expect(together).toHaveLength(apart.length);
  for (const [i, value] of apart.entries()) expect(Number(together[i])).toBeCloseTo(Number(value), 5);
});
