/** Library exports, and the tables of the UCSD Book Graph. */
import { gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { run } from "./ingested.ts";
import { zipOf } from "./zip-archive.ts";

describe("goodreads-export", () => {
  const full =
    "Book Id,Title,Author,Author l-f,Additional Authors,ISBN,ISBN13,My Rating,Average Rating,Publisher,Binding,Number of Pages,Year Published,Original Publication Year,Date Read,Date Added,Bookshelves,Bookshelves with positions,Exclusive Shelf,My Review,Spoiler,Private Notes,Read Count,Owned Copies";
  const row = (rating: number, shelf: string, review: string): string =>
    `12,"A, B",C,"C, D",,"=""0465026214""","=""""",${rating},4.21,P,Paperback,496,1995,1994,,2019/11/01,,,${shelf},"${review}",,private words,2,0`;
  it("takes ratings, shelves and reviews, and neither averages nor private notes", async () => {
    const { records, contents } = await run("goodreads-export", {
      "reader_1.csv": `${full}\n${row(0, "to-read", "")}\n${row(4, "read", "Good<br/>really &amp; truly")}\n`,
    });
    expect(records.map((record) => record["observed_feedback"])).toEqual([
      { explicit: { rating: null, tags: ["to-read"] }, implicit: { shelved: true, reread_count: 1 } },
      {
        explicit: { rating: 4, comment: "Good\nreally & truly", tags: ["read"] },
        implicit: { shelved: false, reread_count: 1 },
      },
    ]);
    expect(contents).toMatchObject([{ title: "A, B", features: { pages: 496, publication_year: 1994 } }]);
    expect(JSON.stringify({ records, contents })).not.toMatch(/4\.21|private words/);
  });
});

it("goodreads-export: files that are all called alike are different readers", async () => {
  const rows = (rating: number): string =>
    `Book Id,Title,Author,Author l-f,Additional Authors,ISBN,ISBN13,My Rating,Average Rating,Publisher,Binding,Number of Pages,Year Published,Original Publication Year,Date Read,Date Added,Bookshelves,Bookshelves with positions,Exclusive Shelf,My Review,Spoiler,Private Notes,Read Count,Owned Copies\n12,A,C,"C, D",,,,${rating},4.21,P,Paperback,496,1995,1994,,2019/11/01,,,read,,,,1,0\n`;
  const { records } = await run("goodreads-export", {
    "exports.zip": zipOf({
      "a/goodreads_library_export.csv": rows(4),
      "b/goodreads_library_export.csv": rows(2),
      "__MACOSX/a/._goodreads_library_export.csv": "a shadow",
    }),
  });
  expect(records.map(({ observed_feedback }) => observed_feedback)).toMatchObject([
    { explicit: { rating: 4 } },
    { explicit: { rating: 2 } },
  ]);
  expect(new Set(records.map(({ user_id }) => user_id)).size).toBe(2);
});

describe("goodreads-ucsd", () => {
  it("reads gz JSON lines; rating 0 is none, dates are C's, a bad row is refused", async () => {
    const review = {
      user_id: "8842281e",
      book_id: "24375664",
      review_id: "5cd41",
      rating: 0,
      review_text: "fine",
      date_added: "Fri Aug 25 13:55:02 -0700 2017",
      date_updated: "",
      read_at: "Sat Oct 07 00:00:00 -0700 2017",
      started_at: "",
      n_votes: -1,
      n_comments: 0,
    };
    const { review_text: _, n_votes: __, n_comments: ___, ...shared } = review;
    const interaction = { ...shared, is_read: false, review_text_incomplete: "fi" };
    const lines = [review, { ...review, review_id: "x", rating: 9 }].map((value) => JSON.stringify(value)).join("\n");
    const { records, refused } = await run("goodreads-ucsd", {
      "goodreads_reviews_fantasy_paranormal.json.gz": gzipSync(lines),
      "goodreads_interactions.csv": "user_id,book_id,is_read,rating,is_reviewed\n77123,948,1,5,0\n",
      "goodreads_interactions_fantasy_paranormal.json": JSON.stringify(interaction),
    });
    expect(JSON.stringify({ records, refused })).not.toMatch(/77123|8842281e|5cd41/);
    expect(new Set(records.map(({ example_id }) => example_id)).size).toBe(3);
    expect(records).toMatchObject([
      { observed_feedback: { explicit: { rating: 5 }, implicit: { shelved: false } }, label_origin: "rating" },
      { observed_feedback: { explicit: { rating: null }, implicit: { shelved: true } }, label_origin: "rating" },
      {
        story_id: "goodreads:24375664",
        occurred_at: "2017-10-07T00:00:00-07:00",
        observed_feedback: { explicit: { rating: null, comment: "fine" } },
        license_class: "noncommercial",
      },
    ]);
    expect(refused).toMatchObject([
      { file: "goodreads_reviews_fantasy_paranormal.json.gz", line: 2, reason: "schema" },
    ]);
  });
});
