/** Encoders by name: the embedded table, or a sentence encoder in a folder of the user's. */

import { InputError } from "../../data-schemas/errors.ts";
import { encodeLsa, LSA_ENCODER } from "../../models/content/lsa-encoder.ts";
import { sha256File } from "../io/hash.ts";
import { EMBEDDED_FILE, readEmbeddedEncoder } from "./embedded-encoder.ts";
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
  if (encoder !== LSA_ENCODER && !encoder.startsWith(`${LSA_ENCODER}:`)) return openOnnxEncoder(encoder, remote);
  const embedded = await openEmbedded();
  if (encoder === LSA_ENCODER || encoder === embedded.name) return embedded;
  throw new InputError(
    `--encoder ${encoder}: the embedded table here is ${embedded.name}; train again, or restore that table`,
  );
}

async function openEmbedded(): Promise<TextEncoder> {
  const [table, digest] = [await readEmbeddedEncoder(), (await sha256File(EMBEDDED_FILE)).slice(0, 12)];
  const { width } = table;
  const embed = async (texts: readonly string[]): Promise<Float32Array> => {
    const out = new Float32Array(texts.length * width);
    for (const [row, text] of texts.entries()) out.set(encodeLsa(table, text), row * width);
    return out;
  };
  return { name: `${LSA_ENCODER}:${digest}`, width, embed, close: async () => {} };
}
