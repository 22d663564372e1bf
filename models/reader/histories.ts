/**
 * Readers' events in their order, cut and packed into rows of T turns. A row holds one reader's turns, or several readers'
 * one after the other; a history longer than a row is cut into pieces that begin with half a row of what came before.
 */
import { type Rng, shuffled } from "../rng.ts";
import type { ReaderEvent } from "./event.ts";

/** Events of one reader, by index, in order. */
export type History = readonly number[];

/** A stretch of a history that lies in a row: events from `from` on are seen, those from `scoredFrom` on are scored. */
export interface Piece {
  /** Index among the histories. */
  readonly history: number;
  readonly from: number;
  readonly scoredFrom: number;
  readonly to: number;
}

export type Row = readonly Piece[];

/**
 * One history a reader, of the events that are wanted: by turn where the source has an order. Where it has none, what is
 * known comes first.
 */
export function historiesOf(
  events: readonly ReaderEvent[],
  wanted: (event: ReaderEvent) => boolean,
  known: (event: ReaderEvent) => boolean,
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

/** Turns in a row that waste little: as long as the longest history, within bounds. */
export function rowTurnsFor(histories: readonly History[], most: number): number {
  const longest = histories.reduce((length, history) => Math.max(length, history.length), 2);
  return Math.min(longest, most);
}

/** First-fit by falling length: the same rows whatever happens later. */
export function packRows(histories: readonly History[], T: number): Row[] {
  const pieces = histories.flatMap((history, h) => piecesOf(h, history.length, T));
  const length = ({ from, to }: Piece): number => to - from;
  const order = pieces.map((_, i) => i).sort((a, b) => length(pieces[b]!) - length(pieces[a]!) || a - b);
  const rows: Piece[][] = [];
  /** Rows by the room that is left. */
  const open: number[][] = Array.from({ length: T + 1 }, () => []);
  for (const i of order) {
    const piece = pieces[i]!;
    const need = length(piece);
    let room = need;
    while (room <= T && open[room]!.length === 0) room++;
    const row = room <= T ? open[room]!.pop()! : rows.push([]) - 1;
    rows[row]!.push(piece);
    const left = Math.min(room, T) - need;
    if (left > 0) open[left]!.push(row);
  }
  return rows;
}

function piecesOf(history: number, length: number, T: number): Piece[] {
  const pieces: Piece[] = [{ history, from: 0, scoredFrom: 0, to: Math.min(length, T) }];
  const step = Math.ceil(T / 2);
  for (let at = T; at < length; at += step) {
    pieces.push({ history, from: at - (T - step), scoredFrom: at, to: Math.min(length, at + step) });
  }
  return pieces;
}

/** The same histories with events of sources without an order in a new one, so that no order is learned by heart. */
export function reordered(events: readonly ReaderEvent[], histories: readonly History[], rng: Rng): History[] {
  return histories.map((history) => {
    if (history.length < 2 || events[history[0]!]!.turn !== null) return history;
    return shuffled(rng, history);
  });
}
