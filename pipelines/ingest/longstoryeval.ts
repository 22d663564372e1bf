/**
 * LongStoryEval (Yang et al., ACL 2025): ratings and aspect-wise reviews of novels by Goodreads readers.
 *
 * Reads the compact layout: `books.jsonl.gz` (title, premise, summary), `ratings.csv.gz` (one row a reader and book) and
 * `reviews.jsonl.gz` (the worded ones among them). A book's own score and rating histogram are never taken over: they
 * contain the answers that are to be predicted. The source has no time of a review; order rests on publication dates.
 */
import { access } from "node:fs/promises";
import { basename, join } from "node:path";
import { z } from "zod";
import { InputError } from "../../data-schemas/errors.ts";
import { readCsv } from "../io/csv.ts";
import { readJsonl } from "../io/jsonl.ts";
import type { Item, SourceAdapter } from "./adapter.ts";

const SOURCE = "longstoryeval";
const LICENCE = "noncommercial";
const BOOKS = "books.jsonl.gz";
const RATINGS = "ratings.csv.gz";
const REVIEWS = "reviews.jsonl.gz";

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

const reviewSchema = z.strictObject({
  user: z.string().regex(/^u_[0-9a-f]{16}$/, "expected u_ and 16 hex digits"),
  book_id: z.string().min(1),
  order_date: z.string().nullable(),
  rating: z.int().min(1).max(5),
  likes: z.int().min(0).nullable(),
  followers: z.int().min(0).nullable(),
  user_review_count: z.int().min(0).nullable(),
  aspects: z.array(z.string()),
  review: z.array(z.string()),
  conclusion: z.string().nullable(),
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

export const longStoryEval: SourceAdapter = {
  name: SOURCE,
  title: "LongStoryEval: Goodreads readers' ratings and reviews of recent novels",
  format: `a folder with ${BOOKS}, ${RATINGS} and ${REVIEWS}`,
  licence: LICENCE,
  obtain: "github.com/DingyiYang/LongStoryEval; no licence stated, so research use only and never redistributed",

  async files(paths) {
    const [folder, ...more] = paths;
    if (folder === undefined || more.length > 0) {
      throw new InputError(`${SOURCE}: expected one folder, got ${paths.length} paths`);
    }
    const files = [BOOKS, RATINGS, REVIEWS].map((name) => join(folder, name));
    for (const file of files) {
      await access(file).catch((cause: unknown) => {
        throw new InputError(`${SOURCE}: ${file} is not there; expected ${longStoryEval.format}`, { cause });
      });
    }
    return files;
  },

  async *read([books, ratings, reviews], { readerId }) {
    yield* readBooks(books!);
    yield* readRatings(ratings!, readerId);
    yield* readReviews(reviews!, readerId);
  },
};

async function* readBooks(file: string): AsyncGenerator<Item> {
  for await (const row of readJsonl(file, bookSchema)) {
    if (!row.ok) {
      yield refused(file, row);
      continue;
    }
    const { book_id, title, genres, premise, overall_sum } = row.value;
    const text = [genres.join(", "), premise, overall_sum].filter((part) => part !== "").join("\n\n");
    yield {
      kind: "content",
      content: {
        content_id: `${SOURCE}:${book_id}`,
        story_id: book_id,
        source: SOURCE,
        license_class: LICENCE,
        language: "en",
        title,
        text,
      },
    };
  }
}

async function* readRatings(file: string, readerId: (upstream: string) => string): AsyncGenerator<Item> {
  for await (const row of readCsv(file, ratingSchema)) {
    if (!row.ok) {
      yield refused(file, row);
      continue;
    }
    const { user, book_id, rating, likes } = row.value;
    yield {
      kind: "record",
      record: {
        ...base(readerId(user), book_id, "rating"),
        observed_feedback: { explicit: { rating, likes } },
      },
    };
  }
}

/** The first ten hex digits of a reviewer's hash are the reader of the ratings table. */
async function* readReviews(file: string, readerId: (upstream: string) => string): AsyncGenerator<Item> {
  for await (const row of readJsonl(file, reviewSchema)) {
    if (!row.ok) {
      yield refused(file, row);
      continue;
    }
    const { user, book_id, rating, likes, aspects, review, conclusion, order_date } = row.value;
    const comment = [...review, conclusion ?? ""].filter((part) => part !== "").join("\n");
    yield {
      kind: "record",
      record: {
        ...base(readerId(user.slice(2, 12)), book_id, "review"),
        ...(order_date === null ? {} : { occurred_at: order_date }),
        observed_feedback: { explicit: { rating, tags: aspects, comment, likes: likes ?? 0 } },
      },
    };
  }
}

function base(user_id: string, story_id: string, label_origin: "rating" | "review") {
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

function refused(file: string, row: { line: number; reason: string; detail: string }): Item {
  return { kind: "refused", refusal: { file: basename(file), line: row.line, reason: row.reason, detail: row.detail } };
}
