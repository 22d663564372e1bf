/**
 * Royal Road and ScribbleHub. There is no official dump. Two layouts: a scraped listing, and the pilot export that authors
 * consent to, a JSON Lines format of our own:
 *
 *   {"kind": "fiction", "id", "site", "title", "status", "tags": [], "description", "chapters": [{"id", "title", "released_at"}],
 *    "pages", "followers", "favourites", "views"}
 *   {"kind": "chapter", "fiction_id", "id", "title", "released_at", "text"}
 *   {"kind": "review", "fiction_id", "reader", "posted_at", "at_chapter", "overall", "style", "story", "grammar", "character", "text"}
 *   {"kind": "visit", "fiction_id", "chapter_id", "reader", "at", "dwell_seconds", "scroll_depth", "continued"}
 *
 * Times are ISO 8601; scores 0.5 to 5 in halves or null; `reader` is the site's name or number, which never leaves here.
 */
import { z } from "zod";
import type { Content } from "../../data-schemas/content.ts";
import type { EsusRecord } from "../../data-schemas/record.ts";
import { readJsonElements } from "../io/json-elements.ts";
import { readJsonl } from "../io/jsonl.ts";
import { countField, present } from "./fields.ts";
import { itemsOf, RowRefused, type Table, tableSource } from "./tables.ts";

const SOURCE = "royalroad";
const PILOT = "author_consented";

const id = z.string().min(1);
const count = z.int().min(0).nullable();
const score = z.number().min(0.5).max(5).multipleOf(0.5).nullable();
const instant = z.iso.datetime({ offset: true }).nullable();

const pilotSchema = z.discriminatedUnion("kind", [
  z.strictObject({
    kind: z.literal("fiction"),
    id,
    site: z.enum(["royalroad", "scribblehub"]),
    title: id,
    status: z.string().nullable(),
    tags: z.array(z.string()),
    description: z.string(),
    chapters: z.array(z.strictObject({ id, title: z.string(), released_at: instant })),
    pages: count,
    followers: count,
    favourites: count,
    views: count,
  }),
  z.strictObject({
    kind: z.literal("chapter"),
    fiction_id: id,
    id,
    title: z.string(),
    released_at: instant,
    text: z.string().min(1),
  }),
  z.strictObject({
    kind: z.literal("review"),
    fiction_id: id,
    reader: id,
    posted_at: instant,
    at_chapter: z.string().nullable(),
    overall: score,
    style: score,
    story: score,
    grammar: score,
    character: score,
    text: z.string(),
  }),
  z.strictObject({
    kind: z.literal("visit"),
    fiction_id: id,
    chapter_id: id,
    reader: id,
    at: instant,
    dwell_seconds: z.number().min(0).nullable(),
    scroll_depth: z.number().min(0).max(1).nullable(),
    continued: z.boolean().nullable(),
  }),
]);
type PilotRow = z.infer<typeof pilotSchema>;

const storyId = (fiction: string): string => `${SOURCE}:${fiction}`;
const chapterId = (fiction: string, chapter: string): string => `${SOURCE}:${fiction}:${chapter}`;

const pilot: Table = {
  pattern: /^pilot.*\.jsonl$/,
  read: (file, { readerId }) =>
    itemsOf(file, readJsonl(file, pilotSchema), (row, line) => {
      switch (row.kind) {
        case "fiction":
          return { contents: [fictionContent(row)] };
        case "chapter":
          return { contents: [chapterContent(row)] };
        case "review":
          return { records: [reviewRecord(row, readerId(row.reader), line)] };
        case "visit":
          return { records: [visitRecord(row, readerId(row.reader), line)] };
      }
    }),
};

function fictionContent(row: Extract<PilotRow, { kind: "fiction" }>): Content {
  return {
    ...contentBase(storyId(row.id), storyId(row.id), PILOT),
    title: row.title,
    text: row.description,
    tags: row.tags,
    features: present({
      chapters: row.chapters.length,
      pages: row.pages,
      followers: row.followers,
      favourites: row.favourites,
      views: row.views,
    }),
  };
}

function chapterContent(row: Extract<PilotRow, { kind: "chapter" }>): Content {
  return {
    ...contentBase(chapterId(row.fiction_id, row.id), storyId(row.fiction_id), PILOT),
    chapter_id: row.id,
    title: row.title,
    text: row.text,
    ...present({ published_at: row.released_at }),
  };
}

/** Halves of stars are scores; the record's rating takes whole stars only, so a half is kept among the sub-scores. */
function reviewRecord(row: Extract<PilotRow, { kind: "review" }>, user_id: string, line: number): EsusRecord {
  const whole = row.overall !== null && Number.isInteger(row.overall) ? row.overall : null;
  const scores = present({
    overall_0_5: row.overall,
    style_0_5: row.style,
    story_0_5: row.story,
    grammar_0_5: row.grammar,
    character_0_5: row.character,
  });
  return {
    ...recordBase(`review:${user_id}:${row.fiction_id}:${line}`, user_id, row.fiction_id, row.posted_at),
    label_origin: "review",
    ...present({ chapter_id: row.at_chapter }),
    observed_feedback: {
      explicit: { rating: whole, sub_scores: scores, ...(row.text === "" ? {} : { comment: row.text }) },
    },
  };
}

function visitRecord(row: Extract<PilotRow, { kind: "visit" }>, user_id: string, line: number): EsusRecord {
  const implicit = {
    ...present({ dwell_time_sec: row.dwell_seconds, scroll_depth: row.scroll_depth }),
    ...(row.continued === null ? {} : { continue_clicked: row.continued }),
  };
  return {
    ...recordBase(`visit:${user_id}:${row.fiction_id}:${row.chapter_id}:${line}`, user_id, row.fiction_id, row.at),
    label_origin: "human_pilot",
    chapter_id: row.chapter_id,
    generated_content_ref_or_text: `content:${chapterId(row.fiction_id, row.chapter_id)}`,
    observed_feedback: { implicit },
  };
}

function contentBase(content_id: string, story_id: string, license_class: string) {
  return { content_id, story_id, source: SOURCE, license_class, language: "en" };
}

function recordBase(example: string, user_id: string, fiction: string, at: string | null) {
  return {
    schema_version: 1 as const,
    example_id: `${SOURCE}:${example}`,
    source: SOURCE,
    license_class: PILOT,
    confidence: 1,
    user_id,
    story_id: storyId(fiction),
    language: "en",
    ...present({ occurred_at: at }),
    order_basis: at === null ? ("none" as const) : ("time" as const),
    generated_content_ref_or_text: `content:${storyId(fiction)}`,
  };
}

const listing: Table = {
  pattern: /^output\.json$|^listing.*\.json$/,
  read: (file) => {
    const schema = z.strictObject({
      title: id,
      view_count: countField,
      average_views: countField,
      followers: countField,
      favorites: countField,
      ratings: countField,
      pages: countField,
      first_chapter: z.string(),
      img_url: z.string(),
      story_id: z.string(),
    });
    return itemsOf(file, readJsonElements(file, schema), (row) => {
      if (!/^\d+$/.test(row.story_id)) throw new RowRefused("no-id", "story_id: expected a number");
      return {
        contents: [
          {
            ...contentBase(storyId(row.story_id), storyId(row.story_id), "noncommercial"),
            title: row.title,
            text: "",
            features: present({
              views: row.view_count,
              average_views: row.average_views,
              followers: row.followers,
              favourites: row.favorites,
              ratings: row.ratings,
              pages: row.pages,
            }),
          },
        ],
      };
    });
  },
};

export const royalRoad = tableSource(
  {
    name: SOURCE,
    title: "Royal Road and ScribbleHub: listings, and pilot exports that authors consent to",
    format: "pilot*.jsonl (the format is described in the adapter), or a scraped listing output.json",
    licence: "noncommercial",
    obtain: "from the authors, with consent; listings: no licence stated, research only",
  },
  [pilot, listing],
);
