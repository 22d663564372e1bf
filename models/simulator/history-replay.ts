/** Histories of real or planted readers, event by event, into states that a simulation goes on from. */
import { LEVELS } from "../../data-schemas/rating.ts";
import type { ContentTables } from "../content/content-encoder.ts";
import type { EsusParams, Params } from "../esus.ts";
import { look } from "../esus.ts";
import { fillBatch } from "../reader/fill-batch.ts";
import type { History, Row } from "../reader/histories.ts";
import type { ReaderData } from "../reader/reader-data.ts";
import { disposeTree, type Engine, readTree } from "../tensor/engine.ts";
import { HostArray, storageOf } from "../tensor/host-array.ts";
import type { Tensor } from "../tensor/tensor.ts";
import type { Mapped } from "../tensor/tree.ts";
import {
  type Answer,
  freshState,
  type MemoryState,
  memoryOf,
  remembered,
  type SimulatorState,
} from "./reader-state.ts";

interface Inputs {
  readonly params: EsusParams;
  readonly tables: ContentTables<HostArray>;
  readonly rows: HostArray;
  readonly state: MemoryState<HostArray>;
  readonly answer: Answer<HostArray>;
}

function observe({ params, tables, rows, state, answer }: Mapped<Inputs, HostArray, Tensor>) {
  const { h, phi } = look(params as Params, tables, rows);
  return { state: remembered(params as Params, state, h, phi, answer) };
}

/** @param histories One a reader, of the data's events. @returns Their states after all of it. */
export async function replayHistories(
  engine: Engine,
  params: EsusParams,
  data: ReaderData,
  histories: readonly History[],
): Promise<SimulatorState<HostArray>> {
  const R = histories.length;
  const T = histories.reduce((longest, { length }) => Math.max(longest, length), 1);
  const rows: Row[] = histories.map(({ length }, history) =>
    length === 0 ? [] : [{ history, slots: Array.from({ length }, (_, i) => i), scoredFrom: 0 }],
  );
  const { events, targets } = fillBatch(data, histories, rows, R, T);
  const turn = (array: HostArray, t: number): HostArray => turnOf(array, R, T, t);
  const inputsAt = (t: number, state: MemoryState<HostArray>): Inputs => ({
    params,
    tables: data.tables,
    rows: turn(events.contentRow, t),
    state,
    answer: {
      feedback: turn(events.feedback, t),
      movers: turn(events.movers, t),
      asked: turn(events.asked, t),
      liked: turn(events.liked, t),
      level: known(turn(targets.level, t), turn(events.known, t)),
      known: turn(events.known, t),
    },
  });
  const fresh = freshState(params, R);
  let state: MemoryState<HostArray> = memoryOf(fresh);
  const step = await engine.compile<Inputs, ReturnType<typeof observe>>(observe, inputsAt(0, state));
  try {
    for (let t = 0; t < T; t++) {
      const output = await step(inputsAt(t, state));
      state = ((await readTree(output)) as unknown as { state: MemoryState<HostArray> }).state;
      disposeTree(output);
    }
  } finally {
    await step.dispose();
  }
  return { ...fresh, ...state };
}

/** Rows of turn t of [R · T, …], or of [R, T]. */
function turnOf({ dtype, shape, data }: HostArray, R: number, T: number, t: number): HostArray {
  const width = data.length / (R * T);
  const out = new (storageOf(dtype))(R * width);
  for (let r = 0; r < R; r++) {
    for (let i = 0; i < width; i++) out[r * width + i] = data[(r * T + t) * width + i]!;
  }
  return new HostArray(dtype, shape.length === 1 ? [R] : [R, width], out);
}

/** Ratings that are not known do not count. */
function known(level: HostArray, mask: HostArray): HostArray {
  const out = Float32Array.from(level.data, (value, i) => Number(value) * Number(mask.data[Math.floor(i / LEVELS)]!));
  return new HostArray("float32", level.shape, out);
}
