/**
 * LongStoryEval (Yang et al., ACL 2025): ratings and aspect-wise reviews of novels by Goodreads readers.
 *
 * Two layouts: the compact one (`books.jsonl`, `ratings.csv`, `reviews.jsonl`) and upstream's own (`all_book_info*.json`
 * and one array of reviews a book, named `Title_-_Author.json`). A book's own score and rating histogram are never taken
 * over: they contain the answers that are to be predicted. The source has no time of a review; order rests on publication
 * dates.
 */
import { z } from "zod";
import type { Aspect } from "../../data-schemas/aspect.ts";
import { readCsv } from "../io/csv.ts";
import { readJsonElements } from "../io/json-elements.ts";
import { readJsonObject } from "../io/json-object.ts";
import { readJsonl } from "../io/jsonl.ts";
import { itemsOf, RowRefused, type Table, tableName, tableSource } from "./tables.ts";
import { parseCount, parseDate } from "./upstream-values.ts";

const SOURCE = "longstoryeval";
const LICENCE = "noncommercial";

const count = z.int().min(0);
const aspects = z.array(z.string());

const bookSchema = z.strictObject({
  book_id: z.string().min(1),
  title: z.string(),
  author: z.string(),
  published_date: z.string().nullable(),
  published_date_raw: z.string().nullable(),
  genres: z.array(z.string()),
  score: z.number().nullable(),
  rating_counts_5to1: z.array(z.number()).nullable(),
  word_count: z.number().nullable(),
  premise: z.string(),
  overall_sum: z.string(),
  overall_char: z.string(),
});

const ratingSchema = z.strictObject({
  user: z.string().regex(/^[0-9a-f]{10}$/, "expected 10 hex digits"),
  book_id: z.string().min(1),
  rating: z
    .string()
    .regex(/^[1-5]$/, "expected a digit from 1 to 5")
    .transform(Number),
  likes: z.string().regex(/^\d+$/, "expected a whole number").transform(Number),
  aspect_mask: z.string().regex(/^\d+$/, "expected a bit mask"),
});

const reviewSchema = z.strictObject({
  user: z.string().regex(/^u_[0-9a-f]{16}$/, "expected u_ and 16 hex digits"),
  book_id: z.string().min(1),
  order_date: z.string().nullable(),
  rating: z.int().min(1).max(5),
  likes: count.nullable(),
  followers: count.nullable(),
  user_review_count: count.nullable(),
  aspects,
  review: z.array(z.string()),
  conclusion: z.string().nullable(),
});

const rawBookSchema = z.strictObject({
  title: z.string(),
  author: z.string(),
  published_date: z.string(),
  genres: z.array(z.string()),
  score: z.string(),
  rating_distribution: z.array(z.string()),
  premise: z.string(),
  book_len: z.string(),
});

const rawReviewSchema = z.strictObject({
  aspects,
  review: z.array(z.string()),
  conclusion: z.string().nullable(),
  rating: z.string(),
  reviewer_id: z.string().min(1),
  reviewer_followers: z.string(),
  reviewer_review_nums: z.string(),
  reformatted_ori_review: z.string(),
  /** false stands for none. */
  review_likes: z.union([z.literal(false), z.string()]),
});

/** Text that readers' answers point at: what a reader knows before the first page, and what happens. */
function contentOf(bookId: string, title: string, author: string, published: string | null, parts: readonly string[]) {
  return {
    content_id: `${SOURCE}:${bookId}`,
    story_id: bookId,
    source: SOURCE,
    license_class: LICENCE,
    language: "en",
    title,
    text: parts.filter((part) => part !== "").join("\n\n"),
    author,
    ...(published === null ? {} : { published_at: published }),
  };
}

function recordOf(user_id: string, story_id: string, label_origin: "rating" | "review") {
  return {
    schema_version: 1,
    example_id: `${SOURCE}:${label_origin}:${user_id}:${story_id}`,
    source: SOURCE,
    license_class: LICENCE,
    label_origin,
    confidence: 1,
    user_id,
    story_id,
    language: "en",
    order_basis: "publication",
    generated_content_ref_or_text: `content:${SOURCE}:${story_id}`,
  } as const;
}

const books: Table = {
  pattern: /^books\.jsonl$/,
  read: (file) =>
    itemsOf(
      file,
      readJsonl(file, bookSchema),
      ({ book_id, title, author, published_date, genres, premise, overall_sum }) => ({
        contents: [contentOf(book_id, title, author, published_date, [genres.join(", "), premise, overall_sum])],
      }),
    ),
};

const ratings: Table = {
  pattern: /^ratings\.csv$/,
  read: (file, { readerId }) =>
    itemsOf(file, readCsv(file, ratingSchema), ({ user, book_id, rating, likes }) => ({
      records: [{ ...recordOf(readerId(user), book_id, "rating"), observed_feedback: { explicit: { rating, likes } } }],
    })),
};

/** The first ten hex digits of a reviewer's hash are the reader of the ratings table. */
const reviews: Table = {
  pattern: /^reviews\.jsonl$/,
  read: (file, { readerId }) =>
    itemsOf(file, readJsonl(file, reviewSchema), (row) => ({
      records: [
        {
          ...recordOf(readerId(row.user.slice(2, 12)), row.book_id, "review"),
          ...(row.order_date === null ? {} : { occurred_at: row.order_date }),
          observed_feedback: { explicit: { ...worded(row), rating: row.rating, likes: row.likes ?? 0 } },
          ...aspectsOf(row),
        },
      ],
    })),
};

const rawBooks: Table = {
  pattern: /^all_book_info.*\.json$/,
  read: (file) =>
    itemsOf(
      file,
      readJsonObject(file, rawBookSchema),
      ({ key, value: { title, author, published_date, genres, premise } }) => ({
        contents: [contentOf(key, title, author, parseDate(published_date, "words"), [genres.join(", "), premise])],
      }),
    ),
};

const rawReviews: Table = {
  pattern: /_-_.*\.json$/,
  read: (file, { readerId }) =>
    itemsOf(file, readJsonElements(file, rawReviewSchema), (row) => {
      const rating = Number(/^[1-5](?=$|\D)/.exec(row.rating.trim())?.[0] ?? Number.NaN);
      if (Number.isNaN(rating)) throw new RowRefused("no-rating", "rating: expected a digit from 1 to 5");
      const none = row.review_likes === false || row.review_likes === "False";
      const likes = none ? 0 : parseCount(row.review_likes as string);
      const bookId = tableName(file).replace(/\.json$/, "");
      const explicit = { ...worded(row), rating, ...(likes === null ? {} : { likes }) };
      const record = recordOf(readerId(row.reviewer_id), bookId, "review");
      return { records: [{ ...record, observed_feedback: { explicit }, ...aspectsOf(row) }] };
    }),
};

interface Worded {
  readonly aspects: readonly string[];
  readonly review: readonly string[];
  readonly conclusion?: string | null | undefined;
}

/** One line a text, whatever breaks it held: lines are what aspects are told of. */
function linesOf({ review, conclusion }: Worded): string[] {
  return [...review, conclusion ?? ""].map((part) => part.replace(/\s*[\r\n]+\s*/g, " ").trim());
}

function worded(row: Worded) {
  const comment = linesOf(row)
    .filter((line) => line !== "")
    .join("\n");
  return { tags: [...row.aspects], comment };
}

const ASPECT: Readonly<Record<string, Aspect>> = {
  Characters: "characters",
  "Plot and Storyline": "plot",
  "Enjoyment and Engagement": "enjoyment",
  "Writing and Language": "writing",
  Themes: "themes",
  "World-Building and Setting": "world",
  "Expectation Fulfillment": "expectation",
  "Emotional Impact": "emotion",
  Originality: "originality",
};

/** Upstream re-organised each review by aspect: text i is about aspect i, and the conclusion about none. */
function aspectsOf(row: Worded) {
  const line_aspects = linesOf(row).flatMap((line, i) => (line === "" ? [] : [ASPECT[row.aspects[i] ?? ""] ?? null]));
  return line_aspects.some((aspect) => aspect !== null) ? { gold_labels: { line_aspects } } : {};
}

export const longStoryEval = tableSource(
  {
    name: SOURCE,
    title: "LongStoryEval: Goodreads readers' ratings and reviews of recent novels",
    format:
      "books.jsonl, ratings.csv, reviews.jsonl (plain or gz), or upstream's all_book_info.json and Title_-_Author.json",
    licence: LICENCE,
    obtain: "github.com/DingyiYang/LongStoryEval; no licence stated, so research use only and never redistributed",
  },
  [books, ratings, reviews, rawBooks, rawReviews],
);
