/**
 * Public-domain novels as plain text, one file a book: Project Gutenberg's English ones, Chinese 章回 novels. Each chapter
 * becomes one content. What stands before the first heading (title pages, tables of contents, forewords) is left out.
 */
import { readLines } from "../io/lines.ts";
import type { Item } from "./adapter.ts";
import { type Table, tableName, tableSource } from "./tables.ts";

const SOURCE = "public-domain-novels";

/** 第一百二十回, 第一一九回; also 章 and 卷 of later editions. */
const CHINESE = /^\s*第[一二三四五六七八九十百千零〇○0-9]+[回章]/;
const WORD =
  "one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|(?:thir|four|fif|six|seven|eigh|nine)teen|" +
  "(?:twen|thir|for|fif|six|seven|eigh|nine)ty|hundred|last|first|second|third|[a-z]+(?:fth|xth|nth|hth|ieth)|ninth";
/** Chapter IV, CHAPTER 12, Chapter the Twenty-First; not the prose "chapter after chapter he read on". */
const NAMED = new RegExp(`^\\s*chapter\\s+(?:the\\s+)?(?:[ivxlc]+|\\d+|(?:${WORD})(?:[- ](?:${WORD}))*)\\b`, "i");
/** A line of nothing but a numeral. */
const BARE = /^\s*(?:[IVXLC]+|\d{1,3})\.?\s*$/;

interface Chapter {
  readonly heading: string;
  readonly line: number;
  readonly lines: string[];
}

const book: Table = {
  pattern: /\.txt$/,
  async *read(file) {
    const lines: { number: number; text: string }[] = [];
    for await (const line of readLines(file)) lines.push(line);
    yield [...chapterItems(file, withoutLicence(lines))];
  },
};

/** Between Project Gutenberg's marks, where a file has them. */
function withoutLicence<T extends { readonly text: string }>(lines: readonly T[]): readonly T[] {
  const start = lines.findIndex(({ text }) => text.startsWith("*** START OF"));
  const end = lines.findIndex(({ text }) => text.startsWith("*** END OF"));
  return lines.slice(start + 1, end < 0 ? undefined : end);
}

function* chapterItems(file: string, lines: readonly { number: number; text: string }[]): Generator<Item> {
  const story = tableName(file).replace(/\.txt$/, "");
  const chapters = cutChapters(lines);
  if (chapters.length === 0) {
    const detail = "expected chapter headings: 第一回, Chapter I, or numerals on lines of their own";
    yield { kind: "refused", refusal: { file: tableName(file), line: 1, reason: "no-chapters", detail } };
  }
  for (const [i, { heading, line, lines: body }] of chapters.entries()) {
    const text = body.join("\n").trim();
    if (text === "") {
      yield {
        kind: "refused",
        refusal: { file: tableName(file), line, reason: "empty-chapter", detail: "a heading without text" },
      };
      continue;
    }
    const chapter = `ch_${String(i + 1).padStart(3, "0")}`;
    yield {
      kind: "kept",
      contents: [
        {
          content_id: `${SOURCE}:${story}:${chapter}`,
          story_id: `${SOURCE}:${story}`,
          chapter_id: chapter,
          source: SOURCE,
          license_class: "public_domain",
          language: CHINESE.test(heading) ? "zh" : "en",
          title: heading.trim(),
          text,
          features: { chapter: i + 1 },
        },
      ],
    };
  }
}

/**
 * Cuts at the headings of the kind that the book uses: Chinese ones, else named ones, else bare numerals that count up.
 * A heading that stood before (editions repeat some) does not start a chapter again, unless the count starts anew.
 */
export function cutChapters(lines: readonly { number: number; text: string }[]): Chapter[] {
  const uses = (pattern: RegExp): boolean => lines.filter(({ text }) => pattern.test(text)).length >= 3;
  const pattern = [CHINESE, NAMED, BARE].find(uses);
  if (pattern === undefined) return [];
  const seen = new Set<string>();
  const chapters: Chapter[] = [];
  let first: string | undefined;
  for (const { number, text } of lines) {
    const heading = pattern.exec(text)?.[0];
    if (heading === undefined) {
      chapters.at(-1)?.lines.push(text);
      continue;
    }
    const key = heading.trim().replace(/\.$/, "").toLowerCase();
    // A second book of a novel counts from one again.
    if (key === first && seen.size > 1) seen.clear();
    if (seen.has(key)) continue;
    first ??= key;
    seen.add(key);
    chapters.push({ heading: text, line: number, lines: [] });
  }
  return chapters;
}

export const novels = tableSource(
  {
    name: SOURCE,
    title: "Public-domain novels, cut into chapters (English and Chinese)",
    format: "*.txt, one file a book, with or without Project Gutenberg's header",
    licence: "public_domain",
    obtain: "gutenberg.org; Chinese classics from any plain-text edition",
  },
  [book],
);
