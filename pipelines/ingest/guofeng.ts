/**
 * GuoFeng web-novel translations. V1: `train.zh` and `train.en`, line-aligned, with <BOOK id> and <CHAPTER id> marks; V2: one
 * file a chapter, such as `1-ac/15-jlws_0001-CH.txt`. Non-commercial research after registration; no redistribution,
 * whatever the badge says. Each chapter becomes one content; the two sides of V1 are linked.
 */
import { readLines } from "../io/lines.ts";
import type { Item } from "./adapter.ts";
import { type Table, tableName, tableSource } from "./tables.ts";

const SOURCE = "guofeng";
const LICENCE = "noncommercial";

const LANGUAGES: Readonly<Record<string, string>> = { zh: "zh", en: "en", CH: "zh", DE: "de", RU: "ru", EN: "en" };

function contentOf(book: string, chapter: string, language: string, text: string) {
  return {
    content_id: `${SOURCE}:${chapter}:${language}`,
    story_id: `${SOURCE}:${book}`,
    chapter_id: chapter,
    source: SOURCE,
    license_class: LICENCE,
    language,
    title: chapter,
    text,
  };
}

/** Several may stand on a line: `</CHAPTER></BOOK>`. */
const MARK = /(<\/?(?:BOOK|CHAPTER)(?:\s+id="[^"]*")?\s*>)/;
const MARK_PARTS = /^<(\/?)(BOOK|CHAPTER)(?:\s+id="([^"]*)")?/;

const aligned: Table = {
  pattern: /^(?:train|valid\w*|test\w*)\.(?:zh|en)$/,
  async *read(file) {
    const language = LANGUAGES[file.slice(-2)]!;
    let book = "";
    let chapter: { id: string; line: number; lines: string[] } | null = null;
    for await (const { number, text } of readLines(file)) {
      const parts = text.split(MARK);
      for (const part of parts) {
        const mark = MARK_PARTS.exec(part);
        if (mark === null) {
          // An empty line is a sentence that the other side has; an empty rest beside a mark is nothing.
          if (parts.length === 1 || part.trim() !== "") chapter?.lines.push(part);
          continue;
        }
        const [, closing, kind, id = ""] = mark;
        if (chapter !== null) yield [closedChapter(file, book, chapter, language)];
        chapter = null;
        if (closing === "" && kind === "BOOK") book = id;
        if (closing === "" && kind === "CHAPTER") chapter = { id, line: number, lines: [] };
      }
    }
    if (chapter !== null) yield [closedChapter(file, book, chapter, language)];
  },
};

function closedChapter(
  file: string,
  book: string,
  chapter: { id: string; line: number; lines: string[] },
  language: string,
): Item {
  const text = chapter.lines.join("\n").trim();
  if (text === "" || chapter.id === "" || book === "") {
    const detail = "expected <BOOK id>, <CHAPTER id> and sentences";
    return { kind: "refused", refusal: { file: tableName(file), line: chapter.line, reason: "empty-chapter", detail } };
  }
  const content = contentOf(book, chapter.id, language, text);
  const facts =
    language === "zh"
      ? [
          {
            source: SOURCE,
            license_class: LICENCE,
            subject: content.content_id,
            relation: "translation" as const,
            object: `${SOURCE}:${chapter.id}:en`,
            weight: null,
          },
        ]
      : [];
  return { kind: "kept", contents: [content], facts };
}

const CHAPTER_FILE = /^(?:\d+-)?([a-z]+)_(\d+)-(CH|DE|RU|EN)\.txt$/;

const chapterFiles: Table = {
  pattern: CHAPTER_FILE,
  async *read(file) {
    const [, book, number, side] = CHAPTER_FILE.exec(tableName(file)) as unknown as [string, string, string, string];
    const lines: string[] = [];
    for await (const { text } of readLines(file)) lines.push(text);
    const chapter = { id: `${book}_${number}`, line: 1, lines };
    yield [closedChapter(file, book, chapter, LANGUAGES[side]!)];
  },
};

export const guofeng = tableSource(
  {
    name: SOURCE,
    title: "GuoFeng: Chinese web-novel chapters and their translations",
    format: "train.zh and train.en with <BOOK> and <CHAPTER> marks (V1), or NAME_0001-CH.txt files (V2)",
    licence: LICENCE,
    obtain: "github.com/longyuewangdcu/GuoFeng-Webnovel, after registration; research only, no redistribution",
  },
  [aligned, chapterFiles],
);
