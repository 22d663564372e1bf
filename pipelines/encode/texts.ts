/** The texts of finished stages: contents of ingests, and both sides of pairs. */
import { join } from "node:path";
import { contentSchema } from "../../data-schemas/content.ts";
import type { Manifest } from "../../data-schemas/manifest.ts";
import { type Pair, pairSchema } from "../../data-schemas/pair.ts";
import type { StoryBible } from "../../data-schemas/story-bible.ts";
import { readOwnJsonl } from "../io/jsonl.ts";
import { CONTENTS_FILE, PAIRS, PAIRS_FILE } from "../io/layout.ts";

export interface Text {
  readonly id: string;
  readonly text: string;
  /** What stands for a book, its premise and summary, tells no story in scenes. */
  readonly isChapter: boolean;
  readonly bible: StoryBible | undefined;
}

/** The file of a stage's folder that holds its texts. */
export function textsFile({ stage }: Manifest): string {
  return stage === PAIRS ? PAIRS_FILE : CONTENTS_FILE;
}

export async function* textsIn(dir: string, manifest: Manifest): AsyncGenerator<Text> {
  const path = join(dir, textsFile(manifest));
  if (manifest.stage === PAIRS) {
    for await (const pair of readOwnJsonl(path, pairSchema)) {
      for (const [side, text] of Object.entries(sidesOf(pair)))
        yield { id: `${pair.pair_id}:${side}`, text, isChapter: true, bible: pair.story_bible };
    }
    return;
  }
  for await (const content of readOwnJsonl(path, contentSchema)) {
    const { content_id: id, chapter_id, title, text, story_bible: bible } = content;
    yield { id, text: `${title}\n${text}`, isChapter: chapter_id !== undefined, bible };
  }
}

/** Texts of a pair by the name of their side, of the kinds that the model learns from or is measured on. */
function sidesOf(pair: Pair): Readonly<Record<string, string>> {
  switch (pair.kind) {
    case "axis":
      return { low: pair.low.text, high: pair.high.text };
    case "consistency":
      return { sound: pair.sound.text, broken: pair.broken.text };
    case "edit":
      return { original: pair.original, edited: pair.edited };
    default:
      return {};
  }
}
