/** The table of novels and the scraped listings. */
import { describe, expect, it } from "vitest";
import { run } from "./ingested.ts";

describe("novelupdates", () => {
  const header =
    "id,name,novel_type,cover_url,assoc_names,original_language,authors,genres,tags,start_year,licensed,original_publisher,english_publisher,complete_original,chapters_original_current,complete_translated,release_freq,activity_week_rank,activity_month_rank,activity_all_time_rank,on_reading_lists,reading_list_month_rank,reading_list_all_time_rank,rating,rating_votes,related_series_ids,recommended_series_ids,recommendation_list_ids,chapter_latest_translated";
  const row = (rating: string, lists: string): string =>
    `7,Name,Web Novel,,[],Chinese,['a'],"['Action', 'Xianxia']",['Weak to Strong'],2015,False,nan,nan,True,100 chapters,False,3.2,1,2,3,${lists},5,6,${rating},10,[],"[1, 2]",[],c100`;
  it("reads the table; unrated is absent, misread ratings and negative counts are refused", async () => {
    const { contents, facts, manifest } = await run("novelupdates", {
      "novels_0.1.5.csv": `${header}\n${row("4.2", "99")}\n${row("0", "99").replace("7,", "8,")}\n${row("36548", "99")}\n${row("4", "-14")}\n`,
    });
    expect(contents).toMatchObject([
      {
        tags: ["original_language:zh", "Action", "Xianxia", "Weak to Strong"],
        features: { score_1_5: 4.2, reading_lists: 99 },
      },
      { content_id: "novelupdates:8" },
    ]);
    expect(contents[1]!["features"]).not.toHaveProperty("score_1_5");
    expect(facts.map(({ object }) => object)).toEqual([
      "novelupdates:1",
      "novelupdates:2",
      "novelupdates:1",
      "novelupdates:2",
    ]);
    expect(manifest.reasons).toEqual({ "count-negative": 1, "rating-out-of-range": 1 });
  });

  it("reads several arrays behind each other, with bare NaN", async () => {
    const item = (title: string): string =>
      `{"title": "${title} [NaN], \\"x\\"", "status": " 1,125 Chapters Every 3.3 Day(s) 1701 Readers 14 Reviews 02-28-2023", "chapters": "", "rating": "JP (4.2)", "link": "https://x/series/${title}/", "image": NaN}`;
    const { contents } = await run("novelupdates", {
      "res.json": `[\n  ${item("a")},\n ${item("b")}\n]\n[${item("c")}]`,
    });
    expect(contents).toMatchObject(
      ["a", "b", "c"].map((slug) => ({
        content_id: `novelupdates:${slug}`,
        title: `${slug} [NaN], "x"`,
        updated_at: "2023-02-28",
        features: { chapters: 1125, days_per_release: 3.3, readers: 1701, score_1_5: 4.2 },
      })),
    );
  });
});
