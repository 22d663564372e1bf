/** Where items act and how long they live, each documented word and its edge. */
import { describe, expect, it } from "vitest";
import type { Clock } from "../../../data-schemas/agent-state.ts";
import { isExpired } from "../../../models/agent/lifetime.ts";
import { actsIn, antiScopeName, isForEverybody, isInReach, scenesIn, scopeName } from "../../../models/agent/scope.ts";

const at = (chapter: number, more: Partial<Clock> = {}): Clock => ({
  turn: chapter,
  story: "s",
  arc: Math.floor(chapter / 5),
  chapter,
  ...more,
});

describe("scopes", () => {
  it.each([
    ["current_arc_action_or_reveal_scenes", ["action", "reveal"]],
    ["quiet_reflection_or_grief_scenes", ["grief"]],
    ["打斗的戏", ["action"]],
    ["哀悼和日常的戏", ["grief", "cozy"]],
    ["current_story", []],
    ["interaction between people", []],
    ["interaction_and_action_scenes", ["action"]],
    ["do_not_make_every_character_aggressive", []],
    ["black_key_scenes", []],
  ])("%s names %j", (scope, scenes) => {
    expect(scenesIn(scope)).toEqual(scenes);
  });

  it("names that are made are read back", () => {
    expect(scenesIn(scopeName("current_arc", ["action", "cozy"]))).toEqual(["action", "cozy"]);
    expect(scenesIn(antiScopeName(["market", "letter"]))).toEqual(["market", "letter"]);
    expect([scopeName("current_story", []), antiScopeName([])]).toEqual(["current_story", "none"]);
  });

  it("reach: arc, story, the next chapters, and else everything", () => {
    expect(isInReach("current_arc", at(3), at(4))).toBe(true);
    expect(isInReach("current_arc", at(3), at(5))).toBe(false);
    expect(isInReach("current_story", at(3), at(50))).toBe(true);
    expect(isInReach("current_story", at(3), at(4, { story: "other" }))).toBe(false);
    // Not the chapter itself, and up to the larger number.
    expect([3, 4, 5, 6].map((chapter) => isInReach("next_1_to_2_chapters", at(3), at(chapter)))).toEqual([
      false,
      true,
      true,
      false,
    ]);
    expect(isInReach("wherever", at(3), at(4, { story: "other" }))).toBe(true);
  });

  it("an anti-scope wins over a scope", () => {
    const reach = { scope: "current_story_action_or_grief_scenes", anti_scope: "grief_scenes" };
    expect(actsIn(reach, "action", at(1), at(2))).toBe(true);
    expect(actsIn(reach, "grief", at(1), at(2))).toBe(false);
    expect(actsIn(reach, "cozy", at(1), at(2))).toBe(false);
    expect(actsIn({ scope: "", anti_scope: "" }, "cozy", at(1), at(2))).toBe(true);
  });

  it("for everybody", () => {
    expect([isForEverybody("all_readers"), isForEverybody("current_story")]).toEqual([true, false]);
  });
});

describe("lifetimes", () => {
  it.each([
    ["2_chapters", at(3), at(5), false],
    ["2_chapters", at(3), at(6), true],
    ["2_chapters", at(3), at(4, { story: "other" }), true],
    ["next_1_to_2_chapters", at(3), at(6), true],
    ["3_turns", at(3), at(3, { turn: 6 }), false],
    ["3_turns", at(3), at(3, { turn: 7 }), true],
    ["1_turn", at(3), at(3, { turn: 5 }), true],
    ["until_arc_resolution", at(3), at(4), false],
    ["until_arc_resolution", at(3), at(5), true],
    ["story_global", at(3), at(400), false],
    ["story_global", at(3), at(4, { story: "other" }), true],
    ["permanent", at(3), at(4, { story: "other" }), false],
    ["whatever this means", at(3), at(4, { story: "other" }), false],
  ])("%s made at %j is over at %j: %s", (ttl, made, now, over) => {
    expect(isExpired(ttl, made, now)).toBe(over);
  });
});
