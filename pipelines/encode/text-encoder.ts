/** What turns texts into vectors: the embedded table, or a sentence encoder in a folder of the user's. */
import { encodeLsa, LSA_ENCODER } from "../../models/content/lsa-encoder.ts";
import { readEmbeddedEncoder } from "./embedded-encoder.ts";
import { openOnnxEncoder } from "./onnx-encoder.ts";

export interface TextEncoder {
  /** Tells encoders apart, and files of one encoder that was changed: what it encoded before is then not used again. */
  readonly name: string;
  readonly width: number;
  /** @returns Shape [texts, width], row-major; rows of length 1, or zeros for a text that says nothing to it. */
  embed(texts: readonly string[]): Promise<Float32Array>;
  close(): Promise<void>;
}

export interface EncoderChoice {
  /** LSA_ENCODER, or a folder; with `remote` a name on the model hub. */
  readonly encoder: string;
  /** Whether an encoder that is no folder may be downloaded. */
  readonly remote: boolean;
}

/** @throws {InputError} There is no such encoder. */
export async function openEncoder({ encoder, remote }: EncoderChoice): Promise<TextEncoder> {
  return encoder === LSA_ENCODER ? openEmbedded() : openOnnxEncoder(encoder, remote);
}

async function openEmbedded(): Promise<TextEncoder> {
  const table = await readEmbeddedEncoder();
  const { width } = table;
  const embed = async (texts: readonly string[]): Promise<Float32Array> => {
    const out = new Float32Array(texts.length * width);
    for (const [row, text] of texts.entries()) out.set(encodeLsa(table, text), row * width);
    return out;
  };
  return { name: LSA_ENCODER, width, embed, close: async () => {} };
}
