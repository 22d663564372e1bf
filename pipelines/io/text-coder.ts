/** An encoder of texts, opened, as stages that write texts themselves are given it. */
import type { StoryBible } from "../../data-schemas/story-bible.ts";
import type { EncodedRow } from "./encoded-rows.ts";

export interface Chapter {
  readonly id: string;
  readonly text: string;
  /** What is known of the story; without it no rule of the world can be seen to be broken. */
  readonly bible?: StoryBible;
}

export interface TextCoder {
  readonly name: string;
  readonly width: number;
  encode(chapters: readonly Chapter[]): Promise<EncodedRow[]>;
  /** A comment or a description as one vector of length 1. */
  embed(text: string): Promise<Float32Array>;
  close(): Promise<void>;
}
