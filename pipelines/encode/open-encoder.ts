/** Encoders by name: the embedded table, or a sentence encoder in a folder of the user's. */
import { encodeLsa, LSA_ENCODER } from "../../models/content/lsa-encoder.ts";
import { readEmbeddedEncoder } from "./embedded-encoder.ts";
import { openOnnxEncoder } from "./onnx-encoder.ts";
import type { TextEncoder } from "./text-encoder.ts";

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
