/**
 * Rates of the state transition against planted ones: what a request fulfilled, and one ignored, did to planted readers'
 * trust on average, and what the checkpoint has learned that it does.
 */
import type { EsusParams } from "../../models/esus.ts";
import type { ReaderData } from "../../models/reader/reader-data.ts";
import type { Collected } from "./collect.ts";
import type { HeadCells } from "./head-cells.ts";

const ABOUT = { unit: "a turn", better: "higher", floor: null, ceiling: 1, protocol: "transition-rate-1" } as const;

export function addTransition(heads: HeadCells, { picked }: Collected, data: ReaderData, params: EsusParams): void {
  const after = new Map<number, number>();
  const last = new Map<number, number>();
  for (const [i, { reader }] of data.events.entries()) {
    const before = last.get(reader);
    if (before !== undefined) after.set(before, i);
    last.set(reader, i);
  }
  /** Of a test answer whose request became this: what share of the way to 1, or to 0, trust went. */
  const rate =
    (fulfilled: 0 | 2) =>
    (row: number): number | null => {
      const event = picked[row]!;
      const next = after.get(event);
      const [now, then] = [data.events[event]!, next === undefined ? undefined : data.events[next]];
      const [x, y] = [now.hidden?.state[0], then?.hidden?.state[0]];
      if (now.fulfilled !== fulfilled || x === undefined || y === undefined || then?.turn !== (now.turn ?? 0) + 1)
        return null;
      const room = fulfilled === 2 ? 1 - x : x;
      return room < 0.05 ? null : Math.abs(y - x) / room;
    };
  const sigmoid = (i: number): number => 1 / (1 + Math.exp(-Number(params.transition.trust.data[i])));
  const plain = (value: number) => ({ value, low: null, high: null, n: 1, clusters: 0 });
  heads.mean("state", "trust gained by a fulfilled request, planted", ABOUT, rate(2));
  if (heads.cells.at(-1)?.metric !== "trust gained by a fulfilled request, planted") return;
  heads.add("state", "trust gained by a fulfilled request, learned", ABOUT, plain(sigmoid(0)));
  heads.mean("state", "trust lost by an ignored request, planted", ABOUT, rate(0));
  heads.add("state", "trust lost by an ignored request, learned", ABOUT, plain(sigmoid(1)));
}
