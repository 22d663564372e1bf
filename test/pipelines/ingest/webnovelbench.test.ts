/** The layouts that WebNovelBench's own scripts write and read. */
import { expect, it } from "vitest";
import { run } from "./ingested.ts";

const novel = {
  novel: "剑道",
  "original score": [3, 3.5, 4, 3.8, 4.1, 3.9, 4.1, 4],
  "normalized score": 0.61,
  percentile: 71.2,
  chapters: ["第一章 他拔剑。", "第二章 门开了。"],
  novel_info: ["<main characters>...", "..."],
  request_id: "6a2f",
};

it("cuts novels into chapters, with what the judge said of the novel", async () => {
  const { contents, manifest } = await run("webnovelbench", {
    "subset_d.json": JSON.stringify([novel, { ...novel, novel: "无分", "original score": [1, 2] }, { novel: "无章" }]),
  });
  expect([manifest.rows_in, manifest.kept, manifest.refused]).toEqual([3, 2, 1]);
  expect(contents).toHaveLength(4);
  expect(contents[1]).toMatchObject({
    content_id: "webnovelbench:剑道:ch_002",
    license_class: "noncommercial",
    language: "zh",
    text: "第二章 门开了。",
    features: { judge_rhetoric_1_5: 3, judge_scene_transition_1_5: 4, judge_percentile_0_100: 71.2 },
  });
  expect(contents[2]!["features"]).toEqual({ judge_percentile_0_100: 71.2 });
});

it("takes a famous novel's file as its chapters, named by the file", async () => {
  const { contents, refused } = await run("webnovelbench", {
    "围城.json": JSON.stringify(["红海早过了。", " ", "鲍小姐不见了。"]),
  });
  expect(contents.map(({ content_id }) => content_id)).toEqual([
    "webnovelbench:围城:ch_001",
    "webnovelbench:围城:ch_002",
  ]);
  expect(refused).toMatchObject([{ file: "围城.json", reason: "empty-chapter" }]);
});
