/** A run of simulated lives, however it was written down. */

import type { GenerationRow } from "../../data-schemas/life.ts";
import type { FileEntry } from "../../data-schemas/manifest.ts";
import type { Society, TimedState } from "../../models/life/society.ts";
import type { Row } from "../io/jsonl.ts";

/** A row of a file, or why it is none. */
export type FiledRow<T> = Row<T> & { readonly file: string };

export interface LifeRun {
  readonly inputs: readonly FileEntry[];
  /** Ratings, states and the world; refused rows among them are told to `refuse`. */
  society(refuse: Refuse): Promise<Society>;
  /** What an agent wrote from the start of a year to a week of another, in the order of time. */
  generations(agent: string, span: Span): AsyncGenerator<readonly FiledRow<GenerationRow>[]>;
}

export interface Span {
  readonly fromYear: number;
  readonly toYear: number;
  readonly toWeek: number;
}

export interface RefusedRow {
  readonly file: string;
  readonly line: number;
  readonly reason: string;
  readonly detail: string;
}
export type Refuse = (row: RefusedRow) => void;

export function addTo<T>(map: Map<string, T[]>, key: string, value: T): void {
  const list = map.get(key);
  if (list === undefined) map.set(key, [value]);
  else list.push(value);
}

export interface StateLike {
  readonly time: string;
  readonly vitality: number;
  readonly fulfillment: TimedState["fulfilment"];
  readonly deposit: number;
}

export function timedState({ time, vitality, fulfillment, deposit }: StateLike): TimedState {
  return { time, vitality, fulfilment: fulfillment, deposit };
}

export function isWithin({ year, week }: { readonly year: number; readonly week: number }, span: Span): boolean {
  if (year < span.fromYear || year > span.toYear) return false;
  return year < span.toYear || week <= span.toWeek;
}
