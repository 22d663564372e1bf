/** Comments whose reading is plain to a person; the first are the design's own. */
import { beforeAll, describe, expect, it } from "vitest";
import type { Atom } from "../../../data-schemas/label.ts";
import { atomsOf, type Labeller } from "../../../models/label/atoms.ts";
import { updatesOf } from "../../../models/label/preference-update.ts";
import { readShipped } from "../../../pipelines/label/shipped.ts";

let labeller: Labeller;
beforeAll(async () => {
  labeller = { tone: await readShipped(), aspect: null };
});
const read = (comment: string, ofChapter = true): Atom[] => atomsOf(labeller, comment, ofChapter);
const wishes = (comment: string) => read(comment).flatMap(({ wish }) => (wish === null ? [] : [wish]));

describe("atomsOf", () => {
  it("reads the design's example: this chapter is too watery", () => {
    expect(read("这章太水了")).toMatchObject([
      { aspect: "pacing", polarity: "negative", kind: "complaint", scope: "chapter", wish: "increase_speed" },
    ]);
  });

  it("reads the golden comment: too long explained, and the heroine should choose herself", () => {
    const atoms = read("谜团有意思，但这一章解释太久了。下一章希望女主自己做关键选择。");
    expect(atoms).toContainEqual(
      expect.objectContaining({ aspect: "pacing", wish: "increase_speed", scope: "chapter" }),
    );
    expect(atoms).toContainEqual(
      expect.objectContaining({ aspect: "agency", wish: "increase_protagonist_decisions", kind: "request" }),
    );
  });

  it.each([
    ["The pacing drags so much", "increase_speed"],
    ["The battle felt rushed", "decrease_speed"],
    ["Another info dump...", "decrease_exposition"],
    ["前后矛盾，看不下去", "respect_established_facts"],
    ["Too much romance in this arc", "decrease_romance"],
    ["错别字太多了", "improve_prose"],
  ])("%s", (comment, wish) => {
    expect(wishes(comment)).toContain(wish);
  });

  it("says nothing of what names no aspect, or judges none", () => {
    for (const comment of ["???", "27usd", "主角走进了城门", "三刷签到", "What is 188 RMB in USD?"])
      expect(read(comment)).toEqual([]);
  });

  it("turns a negated complaint into praise, and praise beside a name into praise of it", () => {
    expect(read("一点都不拖沓")).toMatchObject([{ aspect: "pacing", polarity: "positive", kind: "praise" }]);
    expect(read("I love the characters")).toContainEqual(
      expect.objectContaining({ aspect: "characters", polarity: "positive" }),
    );
  });

  it.each([
    ["No harem please", "decrease_romance"],
    ["no more filler", "increase_speed"],
    ["节奏特别拖沓", "increase_speed"],
  ])("%s: complains", (comment, wish) => {
    expect(read(comment)).toContainEqual(expect.objectContaining({ polarity: "negative", wish }));
  });

  it("a wish for less of what others want more of is not their wish, and no praise", () => {
    const romance = read("别再撒糖了").filter(({ aspect }) => aspect === "romance");
    expect(romance.map(({ polarity, wish }) => [polarity, wish])).toEqual([["negative", null]]);
  });

  it("tells requests from words that hold them", () => {
    for (const comment of ["节奏要求太高了，拖沓", "他追求女主的剧情太拖", "The pacing is more dragging than before"])
      expect(read(comment).map(({ kind }) => kind)).not.toContain("request");
  });

  it("takes how far it reaches from the words, else from where the comment stands", () => {
    expect(read("最近几章节奏太慢", true)[0]?.scope).toBe("arc");
    expect(read("节奏太慢", true)[0]?.scope).toBe("chapter");
    expect(read("节奏太慢", false)[0]?.scope).toBe("story");
    expect(read("打斗场面写得太拖了", false)[0]).toMatchObject({ scope: "scene_type", scene_type: "action" });
  });
});

describe("updatesOf", () => {
  it("gives the design's example: faster plot, a critic that flags delay, a planner with an irreversible move", () => {
    const { preference, agentState } = updatesOf(read("This chapter is too slow"), "en", "x:1");
    expect(preference).toEqual([
      {
        axis: "pacing",
        direction: "increase_speed",
        scope: "current_arc_action_or_payoff_scenes",
        confidence: expect.any(Number),
      },
    ]);
    expect(agentState.map(({ target }) => target)).toEqual([
      "critic.checklist",
      "planner.policy",
      "retriever.policy",
      "user.memory",
      "generator.policy",
    ]);
    expect(agentState[0]).toEqual({
      target: "critic.checklist",
      operation: "add_or_increase_weight",
      content: "Flag exposition that delays payoff in high-tension scenes.",
      scope: "current_arc_action_or_payoff_scenes",
      anti_scope: "quiet_reflection_or_grief_scenes",
      ttl: "until_arc_resolution",
      provenance: ["x:1"],
    });
    expect(agentState[1]).toMatchObject({ scope: "next_1_to_2_chapters", ttl: "2_chapters" });
  });

  it("speaks the comment's language, holds for the story where the comment does, and asks nothing for late chapters", () => {
    const story = updatesOf(read("整本书节奏太慢", false), "zh", "x:2").agentState;
    expect(story.every(({ ttl }) => ttl === "story_global")).toBe(true);
    expect(story[0]!.content).toMatch(/\p{Script=Han}/u);
    expect(
      updatesOf(read("更新太慢，快更"), "zh", "x:3").agentState.filter(({ content }) => /更新/.test(content)),
    ).toEqual([]);
  });

  it("keeps what is praised, and changes nothing for it", () => {
    const { preference, agentState } = updatesOf(read("文笔好，很喜欢"), "zh", "x:4");
    expect(preference.every(({ direction }) => direction === "keep")).toBe(true);
    expect(agentState.map(({ target }) => target)).toEqual(["critic.checklist", "user.memory"]);
  });
});
