/** A user's own table by a column map. */
import { describe, expect, it } from "vitest";
import type { ColumnMap } from "../../../data-schemas/column-map.ts";
import { run } from "./ingested.ts";

describe("generic", () => {
  const map: ColumnMap = {
    source: "my-survey",
    license_class: "author_consented",
    language: "zh",
    format: "csv",
    delimiter: ";",
    columns: {
      reader: "who",
      story: "book",
      chapter: "ch",
      rating: { column: "stars", low: 0, high: 10, none: -1 },
      comment: "words",
      time: { column: "day", form: "slashes" },
      continued: "more",
    },
  };
  it("needs a map and no code", async () => {
    const { records, refused } = await run(
      "generic",
      {
        "t.csv":
          "who;book;ch;stars;words;day;more;extra\nJane;b1;1;10;好;2022/04/13;yes;x\nJane;b1;2;-1;;;0;x\nJane;b1;3;11;;;0;x\n;b1;3;5;;;0;x\nJane;b1;4;5;;2022-04-13;0;x\nJane;b1;5;5;;;maybe;x\n",
      },
      map,
    );
    expect(records).toMatchObject([
      {
        source: "my-survey",
        story_id: "my-survey:b1",
        chapter_id: "1",
        occurred_at: "2022-04-13",
        observed_feedback: {
          explicit: { rating: 5, sub_scores: { rating_raw: 10 }, comment: "好" },
          implicit: { continue_clicked: true },
        },
      },
      { observed_feedback: { explicit: { rating: null }, implicit: { continue_clicked: false } } },
    ]);
    expect(refused.map(({ line, reason }) => [line, reason])).toEqual([
      [4, "rating-out-of-range"],
      [5, "no-reader"],
      [6, "date-form"],
      [7, "not-yes-or-no"],
    ]);
    expect(JSON.stringify(records)).not.toContain("Jane");
  });

  it("leaves unmapped members of JSON lines alone, and refuses a row that a column does not fit", async () => {
    const { records, refused } = await run(
      "generic",
      {
        "t.jsonl": [
          { who: "a", book: "b", stars: 5, n: 3, extra: [1, { x: 2 }] },
          { who: "a", book: "c", stars: 5, n: 2.5 },
          { who: "a", book: "d", stars: [5], n: 2 },
          { who: "a", book: "e", stars: 5 },
        ]
          .map((row) => JSON.stringify(row))
          .join("\n"),
      },
      {
        source: "my-survey",
        license_class: "author_consented",
        language: "en",
        format: "jsonl",
        delimiter: ",",
        columns: { reader: "who", story: "book", rating: { column: "stars", low: 1, high: 5 }, likes: "n" },
      },
    );
    expect(records).toMatchObject([{ observed_feedback: { explicit: { rating: 5, likes: 3 } } }]);
    expect(refused.map(({ reason }) => reason)).toEqual(["out-of-range", "no-cell", "no-column"]);
  });

  it("is refused without a map, and a map with another source", async () => {
    await expect(run("generic", { "t.csv": "" })).rejects.toThrow("generic: expected --map FILE.json");
    await expect(run("ao3", { "t.csv": "" }, map)).rejects.toThrow(
      '--map goes with the source "generic", not with "ao3"',
    );
  });
});
