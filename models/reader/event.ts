/** One answer of a reader as the model takes it: numbers and indices, no words. null: not observed. */
import type { Split } from "../../data-schemas/record.ts";

export interface ReaderEvent {
  readonly exampleId: string;
  readonly split: Split;
  readonly reader: number;
  /** Row of the source's offset. */
  readonly source: number;
  /** What others answered to as well: a book, or a chapter of it in one telling. */
  readonly item: number;
  readonly story: number;
  /** Row of the encoded text; −1: there is none. */
  readonly content: number;
  /** Orders a reader's events. null: the source has no order. */
  readonly turn: number | null;
  /** Days since 1970. */
  readonly day: number | null;
  /** 1 to LEVELS. */
  readonly rating: number | null;
  /** Axes that the reader wants higher (low pole complained of), lower, and liked as they were; null: tags not observed. */
  readonly tags: {
    readonly higher: readonly number[];
    readonly lower: readonly number[];
    readonly liked: readonly number[];
  } | null;
  /** Whether the last request was met: 0 ignored, 1 partly, 2 fulfilled. */
  readonly fulfilled: 0 | 1 | 2 | null;
  /** In the order of FLAGS. */
  readonly flags: readonly (boolean | null)[];
  readonly dwellSeconds: number | null;
  readonly scrollDepth: number | null;
  readonly rereads: number | null;
  /** What a comment asks for: an axis index, or −1 for nothing. null: no comment, or not known. */
  readonly wish: number | null;
  readonly hidden: HiddenLabels | null;
}

/** Planted truth of the simulator, before the chapter was read. */
export interface HiddenLabels {
  /** Index among the prototypes; −1: none. */
  readonly prototype: number;
  /** trust, fatigue, curiosity, frustration; each in [0, 1]. */
  readonly state: readonly [number, number, number, number];
  readonly utility: number | null;
  /** Utilities at which one star more is given. */
  readonly thresholds: readonly number[] | null;
  /** By axis index; what is missing is 0. */
  readonly tastes: ReadonlyMap<number, number>;
}
