/** A model without text and without training steps, fitted on the training answers of the same split. */

export interface RatedAnswer {
  readonly reader: number;
  readonly story: number;
  /** 1 to LEVELS. */
  readonly rating: number;
}

export interface Baseline {
  readonly name: string;
  /** Gives P of each level for a reader and a story that may be unknown. */
  fit(training: readonly RatedAnswer[]): (answer: Omit<RatedAnswer, "rating">) => Float64Array;
}
