/**
 * The comment tables of the Qidian-Webnovel Corpus, under its Data Transfer Agreement: one CSV a book, named by the book's
 * number. They give no time; chapter and paragraph numbers are all the order there is. Qidian has no ratings.
 */
import { z } from "zod";
import type { EsusRecord } from "../../data-schemas/record.ts";
import { readCsv } from "../io/csv.ts";
import { countField, idField, numberField, present, textField } from "./fields.ts";
import { itemsOf, RowRefused, type Table, tableName } from "./tables.ts";

export const SOURCE = "qidian-webnovel";
export const DTA = "restricted_dta";

export const qidianId = (id: string): string => `${SOURCE}:qidian:${id}`;
export const webnovelId = (id: string): string => `${SOURCE}:webnovel:${id}`;

/** Where the book's id stands: one CSV a book, named by it. */
function bookOf(file: string): string {
  const found = /(\d{6,19})/.exec(tableName(file))?.[1];
  if (found === undefined) throw new RowRefused("no-book", "the file's name holds no book id");
  return found;
}

interface CommentParts {
  readonly id: string;
  readonly user: string;
  readonly story: string;
  readonly language: "zh" | "en";
  readonly comment: string;
  readonly chapter?: string | undefined;
  readonly paragraph?: string | undefined;
  readonly likes?: number | null;
  readonly rating?: number | null;
}

function commentRecord({
  id,
  user,
  story,
  language,
  comment,
  chapter,
  paragraph,
  likes,
  rating,
}: CommentParts): EsusRecord {
  return {
    schema_version: 1,
    example_id: `${SOURCE}:${id}`,
    source: SOURCE,
    license_class: DTA,
    label_origin: "human_comment",
    confidence: 1,
    user_id: user,
    story_id: story,
    ...(chapter === undefined ? {} : { chapter_id: chapter }),
    ...(paragraph === undefined ? {} : { segment_id: paragraph }),
    language,
    order_basis: chapter === undefined ? "none" : "chapter",
    generated_content_ref_or_text: `content:${story}`,
    observed_feedback: {
      explicit: { comment, ...present({ likes: likes ?? null }), ...(rating === undefined ? {} : { rating }) },
    },
  };
}

const base = { reviewId: idField, content: z.string().min(1), userID: z.string().min(1), level: textField };

const qidianReviews: Table = {
  pattern: /^qidianReviews?.*\.csv$/i,
  read: (file, { readerId }) =>
    itemsOf(file, readCsv(file, z.strictObject({ ...base, likeCount: countField })), (row) => ({
      records: [
        commentRecord({
          id: `qidian:${readerId(`qidian-review:${row.reviewId}`)}`,
          user: readerId(`qidian:${row.userID}`),
          story: qidianId(bookOf(file)),
          language: "zh",
          comment: row.content,
          likes: row.likeCount,
        }),
      ],
    })),
};

/** totalscore: whole stars, 0 where the reader gave none. */
const starsField = numberField.refine(
  (value) => value === null || (Number.isInteger(value) && value >= 0 && value <= 5),
  "expected 0 to 5",
);

const webnovelBookReviews: Table = {
  pattern: /^webnovelReviews?_Booklevel.*\.csv$/i,
  read: (file, { readerId }) => {
    const schema = z.strictObject({
      ...base,
      bookId: idField,
      totalscore: starsField,
      replyAmount: countField,
      likeAmount: countField,
    });
    return itemsOf(file, readCsv(file, schema), (row) => ({
      records: [
        commentRecord({
          id: `book:${readerId(`book-review:${row.reviewId}`)}`,
          user: readerId(`webnovel:${row.userID}`),
          story: webnovelId(row.bookId),
          language: "en",
          comment: row.content,
          likes: row.likeAmount,
          rating: row.totalscore === 0 ? null : row.totalscore,
        }),
      ],
    }));
  },
};

const webnovelChapterReviews: Table = {
  pattern: /^webnovelReviews?_Chapterlevel.*\.csv$/i,
  read: (file, { readerId }) =>
    itemsOf(file, readCsv(file, z.strictObject({ ...base, chapterId: idField })), (row) => ({
      records: [
        commentRecord({
          id: `chapter:${readerId(`chapter-review:${row.reviewId}`)}`,
          user: readerId(`webnovel:${row.userID}`),
          story: webnovelId(bookOf(file)),
          language: "en",
          comment: row.content,
          chapter: row.chapterId,
        }),
      ],
    })),
};

const webnovelParagraphReviews: Table = {
  pattern: /^webnovelReviews?_Paragraphlevel.*\.csv$/i,
  read: (file, { readerId }) => {
    const { level: _, ...shared } = base;
    const schema = z.strictObject({
      ...shared,
      userLevel: textField,
      chapterId: idField,
      paragraphId: idField,
      replyAmount: countField,
      likeAmount: countField,
    });
    return itemsOf(file, readCsv(file, schema), (row) => ({
      records: [
        commentRecord({
          id: `paragraph:${readerId(`paragraph-review:${row.reviewId}`)}`,
          user: readerId(`webnovel:${row.userID}`),
          story: webnovelId(bookOf(file)),
          language: "en",
          comment: row.content,
          chapter: row.chapterId,
          paragraph: row.paragraphId,
          likes: row.likeAmount,
        }),
      ],
    }));
  },
};

export const COMMENT_TABLES: readonly Table[] = [
  webnovelBookReviews,
  webnovelChapterReviews,
  webnovelParagraphReviews,
  qidianReviews,
];
