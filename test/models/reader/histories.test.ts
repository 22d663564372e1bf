import fc from "fast-check";
import { expect, it } from "vitest";
import type { ReaderEvent } from "../../../models/reader/event.ts";
import { historiesOf, packRows, reordered, rowTurnsFor } from "../../../models/reader/histories.ts";
import { makeRng } from "../../../models/rng.ts";

const lengths = fc.array(fc.integer({ min: 1, max: 50 }), { maxLength: 30 });

it("every event is scored once; rows hold at most T turns; a cut history keeps half a row of memory", () => {
  fc.assert(
    fc.property(lengths, fc.integer({ min: 2, max: 20 }), (sizes, T) => {
      const histories = sizes.map((n) => Array.from({ length: n }, (_, i) => i));
      const rows = packRows(histories, T);
      const scored = sizes.map(() => 0);
      for (const row of rows) {
        expect(row.reduce((sum, { from, to }) => sum + to - from, 0)).toBeLessThanOrEqual(T);
        for (const { history, from, scoredFrom, to } of row) {
          scored[history]! += to - scoredFrom;
          if (from > 0) expect(scoredFrom - from).toBe(Math.floor(T / 2));
        }
      }
      expect(scored).toEqual(sizes);
    }),
  );
});

it("packs short histories together: rows are at most twice as many as the turns need", () => {
  const rows = packRows(
    Array.from({ length: 1000 }, () => [0]),
    32,
  );
  expect(rows).toHaveLength(Math.ceil(1000 / 32));
});

const event = (reader: number, turn: number | null, split: "train" | "test" = "train") =>
  ({ reader, turn, split }) as unknown as ReaderEvent;

it("turns are in their order; without one, what is known comes first", () => {
  const timed = [event(0, 2), event(1, 0), event(0, 0), event(0, 1, "test")];
  const known = ({ split }: ReaderEvent): boolean => split === "train";
  expect(historiesOf(timed, () => true, known)).toEqual([[2, 3, 0], [1]]);
  const untimed = [event(0, null, "test"), event(0, null), event(0, null)];
  expect(historiesOf(untimed, () => true, known)).toEqual([[1, 2, 0]]);
});

it("only histories without an order are given a new one", () => {
  const events = [event(0, 0), event(0, 1), ...Array.from({ length: 20 }, () => event(1, null))];
  const histories = historiesOf(
    events,
    () => true,
    () => true,
  );
  const again = reordered(events, histories, makeRng(1));
  expect(again[0]).toEqual([0, 1]);
  expect(again[1]).not.toEqual(histories[1]);
  expect([...again[1]!].sort((a, b) => a - b)).toEqual(histories[1]);
  expect(rowTurnsFor(histories, 8)).toBe(8);
  expect(rowTurnsFor([[1]], 8)).toBe(2);
});
