import fc from "fast-check";
import { expect, it } from "vitest";
import type { ReaderEvent } from "../../../models/reader/event.ts";
import { historiesOf, packRows, reordered, rowTurnsFor } from "../../../models/reader/histories.ts";
import { makeRng } from "../../../models/rng.ts";

const lengths = fc.array(fc.integer({ min: 1, max: 50 }), { maxLength: 30 });

const event = (reader: number, turn: number | null, split: "train" | "test" = "train") =>
  ({ reader, turn, split }) as unknown as ReaderEvent;
const known = ({ split }: ReaderEvent): boolean => split === "train";

it("every event is scored once; rows hold at most T slots; a cut history stands behind what was last known", () => {
  fc.assert(
    fc.property(lengths, fc.integer({ min: 2, max: 20 }), fc.integer({ min: 1, max: 5 }), (sizes, T, unknownEvery) => {
      const events: ReaderEvent[] = [];
      const histories = sizes.map((n) =>
        Array.from({ length: n }, (_, i) => events.push(event(0, i, i % unknownEvery === 0 ? "test" : "train")) - 1),
      );
      const scored = sizes.map((n) => new Array<number>(n).fill(0));
      for (const row of packRows(events, histories, known, T)) {
        expect(row.reduce((sum, { slots }) => sum + slots.length, 0)).toBeLessThanOrEqual(T);
        for (const { history, slots, scoredFrom } of row) {
          expect([...slots].sort((a, b) => a - b)).toEqual(slots);
          for (const position of slots.slice(scoredFrom)) scored[history]![position]!++;
          const first = slots[scoredFrom]!;
          const before = histories[history]!.slice(0, first).filter((i) => known(events[i]!));
          const context = slots.slice(0, scoredFrom).map((position) => histories[history]![position]!);
          // A whole first piece needs none; later ones have the last half row of what is known.
          expect(context).toEqual(first === 0 ? [] : before.slice(Math.max(0, before.length - Math.floor(T / 2))));
        }
      }
      expect(scored.flat().every((times) => times === 1)).toBe(true);
    }),
  );
});

it("packs short histories together: rows are as few as the slots need", () => {
  const events = Array.from({ length: 1000 }, (_, reader) => event(reader, 0));
  const rows = packRows(
    events,
    events.map((_, i) => [i]),
    known,
    32,
  );
  expect(rows).toHaveLength(Math.ceil(1000 / 32));
});

it("turns are in their order; without one, what is known comes first", () => {
  const timed = [event(0, 2), event(1, 0), event(0, 0), event(0, 1, "test")];
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
