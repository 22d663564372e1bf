/**
 * Goodreads' own library export: one CSV a reader, 24 or 31 columns. One row is a book on the reader's shelves, with a
 * rating (0: none), dates, and sometimes a review with HTML in it. The export is its owner's; others need their consent.
 */
import { z } from "zod";
import { readCsv } from "../io/csv.ts";
import { sha256Chunks } from "../io/hash.ts";
import { byteChunks } from "../io/lines.ts";
import { countField, dateField, idField, numberField, present, textField } from "./fields.ts";
import { itemsOf, type Table, tableSource } from "./tables.ts";
import { plainText } from "./upstream-values.ts";

const SOURCE = "goodreads-export";
const LICENCE = "author_consented";

const schema = z.strictObject({
  "Book Id": idField,
  Title: z.string().min(1),
  Author: textField,
  "Author l-f": textField,
  "Additional Authors": textField,
  /** Written as ="0465026214", so that spreadsheets keep the zeros. */
  ISBN: z.string(),
  ISBN13: z.string(),
  "My Rating": z
    .string()
    .regex(/^[0-5]$/, "expected 0 to 5")
    .transform(Number),
  "Average Rating": numberField,
  Publisher: textField,
  Binding: textField,
  "Number of Pages": countField,
  "Year Published": numberField,
  "Original Publication Year": numberField,
  "Date Read": dateField("slashes"),
  "Date Added": dateField("slashes"),
  Bookshelves: textField,
  "Bookshelves with positions": textField,
  "Exclusive Shelf": textField,
  "My Review": textField,
  Spoiler: textField,
  "Private Notes": z.string(),
  "Read Count": countField,
  "Owned Copies": countField,
  "Recommended For": textField.optional(),
  "Recommended By": textField.optional(),
  "Original Purchase Date": textField.optional(),
  "Original Purchase Location": textField.optional(),
  Condition: textField.optional(),
  "Condition Description": textField.optional(),
  BCID: textField.optional(),
});

/** The site's own shelves; those that a reader named are the reader's words, and stay behind. */
function shelfOf(shelf: string | null): string[] {
  return shelf !== null && ["read", "currently-reading", "to-read"].includes(shelf) ? [shelf] : [];
}

/** The average rating is not taken over: it holds the answers of the very readers who are to be predicted. */
const library: Table = {
  pattern: /\.csv$/,
  async *read(file, { readerId }) {
    // An export does not name its owner, and all are called alike: its bytes stand for them.
    const user = readerId(await sha256Chunks(await byteChunks(file)));
    yield* itemsOf(file, readCsv(file, schema), (row) => {
      const story = `goodreads:${row["Book Id"]}`;
      const review = row["My Review"];
      const when = row["Date Read"] ?? row["Date Added"];
      const rating = row["My Rating"] === 0 ? null : row["My Rating"];
      return {
        contents: [
          {
            content_id: story,
            story_id: story,
            source: SOURCE,
            license_class: "metadata_only",
            language: "und",
            title: row.Title,
            text: "",
            ...present({ author: row.Author }),
            features: present({ pages: row["Number of Pages"], publication_year: row["Original Publication Year"] }),
          },
        ],
        records: [
          {
            schema_version: 1,
            example_id: `${SOURCE}:${user}:${row["Book Id"]}`,
            source: SOURCE,
            license_class: LICENCE,
            label_origin: review === null ? "rating" : "review",
            confidence: 1,
            user_id: user,
            story_id: story,
            ...present({ occurred_at: when }),
            order_basis: when === null ? "none" : "time",
            generated_content_ref_or_text: `content:${story}`,
            observed_feedback: {
              explicit: {
                rating,
                ...present({ comment: review === null ? null : plainText(review) }),
                tags: shelfOf(row["Exclusive Shelf"]),
              },
              implicit: {
                shelved: row["Exclusive Shelf"] === "to-read",
                ...present({ reread_count: row["Read Count"] === null ? null : Math.max(0, row["Read Count"] - 1) }),
              },
            },
          },
        ],
      };
    });
  },
};

export const goodreadsExport = tableSource(
  {
    name: SOURCE,
    title: "Goodreads library export: one reader's own shelves, ratings and reviews",
    format: "goodreads_library_export.csv, one file a reader, 24 or 31 columns",
    licence: LICENCE,
    obtain: "goodreads.com, My Books, Import and export; with the reader's consent",
  },
  [library],
);
