/**
 * UCSD Book Graph (Wan & McAuley 2018/2019): Goodreads interactions, reviews and books as JSON lines. Academic use only,
 * no redistribution. Rating 0 means none; ids and numbers come as strings; dates as C prints them, or empty.
 */
import { z } from "zod";
import type { EsusRecord } from "../../data-schemas/record.ts";
import { readCsv } from "../io/csv.ts";
import { readJsonl } from "../io/jsonl.ts";
import { countField, dateField, idField, present } from "./fields.ts";
import { goodreadsLanguage } from "./goodreads-languages.ts";
import { itemsOf, lineTable, type Table, tableName, tableSource } from "./tables.ts";

const SOURCE = "goodreads-ucsd";
const LICENCE = "noncommercial";

const rating = z.int().min(0).max(5);
const count = z.int();
const when = dateField("ctime");
const contentId = (book: string): string => `goodreads:${book}`;

interface Answer {
  readonly id: string;
  readonly user: string;
  readonly book: string;
  readonly rating: number;
  readonly at?: string | null;
  readonly comment?: string;
  readonly likes?: number;
  readonly read?: boolean;
}

/** Built in one piece: at millions of rows, spreading parts together is a good part of the time. */
function recordOf({ id, user, book, rating: stars, at = null, comment = "", likes, read }: Answer): EsusRecord {
  const explicit: NonNullable<EsusRecord["observed_feedback"]["explicit"]> = { rating: stars === 0 ? null : stars };
  if (comment !== "") explicit.comment = comment;
  // Some rows count -1 votes: a fault of the crawl, not a measurement.
  if (likes !== undefined && likes >= 0) explicit.likes = likes;
  const observed_feedback: EsusRecord["observed_feedback"] = { explicit };
  if (read !== undefined) observed_feedback.implicit = { shelved: !read };
  const story = contentId(book);
  const record: EsusRecord = {
    schema_version: 1,
    example_id: `${SOURCE}:${id}`,
    source: SOURCE,
    license_class: LICENCE,
    label_origin: comment === "" ? "rating" : "review",
    confidence: 1,
    user_id: user,
    story_id: story,
    order_basis: at === null ? "none" : "time",
    generated_content_ref_or_text: `content:${story}`,
    observed_feedback,
  };
  if (at !== null) record.occurred_at = at;
  return record;
}

/** What the JSON tables of interactions, reviews and spoilers share. */
const reviewed = { user_id: z.string().min(1), book_id: idField, review_id: z.string().min(1), rating };
const dates = { date_added: when, date_updated: when, read_at: when, started_at: when };

function reviewTable<S extends z.ZodType<z.output<z.ZodObject<typeof reviewed>>>>(
  kind: "interaction" | "review" | "spoiler",
  pattern: RegExp,
  schema: S,
  rest: (row: z.output<S>) => Pick<Answer, "at" | "comment" | "likes" | "read">,
): Table {
  return lineTable(pattern, schema, (row, _line, _file, { readerId }) => ({
    records: [
      recordOf({
        // A review's number leads to its reader.
        id: `${kind}:${readerId(`review:${row.review_id}`)}`,
        user: readerId(row.user_id),
        book: row.book_id,
        rating: row.rating,
        ...rest(row),
      }),
    ],
  }));
}

const interactions = reviewTable(
  "interaction",
  /^goodreads_interactions_.*\.json$/,
  z.strictObject({ ...reviewed, ...dates, is_read: z.boolean(), review_text_incomplete: z.string() }),
  ({ read_at, date_added, is_read }) => ({ at: read_at ?? date_added, read: is_read }),
);

const reviews = reviewTable(
  "review",
  /^goodreads_reviews_.*\.json$/,
  z.strictObject({ ...reviewed, ...dates, review_text: z.string(), n_votes: count, n_comments: count }),
  ({ read_at, date_added, review_text, n_votes }) => ({
    at: read_at ?? date_added,
    comment: review_text,
    likes: n_votes,
  }),
);

/** Sentences with a flag where the reader marked a spoiler. */
const spoilers = reviewTable(
  "spoiler",
  /^goodreads_reviews_spoiler.*\.json$/,
  z.strictObject({
    ...reviewed,
    timestamp: z.string(),
    review_sentences: z.array(z.tuple([z.int(), z.string()])),
    has_spoiler: z.boolean(),
  }),
  ({ timestamp, review_sentences }) => ({
    at: timestamp === "" ? null : timestamp,
    comment: review_sentences.map(([, sentence]) => sentence).join(" "),
  }),
);

/** The large table numbers users and books anew; its numbers are not those of the other files. */
const interactionTable: Table = {
  pattern: /^goodreads_interactions\.csv$/,
  read: (file, { readerId }) => {
    const bit = z.enum(["0", "1"]);
    const schema = z.strictObject({
      user_id: idField,
      book_id: idField,
      is_read: bit,
      rating: z.string().regex(/^[0-5]$/, "expected 0 to 5"),
      is_reviewed: bit,
    });
    return itemsOf(file, readCsv(file, schema), (row) => {
      const user = readerId(`csv:${row.user_id}`);
      const book = `csv:${row.book_id}`;
      const answer = { id: `${user}:${book}`, user, book, rating: Number(row.rating), read: row.is_read === "1" };
      return { records: [recordOf(answer)] };
    });
  },
};

/** Average ratings are left behind: they hold the answers that are to be predicted. Unknown columns are allowed here. */
const bookSchema = z.looseObject({
  book_id: idField,
  title: z.string(),
  description: z.string(),
  language_code: z.string(),
  num_pages: countField,
  publication_year: countField,
  popular_shelves: z.array(z.looseObject({ name: z.string(), count: z.string() })),
});

const books = lineTable(/^goodreads_books.*\.json$/, bookSchema, (row) => ({
  contents: [
    {
      content_id: contentId(row.book_id),
      story_id: contentId(row.book_id),
      source: SOURCE,
      license_class: LICENCE,
      language: goodreadsLanguage(row.language_code),
      title: row.title,
      text: row.description,
      tags: row.popular_shelves.slice(0, SHELVES).map(({ name }) => name),
      features: present({ pages: row.num_pages, publication_year: row.publication_year }),
    },
  ],
}));

/** Shelves are sorted by use; behind the first twenty stand readers' private jokes. */
const SHELVES = 20;

/** Dated reviews of a few readers, in a compact layout. */
const compactReviews: Table = {
  pattern: /^reviews_.*users\.jsonl$/,
  read: (file, { readerId }) => {
    const schema = z.strictObject({
      user: z.string().min(1),
      book: z.string().min(1),
      rating,
      date: z.iso.date(),
      text: z.string(),
    });
    return itemsOf(file, readJsonl(file, schema), (row, line) => {
      const book = `title:${row.book}`;
      return {
        contents: [
          {
            content_id: contentId(book),
            story_id: contentId(book),
            source: SOURCE,
            license_class: LICENCE,
            language: "und",
            title: row.book,
            text: "",
          },
        ],
        records: [
          recordOf({
            id: `compact:${tableName(file)}:${line}`,
            user: readerId(row.user),
            book,
            rating: row.rating,
            at: row.date,
            comment: row.text,
          }),
        ],
      };
    });
  },
};

export const goodreadsUcsd = tableSource(
  {
    name: SOURCE,
    title: "UCSD Book Graph: Goodreads interactions, reviews and books",
    format:
      "goodreads_interactions_*.json, goodreads_reviews_*.json, goodreads_books*.json, goodreads_interactions.csv (gz)",
    licence: LICENCE,
    obtain: "cseweb.ucsd.edu/~jmcauley/datasets/goodreads.html; academic use only",
  },
  [compactReviews, spoilers, interactions, reviews, interactionTable, books],
);
