/** Widths of the model, by what they are of. */
export interface EsusSize {
  /** E, of the frozen text encoder. */
  readonly embedding: number;
  /** F, narrative columns. */
  readonly columns: number;
  /** H. */
  readonly hidden: number;
  /** U; a multiple of 4. */
  readonly memory: number;
  /** Z. */
  readonly latent: number;
  readonly kinship: number;
  readonly head: number;
  /** Sources with an offset of their own. */
  readonly sources: number;
}
