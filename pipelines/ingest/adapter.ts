/** What a source adapter is: a description of the source, and a stream with one item for every row that goes in. */
import type { Content } from "../../data-schemas/content.ts";
import type { Fact } from "../../data-schemas/fact.ts";
import type { LicenceClass } from "../../data-schemas/licence.ts";
import type { EsusRecord } from "../../data-schemas/record.ts";
import type { Refusal } from "../../data-schemas/refusal.ts";
import type { Line } from "../io/lines.ts";

/** What became of one upstream row, or of a file. A content that several rows describe may be given by each; the first is written. */
export type Item =
  | {
      readonly kind: "kept";
      readonly records?: readonly EsusRecord[];
      readonly contents?: readonly Content[];
      readonly facts?: readonly Fact[];
    }
  | { readonly kind: "refused"; readonly refusal: Refusal }
  /** No row: a compressed file ended in the middle. What came whole was given before. */
  | { readonly kind: "broken"; readonly message: string };

/** Items in the order of their rows, some at a time. */
export type ItemBatches = AsyncGenerator<readonly Item[]>;

export interface ReadOptions {
  /** Upstream id of a reader, or of what leads to one such as a review, to its pseudonym. */
  readonly readerId: (upstreamId: string) => string;
  readonly seed: number;
}

export interface SourceAbout {
  readonly name: string;
  readonly title: string;
  /** The files it reads, in words. */
  readonly format: string;
  /** The strictest class among its rows; a row may carry a laxer one. */
  readonly licence: LicenceClass;
  /** Where users get it, and under which terms. */
  readonly obtain: string;
}

export interface SourceAdapter extends SourceAbout {
  /** True when it makes its own data and takes no path. */
  readonly generated?: boolean;
  /** Which of the given files it reads, in their order. */
  select(files: readonly string[]): readonly string[];
  read(files: readonly string[], options: ReadOptions): ItemBatches;
  /** What becomes of each line of a file whose lines stand alone; undefined for other files. */
  lineItem?(file: string, options: ReadOptions): ((line: Line) => Item) | undefined;
}
