/** The pilot export. */
import { describe, expect, it } from "vitest";
import { run } from "./ingested.ts";

describe("royalroad", () => {
  it("reads the pilot export, and keeps the reader's name out of everything", async () => {
    const rows = [
      {
        kind: "fiction",
        id: "1",
        site: "royalroad",
        title: "T",
        status: null,
        tags: ["LitRPG"],
        description: "D",
        chapters: [{ id: "c1", title: "One", released_at: null }],
        pages: 10,
        followers: null,
        favourites: 1,
        views: 2,
      },
      { kind: "chapter", fiction_id: "1", id: "c1", title: "One", released_at: "2023-08-21T10:00:00Z", text: "Once." },
      {
        kind: "review",
        fiction_id: "1",
        reader: "Jane Doe",
        posted_at: "2023-08-22T10:00:00Z",
        at_chapter: "c1",
        overall: 4.5,
        style: 5,
        story: null,
        grammar: 4,
        character: null,
        text: "Fine.",
      },
      {
        kind: "visit",
        fiction_id: "1",
        chapter_id: "c1",
        reader: "Jane Doe",
        at: null,
        dwell_seconds: 61.5,
        scroll_depth: 0.9,
        continued: true,
      },
      {
        kind: "visit",
        fiction_id: "1",
        chapter_id: "c1",
        reader: "Jane Doe",
        at: null,
        dwell_seconds: -1,
        scroll_depth: 0.9,
        continued: true,
      },
    ];
    const { records, contents, refused } = await run("royalroad", {
      "pilot.jsonl": rows.map((value) => JSON.stringify(value)).join("\n"),
    });
    expect(contents.map(({ content_id }) => content_id)).toEqual(["royalroad:1", "royalroad:1:c1"]);
    expect(records).toMatchObject([
      {
        license_class: "author_consented",
        observed_feedback: {
          explicit: { rating: null, sub_scores: { overall_0_5: 4.5, style_0_5: 5, grammar_0_5: 4 }, comment: "Fine." },
        },
      },
      {
        label_origin: "human_pilot",
        observed_feedback: { implicit: { dwell_time_sec: 61.5, scroll_depth: 0.9, continue_clicked: true } },
      },
    ]);
    expect(records[0]!["user_id"]).toBe(records[1]!["user_id"]);
    expect(refused).toMatchObject([{ line: 5, reason: "schema" }]);
    expect(JSON.stringify({ records, contents, refused })).not.toContain("Jane");
  });
});
