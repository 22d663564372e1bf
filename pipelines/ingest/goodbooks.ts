/** goodbooks-10k (Zając 2017, CC BY-SA 4.0): six million ratings of ten thousand books, tags and lists for later. */
import { z } from "zod";
import { readCsv } from "../io/csv.ts";
import { countField, idField, numberField, present, textField } from "./fields.ts";
import { goodreadsLanguage } from "./goodreads-languages.ts";
import { itemsOf, type Table, tableSource } from "./tables.ts";

const SOURCE = "goodbooks-10k";
const LICENCE = "metadata_only";
const contentId = (bookId: string): string => `${SOURCE}:${bookId}`;

/** Average ratings and histograms are left behind: they hold the answers that are to be predicted. */
const books: Table = {
  pattern: /^books\.csv$/,
  read: (file) => {
    const schema = z.strictObject({
      book_id: idField,
      goodreads_book_id: idField,
      best_book_id: idField,
      work_id: idField,
      books_count: countField,
      isbn: textField,
      isbn13: textField,
      authors: textField,
      original_publication_year: numberField,
      original_title: textField,
      title: z.string().min(1),
      language_code: textField,
      average_rating: numberField,
      ratings_count: countField,
      work_ratings_count: countField,
      work_text_reviews_count: countField,
      ...Object.fromEntries([1, 2, 3, 4, 5].map((k) => [`ratings_${k}`, countField])),
      image_url: textField,
      small_image_url: textField,
    });
    return itemsOf(file, readCsv(file, schema), (row) => ({
      contents: [
        {
          content_id: contentId(row.book_id),
          story_id: contentId(row.book_id),
          source: SOURCE,
          license_class: LICENCE,
          language: goodreadsLanguage(row.language_code ?? ""),
          title: row.title,
          text: "",
          ...present({ author: row.authors }),
          features: present({
            publication_year: row.original_publication_year,
            editions: row.books_count,
          }),
        },
      ],
      facts: [fact(contentId(row.book_id), "same_as", `goodreads:${row.goodreads_book_id}`, null)],
    }));
  },
};

const ratings: Table = {
  pattern: /^ratings\.csv$/,
  read: (file, { readerId }) => {
    const schema = z.strictObject({
      user_id: idField,
      book_id: idField,
      rating: z.string().regex(/^[1-5]$/, "expected 1 to 5"),
    });
    return itemsOf(file, readCsv(file, schema), ({ user_id, book_id, rating }) => {
      const user = readerId(user_id);
      return {
        records: [
          { ...recordOf("rating", user, book_id), observed_feedback: { explicit: { rating: Number(rating) } } },
        ],
      };
    });
  },
};

const toRead: Table = {
  pattern: /^to_read\.csv$/,
  read: (file, { readerId }) =>
    itemsOf(file, readCsv(file, z.strictObject({ user_id: idField, book_id: idField })), ({ user_id, book_id }) => ({
      records: [
        { ...recordOf("shelf", readerId(user_id), book_id), observed_feedback: { implicit: { shelved: true } } },
      ],
    })),
};

/** The file is in the order of time, but gives no time. */
function recordOf(label_origin: "rating" | "shelf", user_id: string, book_id: string) {
  return {
    schema_version: 1,
    example_id: `${SOURCE}:${label_origin}:${user_id}:${book_id}`,
    source: SOURCE,
    license_class: LICENCE,
    label_origin,
    confidence: 1,
    user_id,
    story_id: contentId(book_id),
    order_basis: "none",
    generated_content_ref_or_text: `content:${contentId(book_id)}`,
  } as const;
}

const bookTags: Table = {
  pattern: /^book_tags\.csv$/,
  read: (file) => {
    const schema = z.strictObject({ goodreads_book_id: idField, tag_id: idField, count: numberField });
    return itemsOf(file, readCsv(file, schema), ({ goodreads_book_id, tag_id, count }) => ({
      facts: [fact(`goodreads:${goodreads_book_id}`, "tag", `${SOURCE}:tag:${tag_id}`, count)],
    }));
  },
};

const tags: Table = {
  pattern: /^tags\.csv$/,
  read: (file) =>
    itemsOf(file, readCsv(file, z.strictObject({ tag_id: idField, tag_name: z.string() })), ({ tag_id, tag_name }) => ({
      facts: [fact(`${SOURCE}:tag:${tag_id}`, "tag_name", tag_name, null)],
    })),
};

function fact(subject: string, relation: "tag" | "tag_name" | "same_as", object: string, weight: number | null) {
  return { source: SOURCE, license_class: LICENCE, subject, relation, object, weight };
}

export const goodbooks = tableSource(
  {
    name: SOURCE,
    title: "goodbooks-10k: ratings, tags and to-read lists of ten thousand popular books",
    format: "books.csv, ratings.csv, book_tags.csv, tags.csv, to_read.csv",
    licence: LICENCE,
    obtain: "github.com/zygmuntz/goodbooks-10k, CC BY-SA 4.0",
  },
  [books, ratings, toRead, bookTags, tags],
);
