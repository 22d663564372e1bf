/** Comment tables as the corpus lays them out. */
import { describe, expect, it } from "vitest";
import { run } from "./ingested.ts";
import { zipOf } from "./zip-archive.ts";

describe("qidian-webnovel", () => {
  it("reads comments at every level, from zips with one CSV a book, under the strictest licence", async () => {
    const zip = zipOf({
      "1003692682.csv":
        'reviewId,content,likeCount,userID,level\n560822100000000001,"这章太水了[fn=58]\n下一章呢",12,u1,5\n',
      "1010868264.csv": "reviewId,content,likeCount,userID,level\n560822100000000002,好看,0,u1,5\n",
    });
    const { records, manifest } = await run("qidian-webnovel", {
      "qidianReviews_depersonalised.zip": zip,
      "webnovelReviews_Booklevel_8022472105002805.csv":
        "reviewId,content,bookId,totalscore,replyAmount,likeAmount,userID,level\n1,Great,8022472105002805,5,0,3,w1,2\n2,Meh,8022472105002805,0,0,0,w2,2\n3,Odd,8022472105002805,7,0,0,w2,2\n",
      "webnovelReviews_Chapterlevel_8022472105002805.csv":
        "chapterId,reviewId,content,userID,level\n77,1,Nice chapter,w1,2\n",
      "webnovelReviews_Paragraphlevel_8022472105002805.csv":
        "chapterId,paragraphId,reviewId,content,replyAmount,likeAmount,userID,userLevel\n77,88,5,Lol,0,1,w1,2\n",
    });
    expect(records.map((record) => record["license_class"])).toEqual(Array(6).fill("restricted_dta"));
    expect(manifest.reasons).toEqual({ schema: 1 });
    const [first, second] = records;
    expect(first).toMatchObject({
      story_id: "qidian-webnovel:qidian:1003692682",
      language: "zh",
      observed_feedback: { explicit: { comment: "这章太水了[fn=58]\n下一章呢", likes: 12 } },
    });
    expect(second!["user_id"]).toBe(first!["user_id"]);
    const saying = (comment: string) =>
      records.find((record) => JSON.stringify(record["observed_feedback"]).includes(`"comment":"${comment}"`));
    expect(saying("Great")).toMatchObject({ observed_feedback: { explicit: { rating: 5 } } });
    expect(saying("Meh")).toMatchObject({ observed_feedback: { explicit: { rating: null } } });
    expect(saying("Nice chapter")).toMatchObject({ chapter_id: "77", order_basis: "chapter" });
    expect(saying("Lol")).toMatchObject({ chapter_id: "77", segment_id: "88" });
    // A review's number leads to its reader, and is counted anew at every level.
    for (const { example_id } of records) expect(example_id).toMatch(/^qidian-webnovel:[a-z]+:r_[0-9a-f]{16}$/);
    expect(new Set(records.map(({ example_id }) => example_id)).size).toBe(records.length);
  });
});
