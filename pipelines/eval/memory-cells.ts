/**
 * Memory counterfactuals: the same reader, the same chapters and answers, but for what became of three requests in a row:
 * ignored thrice, or fulfilled thrice. A simulator that remembers likes the next chapter less after the first, and goes on
 * less often.
 */

import type { EsusParams } from "../../models/esus.ts";
import { FLAGS } from "../../models/feedback-layout.ts";
import type { ReaderEvent } from "../../models/reader/event.ts";
import { historiesOf } from "../../models/reader/histories.ts";
import type { ReaderData } from "../../models/reader/reader-data.ts";
import type { Engine } from "../../models/tensor/engine.ts";
import { Predictor } from "../../models/training/predictor.ts";
import type { HeadCells } from "./head-cells.ts";

const ASKED = 3;
const CONTINUE = FLAGS.findIndex(({ name }) => name === "continue");

interface Told {
  readonly reward: number;
  readonly goesOn: number;
}

/** @param picked Test events; those with three known answers of their reader before them are used. */
export async function addMemory(
  heads: HeadCells,
  engine: Engine,
  params: EsusParams,
  data: ReaderData,
  picked: readonly number[],
): Promise<void> {
  if (!data.events.some(({ fulfilled }) => fulfilled !== null)) return;
  const test = new Set(picked.map((i) => data.events[i]!));
  const histories = historiesOf(data.events, (event) => test.has(event), data.known);
  // The answer after the third: one of each reader.
  const knownOnes = (history: readonly number[]): boolean =>
    history.slice(0, ASKED).every((i) => data.known(data.events[i]!));
  const asked = histories.filter((history) => history.length > ASKED && knownOnes(history));
  if (asked.length === 0) return;
  const targets = asked.map((history) => history[ASKED]!);
  const during = new Set(asked.flatMap((history) => history.slice(0, ASKED)));
  const tell = async (fulfilled: 0 | 2): Promise<Map<number, Told>> => {
    const events = data.events.map((event, i): ReaderEvent => (during.has(i) ? { ...event, fulfilled } : event));
    const told = new Map<number, Told>();
    const changed: ReaderData = { ...data, events };
    const predictor = await Predictor.create(engine, params, changed, targets);
    await predictor.run(params, "none", (event, row, { reward, flags }) => {
      told.set(event, { reward: reward[row]!, goesOn: flags[row * FLAGS.length + CONTINUE]! });
    });
    await predictor.dispose();
    return told;
  };
  const [ignored, heard] = [await tell(0), await tell(2)];
  const about = { unit: "share", better: "higher", floor: 0.5, ceiling: 1, protocol: "memory-direction-1" } as const;
  const eventOf = new Map(picked.map((event, row) => [row, event]));
  const right =
    (of: (told: Told) => number) =>
    (row: number): number | null => {
      const event = eventOf.get(row)!;
      const [after, better] = [ignored.get(event), heard.get(event)];
      return after === undefined || better === undefined ? null : of(after) < of(better) ? 1 : 0;
    };
  heads.mean(
    "state",
    "ignored thrice likes less than heard thrice",
    about,
    right(({ reward }) => reward),
  );
  heads.mean(
    "state",
    "ignored thrice goes on less than heard thrice",
    about,
    right(({ goesOn }) => goesOn),
  );
}
