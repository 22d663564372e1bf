/** Rows that are ready to be written, and the few numbers by which splits, copies and leaks are found among them. */

/** What of a text is compared with other texts. */
export interface TextKeys {
  /** null: too short to tell a copy. */
  readonly bands: readonly number[] | null;
  /** Of runs of letters, to find reviews in the texts that they answer. */
  readonly runs: readonly number[];
}

export interface PreparedContent {
  readonly key: number;
  readonly storyUnit: number;
  /** By story: index into SPLITS by the hash of the story. */
  readonly split: number;
  readonly line: string;
  /** null: the source gives no text. */
  readonly keys: TextKeys | null;
}

/** Of `n` records, in their order. */
export interface PreparedRecords {
  readonly lines: string;
  readonly n: number;
  /** Hashes of the units of each record, in the order of UNITS. Shape [n, UNITS]. */
  readonly units: Float64Array;
  /** Index into SPLITS by the hash of the unit's ids. Shape [n]; by time [0], since it is not known yet. */
  readonly splits: Uint8Array;
  /** By time: days since 1970, NaN where undated. Shape [n]; else [0]. */
  readonly days: Float64Array;
  /** Index of each record with a comment, and the comment's keys. */
  readonly comments: readonly (readonly [number, TextKeys])[];
}

export interface Prepared {
  readonly rowsIn: number;
  readonly kept: number;
  readonly reasons: Readonly<Record<string, number>>;
  readonly licences: readonly string[];
  readonly records: PreparedRecords;
  readonly contents: readonly PreparedContent[];
  readonly facts: { readonly lines: string; readonly n: number };
  readonly refused: { readonly lines: string; readonly n: number };
  /** Of files that end in the middle. */
  readonly broken: readonly string[];
}
