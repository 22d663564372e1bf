/** What turns texts into vectors. */

export interface TextEncoder {
  /** Tells encoders apart, and files of one encoder that was changed: what it encoded before is then not used again. */
  readonly name: string;
  readonly width: number;
  /** @returns Shape [texts, width], row-major; rows of length 1, or zeros for a text that says nothing to it. */
  embed(texts: readonly string[]): Promise<Float32Array>;
  close(): Promise<void>;
}
