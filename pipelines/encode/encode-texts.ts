/** Chapters in hand, encoded at once and without a stage: for programs that show them to simulated readers. */
import type { StoryBible } from "../../data-schemas/story-bible.ts";
import { LSA_ENCODER } from "../../models/content/lsa-encoder.ts";
import { NARRATIVE_COLUMNS } from "../../models/content/narrative-columns.ts";
import { codeVersion } from "../io/code-version.ts";
import type { EncodedTexts } from "../io/encoded-texts.ts";
import { hashValue } from "../io/hash.ts";
import { wordsOf } from "../io/reader-set.ts";
import { encodeBatch } from "./encode.ts";
import { type EncoderChoice, openEncoder } from "./open-encoder.ts";
import { gatherRows } from "./rows.ts";

export interface Chapter {
  readonly id: string;
  readonly text: string;
  /** What is known of the story; without it no rule of the world can be seen to be broken. */
  readonly bible?: StoryBible;
}

/** @returns The encoded texts, in their order, and the words of each. */
export async function encodeTexts(
  chapters: readonly Chapter[],
  choice: EncoderChoice = { encoder: LSA_ENCODER, remote: false },
): Promise<{ texts: EncodedTexts; words: Float32Array }> {
  const encoder = await openEncoder(choice);
  try {
    const rows = await encodeBatch(
      chapters.map(({ id, text, bible }) => ({
        id,
        text,
        bible,
        isChapter: true,
        hash: hashValue({ text, bible: bible ?? null }),
      })),
      encoder,
    );
    const { name, width } = encoder;
    const texts = gatherRows(rows, { encoder: name, code: await codeVersion(), width, columnNames: NARRATIVE_COLUMNS });
    return { texts, words: wordsOf(texts) };
  } finally {
    await encoder.close();
  }
}
