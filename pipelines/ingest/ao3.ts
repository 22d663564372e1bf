/**
 * Archive of Our Own: statistics of works, never their text or their readers. Three layouts: the official dump of
 * 2021-02-26 (works without ids, tags by number), the canonical tag lists derived from it, and scraped work statistics.
 */
import { z } from "zod";
import type { Fact } from "../../data-schemas/fact.ts";
import { readCsv } from "../io/csv.ts";
import type { Row, RowBatches } from "../io/jsonl.ts";
import { type Line, lineBatches } from "../io/lines.ts";
import { countField, dateField, idField, numberField, present, textField } from "./fields.ts";
import { itemsOf, type Table, tableName, tableSource } from "./tables.ts";
import { parseCount } from "./upstream-values.ts";

const SOURCE = "ao3";
const LICENCE = "metadata_only";
/** The scraper's own terms: CC BY-NC 4.0. */
const SCRAPED_LICENCE = "noncommercial";
const tagId = (id: string): string => `${SOURCE}:tag:${id}`;

/** Language names of the archive's work pages, to BCP 47. */
const LANGUAGES: Readonly<Record<string, string>> = {
  English: "en",
  中文: "zh",
  "中文-普通话 國語": "zh",
  Español: "es",
  Français: "fr",
  Deutsch: "de",
  Русский: "ru",
};

const splitTags = (text: string | null): string[] => (text === null ? [] : text.split(", "));

/** Scraped by radiolarian's AO3Scraper or its R port; "null" or nothing where the page shows no count. */
const statistics: Table = {
  pattern: /_metaData\.csv$|^ao3_.*\.csv$/i,
  read: (file) => {
    const schema = z.strictObject({
      work_id: idField,
      title: z.string(),
      author: textField.optional(),
      rating: textField,
      category: textField,
      fandom: textField,
      relationship: textField,
      character: textField,
      "additional tags": textField,
      language: textField,
      published: dateField("iso"),
      status: textField,
      "status date": dateField("iso"),
      words: countField,
      chapters: z.string(),
      comments: countField,
      kudos: countField,
      bookmarks: countField,
      hits: countField,
    });
    const header = (names: readonly string[]): string[] =>
      names.map((name) =>
        name.replace(/^additional\.tags$/, "additional tags").replace(/^status\.date$/, "status date"),
      );
    return itemsOf(file, readCsv(file, schema, { header }), (row) => {
      const [written, planned] = row.chapters.split("/").map((part) => parseCount(part));
      const tags = [
        row.rating,
        ...splitTags(row.category),
        ...splitTags(row.fandom),
        ...splitTags(row.relationship),
        ...splitTags(row.character),
        ...splitTags(row["additional tags"]),
      ];
      return {
        contents: [
          {
            content_id: `${SOURCE}:work:${row.work_id}`,
            story_id: `${SOURCE}:work:${row.work_id}`,
            source: SOURCE,
            license_class: SCRAPED_LICENCE,
            language: LANGUAGES[row.language ?? ""] ?? "und",
            title: row.title,
            text: "",
            ...present({ published_at: row.published, updated_at: row["status date"] }),
            tags: tags.filter((tag) => tag !== null),
            // A count that the page does not show is absent, not 0.
            features: present({
              words: row.words,
              chapters: written ?? null,
              chapters_planned: planned ?? null,
              comments: row.comments,
              kudos: row.kudos,
              bookmarks: row.bookmarks,
              hits: row.hits,
            }),
          },
        ],
      };
    });
  },
};

const yesNo = z
  .string()
  .regex(/^(?:true|false)$/i, "expected true or false")
  .transform((text) => text.toLowerCase() === "true");

/** The dump gives works no id: a work is named by its file and line. The seventh column is always empty. */
const dumpWorks: Table = {
  pattern: /^works-\d{8}\.csv$|^top-words.*\.csv$/,
  read: (file) => {
    const schema = z.strictObject({
      "creation date": dateField("iso"),
      language: textField,
      restricted: yesNo,
      complete: yesNo,
      word_count: numberField,
      tags: z.string().regex(/^(?:\d+(?:\+\d+)*)?$/, "expected tag numbers joined by +"),
      trailing: z.literal(""),
    });
    const header = (names: readonly string[]): string[] => names.map((name, i) => (i === 6 ? "trailing" : name));
    return itemsOf(file, readCsv(file, schema, { header }), (row, line) => {
      const id = `${SOURCE}:dump:${tableName(file)}:${line}`;
      return {
        contents: [
          {
            content_id: id,
            story_id: id,
            source: SOURCE,
            license_class: LICENCE,
            language: row.language ?? "und",
            title: "",
            text: "",
            ...present({ published_at: row["creation date"] }),
            tags: row.tags === "" ? [] : row.tags.split("+").map(tagId),
            features: {
              ...present({ words: row.word_count }),
              restricted: Number(row.restricted),
              complete: Number(row.complete),
            },
          },
        ],
      };
    });
  },
};

const TAG_ROW = /^(\d+),\s*([A-Za-z]+),(.*),(true|false),(\d*),(-?\d*),?$/i;

/** Names hold commas without reliable quotes, so the row is read from both ends. */
const tags: Table = {
  pattern: /^tags-\d{8}\.csv$|-canonical\.csv$/,
  read: (file) =>
    itemsOf(file, tagRows(file), ({ id, name, count, merger }) => {
      const facts: Fact[] = [
        {
          source: SOURCE,
          license_class: LICENCE,
          subject: tagId(id),
          relation: "tag_name",
          object: name,
          weight: count,
        },
      ];
      if (merger !== null)
        facts.push({
          source: SOURCE,
          license_class: LICENCE,
          subject: tagId(id),
          relation: "tag_merged_into",
          object: tagId(merger),
          weight: null,
        });
      return { facts };
    }),
};

interface TagRow {
  readonly id: string;
  readonly name: string;
  readonly count: number | null;
  readonly merger: string | null;
}

async function* tagRows(file: string): RowBatches<TagRow> {
  for await (const lines of lineBatches(file)) yield lines.flatMap(tagRow);
}

function tagRow({ number, text }: Line): Row<TagRow>[] {
  if (number === 1 || text === "") return [];
  const match = TAG_ROW.exec(text);
  if (match === null) {
    const detail = "expected id,type,name,canonical,cached_count,merger_id";
    return [{ ok: false, line: number, reason: "field-count", detail }];
  }
  const [, id, , quoted, , count, merger] = match as unknown as string[];
  const name = /^"(.*)"$/.exec(quoted!)?.[1]?.replaceAll('""', '"') ?? quoted!;
  const value = {
    id: id!,
    name,
    count: count === "" ? null : Number(count),
    merger: merger === "" || merger === "-1" ? null : merger!,
  };
  return [{ ok: true, line: number, value }];
}

export const ao3 = tableSource(
  {
    name: SOURCE,
    title: "Archive of Our Own: statistics and tags of works (no text, no readers)",
    format:
      "works-20210226.csv and tags-20210226.csv of the official dump, *-canonical.csv tag lists, scraped *_metaData.csv",
    licence: SCRAPED_LICENCE,
    obtain:
      "archiveofourown.org, selective data dump for fan statisticians (2021-03); scraped statistics are CC BY-NC 4.0",
  },
  [statistics, dumpWorks, tags],
);
