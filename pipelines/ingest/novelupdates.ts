/**
 * NovelUpdates: the table of shaido987/novel-dataset (28 or 29 columns, its CSV), scraped listing pages, and a novel's
 * page with its readers' reviews as bare strings. No licence is stated and the site forbids scraping: research only.
 */
import { z } from "zod";
import { readCsv } from "../io/csv.ts";
import { readJsonElements } from "../io/json-elements.ts";
import { readJsonl } from "../io/jsonl.ts";
import { countField, numberField, present, pythonListField, textField } from "./fields.ts";
import { itemsOf, RowRefused, type Table, tableSource } from "./tables.ts";
import { parseCount, parseDate } from "./upstream-values.ts";

const SOURCE = "novelupdates";
const LICENCE = "noncommercial";

const LANGUAGES: Readonly<Record<string, string>> = {
  CN: "zh",
  Chinese: "zh",
  JP: "ja",
  Japanese: "ja",
  KR: "ko",
  Korean: "ko",
  EN: "en",
  English: "en",
  TH: "th",
  ID: "id",
  VN: "vi",
  FI: "fi",
  Thai: "th",
  Indonesian: "id",
  Vietnamese: "vi",
  Filipino: "fil",
  Malaysian: "ms",
  Khmer: "km",
};

function contentOf(id: string, title: string, originalLanguage: string | null, text = "") {
  // The language of what readers read is English; the original's is a tag.
  const original = LANGUAGES[originalLanguage ?? ""] ?? null;
  return {
    content_id: `${SOURCE}:${id}`,
    story_id: `${SOURCE}:${id}`,
    source: SOURCE,
    license_class: LICENCE,
    language: "en",
    title,
    text,
    tags: original === null ? [] : [`original_language:${original}`],
  };
}

/** 0 stands for unrated; above 5 are misreadings of the scraper, such as 36548. */
function ratingOf(rating: number | null): number | null {
  if (rating === null || rating === 0) return null;
  if (rating < 1 || rating > 5) throw new RowRefused("rating-out-of-range", "rating: expected 1 to 5, or 0 for none");
  return rating;
}

const flag = z.string().regex(/^(?:True|False|true|false|)$/, "expected True or False");

const table: Table = {
  pattern: /^novels_.*\.csv$/,
  read: (file) => {
    const schema = z.strictObject({
      id: z.string().min(1),
      name: z.string().min(1),
      novel_type: textField.optional(),
      cover_url: textField.optional(),
      assoc_names: pythonListField,
      original_language: textField,
      authors: pythonListField,
      genres: pythonListField,
      tags: pythonListField,
      start_year: textField,
      licensed: flag,
      original_publisher: textField,
      english_publisher: textField,
      complete_original: flag,
      chapters_original_current: textField,
      complete_translated: flag,
      release_freq: numberField,
      activity_week_rank: numberField,
      activity_month_rank: numberField,
      activity_all_time_rank: numberField,
      on_reading_lists: numberField,
      reading_list_month_rank: numberField,
      reading_list_all_time_rank: numberField,
      rating: numberField,
      rating_votes: countField,
      related_series_ids: pythonListField,
      recommended_series_ids: pythonListField,
      recommendation_list_ids: pythonListField,
      chapter_latest_translated: textField,
    });
    return itemsOf(file, readCsv(file, schema), (row) => {
      if (row.on_reading_lists !== null && row.on_reading_lists < 0) {
        throw new RowRefused("count-negative", "on_reading_lists: expected a count");
      }
      const content = contentOf(row.id, row.name, row.original_language);
      const author = row.authors[0];
      return {
        contents: [
          {
            ...content,
            ...(author === undefined ? {} : { author }),
            tags: [...content.tags, ...row.genres, ...row.tags],
            features: present({
              score_1_5: ratingOf(row.rating),
              rating_votes: row.rating_votes,
              reading_lists: row.on_reading_lists,
              days_per_release: row.release_freq,
            }),
          },
        ],
        facts: row.recommended_series_ids.map((id) => ({
          source: SOURCE,
          license_class: LICENCE,
          subject: content.content_id,
          relation: "recommends" as const,
          object: `${SOURCE}:${id}`,
          weight: null,
        })),
      };
    });
  },
};

const STATUS =
  /^\s*([\d,]+) Chapters?(?:\s+Every ([\d.]+) Day\(s\))?\s+([\d,]+) Readers?\s+([\d,]+) Reviews?(?:\s+(\d\d-\d\d-\d{4}))?\s*$/;
const RATING = /^([A-Z]{2})(?: \(([\d.]+)\))?$/;

/** Listing pages as scraped; some files hold several arrays behind each other. */
const listing: Table = {
  pattern: /^(?:res|results|listings|pop_.*)\.json$/,
  read: (file) => {
    const schema = z.strictObject({
      title: z.string().min(1),
      status: z.string(),
      chapters: z.string(),
      rating: z.string(),
      link: z.string(),
      image: z.string().nullable().optional(),
    });
    return itemsOf(file, readJsonElements(file, schema), ({ title, status, rating, link }) => {
      const slug = /\/series\/([^/]+)/.exec(link)?.[1];
      const [parts, scored] = [STATUS.exec(status), RATING.exec(rating.trim())];
      if (slug === undefined) throw new RowRefused("no-id", "link: expected …/series/NAME/");
      if (parts === null) throw new RowRefused("status-form", "status: expected chapters, readers, reviews and a date");
      const [chapters, days, readers, reviews] = parts
        .slice(1, 5)
        .map((part) => (part === undefined ? null : parseCount(part)));
      const updated = parts[5] === undefined ? null : parseDate(parts[5], "monthFirst");
      const score = scored?.[2] === undefined ? null : ratingOf(Number(scored[2]));
      return {
        contents: [
          {
            ...contentOf(slug, title, scored?.[1] ?? null),
            ...present({ updated_at: updated }),
            features: present({
              chapters: chapters!,
              days_per_release: days!,
              readers: readers!,
              reviews: reviews!,
              score_1_5: score,
            }),
          },
        ],
      };
    });
  },
};

const flatListing: Table = {
  pattern: /^listing_flat\.jsonl$/,
  read: (file) => {
    const count = z.number().min(0).nullable();
    const schema = z.strictObject({
      title: z.string().min(1),
      slug: z.string().min(1),
      lang: z.string().nullable(),
      rating: z.number().nullable(),
      chapters: count,
      days_per_release: count,
      readers: count,
      reviews: count,
      updated: z.string().nullable(),
    });
    return itemsOf(file, readJsonl(file, schema), (row) => ({
      contents: [
        {
          ...contentOf(row.slug, row.title, row.lang),
          ...present({ updated_at: row.updated === null ? null : parseDate(row.updated, "monthFirst") }),
          features: present({
            chapters: row.chapters,
            days_per_release: row.days_per_release,
            readers: row.readers,
            reviews: row.reviews,
            score_1_5: ratingOf(row.rating),
          }),
        },
      ],
    }));
  },
};

/** One novel's page with reviews. Nothing tells who wrote one, when, or how they rated. */
const reviewPage: Table = {
  pattern: /^reviews_.*\.json$/,
  read: (file) => {
    const schema = z.strictObject({
      title: z.string().min(1),
      description: z.string(),
      releases: z.array(z.unknown()),
      reviews: z.array(z.string()),
    });
    return itemsOf(file, readJsonElements(file, schema), ({ title, description, reviews }) => {
      const slug = title
        .toLowerCase()
        .replace(/[^a-z0-9]+/g, "-")
        .replace(/^-|-$/g, "");
      const content = contentOf(slug, title, null, description);
      return {
        contents: [content],
        records: reviews.map((comment, i) => ({
          schema_version: 1 as const,
          example_id: `${SOURCE}:review:${slug}:${i}`,
          source: SOURCE,
          license_class: LICENCE,
          label_origin: "review",
          confidence: 1,
          user_id: `unknown:${slug}:${i}`,
          story_id: content.story_id,
          language: "en",
          order_basis: "none" as const,
          generated_content_ref_or_text: `content:${content.content_id}`,
          observed_feedback: { explicit: { comment } },
        })),
      };
    });
  },
};

export const novelUpdates = tableSource(
  {
    name: SOURCE,
    title: "NovelUpdates: listings, tags and reviews of translated web novels",
    format: "novels_*.csv, scraped listing pages (res.json, listings.json, …), listing_flat.jsonl, reviews_*.json",
    licence: LICENCE,
    obtain: "github.com/shaido987/novel-dataset; no licence stated and the site's terms forbid scraping: research only",
  },
  [table, flatListing, listing, reviewPage],
);
