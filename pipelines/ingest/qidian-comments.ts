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

/** What the tables tell of a comment, each in its own columns. */
interface Told {
  readonly story: string;
  readonly chapter?: string;
  readonly paragraph?: string;
  readonly likes?: number | null;
  /** null: the reader gave none. Absent: the site has no ratings. */
  readonly rating?: number | null;
}

interface TableAbout<S> {
  readonly pattern: RegExp;
  readonly site: "qidian" | "webnovel";
  /** Reviews are numbered anew in each table. */
  readonly level: "qidian" | "book" | "chapter" | "paragraph";
  readonly schema: S;
}

function commentTable<S extends z.ZodType<{ reviewId: string; content: string; userID: string }>>(
  { pattern, site, level, schema }: TableAbout<S>,
  told: (row: z.output<S>, file: string) => Told,
): Table {
  return {
    pattern,
    read: (file, { readerId }) =>
      itemsOf(file, readCsv(file, schema), (row) => {
        const { reviewId, content, userID } = row;
        // A review's number leads to its reader.
        const id = `${level}:${readerId(`${level}-review:${reviewId}`)}`;
        const language = site === "qidian" ? "zh" : "en";
        return {
          records: [commentRecord(id, readerId(`${site}:${userID}`), language, content, told(row, file))],
        };
      }),
  };
}

function commentRecord(id: string, user_id: string, language: "zh" | "en", comment: string, told: Told): EsusRecord {
  const { story, chapter, paragraph, likes = null, rating } = told;
  return {
    schema_version: 1,
    example_id: `${SOURCE}:${id}`,
    source: SOURCE,
    license_class: DTA,
    label_origin: "human_comment",
    confidence: 1,
    user_id,
    story_id: story,
    ...(chapter === undefined ? {} : { chapter_id: chapter }),
    ...(paragraph === undefined ? {} : { segment_id: paragraph }),
    language,
    order_basis: chapter === undefined ? "none" : "chapter",
    generated_content_ref_or_text: `content:${story}`,
    observed_feedback: {
      explicit: { comment, ...present({ likes }), ...(rating === undefined ? {} : { rating }) },
    },
  };
}

const shared = { reviewId: idField, content: z.string().min(1), userID: z.string().min(1) };

const qidianReviews = commentTable(
  {
    pattern: /^qidianReviews?.*\.csv$/i,
    site: "qidian",
    level: "qidian",
    schema: z.strictObject({ ...shared, level: textField, likeCount: countField }),
  },
  ({ likeCount }, file) => ({ story: qidianId(bookOf(file)), likes: likeCount }),
);

/** totalscore: whole stars, 0 where the reader gave none. */
const starsField = numberField.refine(
  (value) => value === null || (Number.isInteger(value) && value >= 0 && value <= 5),
  "expected 0 to 5",
);

const webnovelBookReviews = commentTable(
  {
    pattern: /^webnovelReviews?_Booklevel.*\.csv$/i,
    site: "webnovel",
    level: "book",
    schema: z.strictObject({
      ...shared,
      level: textField,
      bookId: idField,
      totalscore: starsField,
      replyAmount: countField,
      likeAmount: countField,
    }),
  },
  ({ bookId, likeAmount, totalscore }) => ({
    story: webnovelId(bookId),
    likes: likeAmount,
    rating: totalscore === 0 ? null : totalscore,
  }),
);

const webnovelChapterReviews = commentTable(
  {
    pattern: /^webnovelReviews?_Chapterlevel.*\.csv$/i,
    site: "webnovel",
    level: "chapter",
    schema: z.strictObject({ ...shared, level: textField, chapterId: idField }),
  },
  ({ chapterId }, file) => ({ story: webnovelId(bookOf(file)), chapter: chapterId }),
);

const webnovelParagraphReviews = commentTable(
  {
    pattern: /^webnovelReviews?_Paragraphlevel.*\.csv$/i,
    site: "webnovel",
    level: "paragraph",
    schema: z.strictObject({
      ...shared,
      userLevel: textField,
      chapterId: idField,
      paragraphId: idField,
      replyAmount: countField,
      likeAmount: countField,
    }),
  },
  ({ chapterId, paragraphId, likeAmount }, file) => ({
    story: webnovelId(bookOf(file)),
    chapter: chapterId,
    paragraph: paragraphId,
    likes: likeAmount,
  }),
);

export const COMMENT_TABLES: readonly Table[] = [
  webnovelBookReviews,
  webnovelChapterReviews,
  webnovelParagraphReviews,
  qidianReviews,
];
