/**
 * Readers' events in their order, cut and packed into rows of T slots. A row holds one reader's events, or several readers'
 * one after the other; a history longer than a row is cut into pieces, each behind what was last known before it.
 */
import { type Rng, shuffled } from "../rng.ts";
import type { ReaderEvent } from "./event.ts";

/** Events of one reader, by index, in order. */
export type History = readonly number[];

type Known = (event: ReaderEvent) => boolean;

/** What of a history lies in a row. */
export interface Piece {
  /** Index among the histories. */
  readonly history: number;
  /** Positions in the history, ascending. */
  readonly slots: readonly number[];
  /** Of the slots, those from here on are scored; before them stands what is only remembered. */
  readonly scoredFrom: number;
}

export type Row = readonly Piece[];

/**
 * One history a reader, of the events that are wanted: by turn where the source has an order. Where it has none, what is
 * known comes first.
 */
export function historiesOf(
  events: readonly ReaderEvent[],
  wanted: (event: ReaderEvent) => boolean,
  known: Known,
): History[] {
  const byReader = new Map<number, number[]>();
  for (const [i, event] of events.entries()) {
    if (!wanted(event)) continue;
    const list = byReader.get(event.reader);
    if (list === undefined) byReader.set(event.reader, [i]);
    else list.push(i);
  }
  const place = (i: number): number => events[i]!.turn ?? (known(events[i]!) ? 0 : 1);
  return [...byReader.values()].map((list) => list.sort((a, b) => place(a) - place(b) || a - b));
}

/** Slots in a row that waste little: as many as the longest history has, within bounds. */
export function rowTurnsFor(histories: readonly History[], most: number): number {
  const longest = histories.reduce((length, history) => Math.max(length, history.length), 2);
  return Math.min(longest, most);
}

/** First-fit by falling length: the same rows whatever happens later. */
export function packRows(
  events: readonly ReaderEvent[],
  histories: readonly History[],
  known: Known,
  T: number,
): Row[] {
  const pieces = histories.flatMap((history, h) =>
    piecesOf(
      h,
      history.map((i) => known(events[i]!)),
      T,
    ),
  );
  const order = pieces.map((_, i) => i).sort((a, b) => pieces[b]!.slots.length - pieces[a]!.slots.length || a - b);
  const rows: Piece[][] = [];
  /** Rows by the room that is left. */
  const open: number[][] = Array.from({ length: T + 1 }, () => []);
  for (const i of order) {
    const piece = pieces[i]!;
    const need = piece.slots.length;
    let room = need;
    while (room <= T && open[room]!.length === 0) room++;
    const row = room <= T ? open[room]!.pop()! : rows.push([]) - 1;
    rows[row]!.push(piece);
    const left = Math.min(room, T) - need;
    if (left > 0) open[left]!.push(row);
  }
  return rows;
}

/** A first piece of a whole row; then half rows, each behind the last half row of known events before it. */
function piecesOf(history: number, known: readonly boolean[], T: number): Piece[] {
  const all = known.map((_, i) => i);
  const pieces: Piece[] = [{ history, slots: all.slice(0, T), scoredFrom: 0 }];
  const step = Math.ceil(T / 2);
  for (let at = T; at < all.length; at += step) {
    const remembered = all.slice(0, at).filter((i) => known[i]);
    const context = remembered.slice(Math.max(0, remembered.length - (T - step)));
    pieces.push({ history, slots: [...context, ...all.slice(at, at + step)], scoredFrom: context.length });
  }
  return pieces;
}

/** The same histories with events of sources without an order in a new one, so that no order is learned by heart. */
export function reordered(events: readonly ReaderEvent[], histories: readonly History[], rng: Rng): History[] {
  return histories.map((history) => {
    if (history.length < 2 || history.some((i) => events[i]!.turn !== null)) return history;
    return shuffled(rng, history);
  });
}
