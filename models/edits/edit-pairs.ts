/** Real chapters with a known intervention, beside themselves. */
import type { Content } from "../../data-schemas/content.ts";
import { type EditPair, PAIR_VERSION } from "../../data-schemas/pair.ts";
import { readNarrative } from "../content/narrative.ts";
import { languageOf } from "../content/narrative-columns.ts";
import { pick } from "../population/grammar/template.ts";
import type { Edit, RealChapter } from "./edit.ts";
import { OWN_WORD_EDITS } from "./operators.ts";
import { PASSAGE_EDITS } from "./passages.ts";

export const EDITS: readonly Edit[] = [...OWN_WORD_EDITS, ...PASSAGE_EDITS];

/** @param known  Persons of the whole story; those that the chapter names come first where they are named most. */
export function readChapter(text: string, known: readonly string[]): RealChapter {
  const language = languageOf(text);
  const { paragraphs } = readNarrative(text, language);
  const counts = known.map((name) => ({ name, count: text.split(name).length - 1 }));
  const persons = counts
    .filter(({ count }) => count > 0)
    .sort((a, b) => b.count - a.count)
    .map(({ name }) => name);
  return { language, paragraphs, persons };
}

/** The n edits that a chapter gets, each once: which ones is fixed by the key. */
export function editsFor(key: string, n: number): Edit[] {
  const first = pick(key, EDITS.length);
  // A stride that meets every edit before it meets one again.
  return Array.from({ length: Math.min(n, EDITS.length) }, (_, i) => EDITS[(first + i * STRIDE) % EDITS.length]!);
}

const STRIDE = 37;

/** @returns null: the chapter gives the edit nothing to work on. */
export function editPair(content: Content, chapter: RealChapter, edit: Edit, seed: number): EditPair | null {
  const key = `${seed}/edit/${content.content_id}/${edit.operator}/${edit.axis}/${edit.direction}`;
  const edited = chapter.paragraphs.length === 0 ? null : edit.apply(chapter, key);
  if (edited === null) return null;
  return {
    kind: "edit",
    pair_version: PAIR_VERSION,
    pair_id: `edit:${content.content_id}:${edit.operator}:${edit.axis}:${edit.direction}`,
    source: content.source,
    license_class: content.license_class,
    language: chapter.language,
    story_id: content.story_id,
    chapter_id: content.chapter_id ?? content.content_id,
    axis: edit.axis,
    operator: edit.operator,
    direction: edit.direction,
    original: chapter.paragraphs.join("\n\n"),
    edited: edited.join("\n\n"),
  };
}
