/** Chapters in hand, encoded at once and without a stage: for programs that show them to simulated readers. */
import { LSA_ENCODER } from "../../models/content/lsa-encoder.ts";
import { codeVersion } from "../io/code-version.ts";
import { gatherRows } from "../io/encoded-rows.ts";
import type { EncodedTexts } from "../io/encoded-texts.ts";
import { hashValue } from "../io/hash.ts";
import { wordsOf } from "../io/reader-set.ts";
import type { Chapter, TextCoder } from "../io/text-coder.ts";
import { encodeBatch } from "./encode.ts";
import { type EncoderChoice, openEncoder } from "./open-encoder.ts";

const EMBEDDED: EncoderChoice = { encoder: LSA_ENCODER, remote: false };

/** @returns To be closed. */
export async function openTextCoder(choice: EncoderChoice = EMBEDDED): Promise<TextCoder> {
  const encoder = await openEncoder(choice);
  const { name, width } = encoder;
  return {
    name,
    width,
    encode: (chapters) =>
      encodeBatch(
        chapters.map(({ id, text, bible }) => ({
          id,
          text,
          bible,
          isChapter: true,
          hash: hashValue({ text, bible: bible ?? null }),
        })),
        encoder,
      ),
    embed: (text) => encoder.embed([text]),
    close: () => encoder.close(),
  };
}

/** @returns The encoded texts, in their order, and the words of each. */
export async function encodeTexts(
  chapters: readonly Chapter[],
  choice: EncoderChoice = EMBEDDED,
): Promise<{ texts: EncodedTexts; words: Float32Array }> {
  const coder = await openTextCoder(choice);
  try {
    const texts = gatherRows(await coder.encode(chapters), coder, await codeVersion());
    return { texts, words: wordsOf(texts) };
  } finally {
    await coder.close();
  }
}
