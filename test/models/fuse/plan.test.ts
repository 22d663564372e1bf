/** What each component of a state does to a scene, and what happens where there is no room. */
import { beforeAll, describe, expect, it } from "vitest";
import { COMPONENTS, type DiffAtom, TARGETS, type Target } from "../../../data-schemas/agent-state.ts";
import type { Probe } from "../../../data-schemas/fuse-episode.ts";
import { AXES, axisIndex } from "../../../data-schemas/ontology.ts";
import { COHERENCE, SCENE_TABLE, SCENES, type SceneType } from "../../../data-schemas/scene.ts";
import { ownerOf } from "../../../models/agent/atoms.ts";
import { applyDiff, stateAt } from "../../../models/agent/state-log.ts";
import { wordsFor } from "../../../models/agent/wants.ts";
import { measureAxes } from "../../../models/axes/meters.ts";
import { readNarrative } from "../../../models/content/narrative.ts";
import { narrate, sceneKey } from "../../../models/fuse/narrator.ts";
import { hasRoom, type Levels, planScene, type Reading } from "../../../models/fuse/plan.ts";
import { sceneBase } from "../../../models/fuse/scene-base.ts";
import { reading } from "./suite-parts.ts";

let read: Reading;
beforeAll(async () => {
  ({ read } = await reading());
});

const CLOCK = { turn: 1, story: "s", arc: 0, chapter: 1 };
const AT = { ...CLOCK, turn: 0, chapter: 0 };
const probe = (scene: SceneType): Probe => ({ id: "q", user_id: "u", scene, language: "en", clock: CLOCK });
const atom = (target: Target, content: string, more: Partial<DiffAtom> = {}): DiffAtom => ({
  target,
  operation: "add",
  content,
  scope: "current_story",
  anti_scope: "none",
  ttl: "permanent",
  provenance: [],
  confidence: 1,
  ...more,
});
const BRISK = wordsFor({ axis: "pacing_speed", direction: "higher" }, "en");
const K = axisIndex("pacing_speed");
const planned = (scene: SceneType, base: Levels, ...atoms: DiffAtom[]): Levels =>
  planScene(stateAt(applyDiff([], atoms, { id: "d", user_id: "u", at: AT }), CLOCK), probe(scene), base, read);
const slow = (scene: SceneType): Levels => sceneBase(scene, "k", { pacing_speed: -1 });

describe("components", () => {
  it.each([
    [["critic.checklist"], 0],
    [["planner.policy"], 0],
    [["critic.checklist", "planner.policy"], 1],
    [["critic.checklist", "planner.policy", "user.memory"], 1.5],
    [["user.memory"], -0.5],
    // The pace is not theirs.
    [["retriever.policy"], -1],
    [["generator.policy"], -1],
  ] as [Target[], number][])("%j moves a slow scene to %d", (targets, level) => {
    expect(planned("action", slow("action"), ...targets.map((target) => atom(target, BRISK)))[K]).toBe(level);
  });

  it("a critic has nothing to put in", () => {
    const even = sceneBase("action", "k", { pacing_speed: 0 });
    expect(planned("action", even, atom("critic.checklist", BRISK))).toEqual(even);
  });

  it("every axis has one component that puts it in", () => {
    for (const { id } of AXES) expect(COMPONENTS.slice(2)).toContain(ownerOf(id));
  });

  it("items that contradict each other go by their weight", () => {
    const calm = wordsFor({ axis: "pacing_speed", direction: "lower" }, "en");
    const even = sceneBase("action", "k", { pacing_speed: 0 });
    const [up, down] = [atom("planner.policy", BRISK), atom("planner.policy", calm)];
    expect(planned("action", even, up, down)[K]).toBe(0);
    expect(planned("action", even, up, down, { ...up, operation: "add_or_increase_weight" })[K]).toBe(1);
  });

  it("other readers' items, expired ones and those out of scope do nothing", () => {
    const base = slow("action");
    const log = applyDiff([], [atom("planner.policy", BRISK)], { id: "d", user_id: "other", at: AT });
    expect(planScene(stateAt(log, CLOCK), probe("action"), base, read)).toEqual(base);
    expect(planned("action", base, atom("planner.policy", BRISK, { ttl: "0_turns" }))).toEqual(base);
    expect(planned("action", base, atom("planner.policy", BRISK, { scope: "grief_scenes" }))).toEqual(base);
    expect(planned("action", base, atom("planner.policy", BRISK, { anti_scope: "action_scenes" }))).toEqual(base);
    expect(planned("action", base, atom("planner.policy", "words that ask for nothing"))).toEqual(base);
  });
});

describe("room", () => {
  const even = (scene: SceneType): Levels => sceneBase(scene, "k", { pacing_speed: 0 });
  const of = (levels: Levels, axis: string): number => levels[axisIndex(axis)]!;

  it("where there is none, the scene loses its purpose and its coherence", () => {
    const levels = planned("grief", even("grief"), atom("planner.policy", BRISK));
    expect(of(levels, "pacing_speed")).toBe(1);
    for (const axis of Object.keys(SCENE_TABLE.grief.purpose)) expect(of(levels, axis)).toBe(0);
    for (const axis of COHERENCE) expect(of(levels, axis)).toBe(-1);
  });

  it("a touch costs half the coherence and none of the purpose", () => {
    const levels = planned("grief", even("grief"), atom("user.memory", BRISK));
    for (const axis of Object.keys(SCENE_TABLE.grief.purpose)) expect(of(levels, axis)).toBe(1);
    for (const axis of COHERENCE) expect(of(levels, axis)).toBe(0);
  });

  it("where there is room nothing else changes", () => {
    const levels = planned("action", even("action"), atom("planner.policy", BRISK));
    expect(levels.filter((level, k) => level !== even("action")[k])).toEqual([1].slice(0, levels[K] === 1 ? 1 : 0));
  });

  it("every taste is carried by two kinds of scenes or more, and not by two or more with a purpose", () => {
    for (const { id, kind } of AXES.filter((axis) => axis.kind === "taste")) {
      const carrying = SCENES.filter((scene) => hasRoom(scene, id));
      expect(carrying.length, `${id} ${kind}`).toBeGreaterThanOrEqual(2);
      expect(SCENES.length - carrying.length).toBeGreaterThanOrEqual(4);
    }
  });
});

describe("narrator", () => {
  it("the text does what the plan says, and equal plans are equal texts", () => {
    for (const language of ["zh", "en"] as const) {
      const place = { scene: "action", language, clock: CLOCK } as const;
      const textOf = (level: number): string => narrate(place, sceneBase("action", "k", { pacing_speed: level })).text;
      const meter = (text: string): number => measureAxes(readNarrative(text, language), {})[K]!;
      const meters = [-1, -0.5, 0.5, 1, 1.5].map((level) => meter(textOf(level)));
      expect(meters).toEqual([...meters].sort((a, b) => a - b));
      expect(textOf(1)).toBe(textOf(1));
      expect(sceneKey(place, slow("action"))).not.toBe(sceneKey(place, sceneBase("action", "k", { pacing_speed: 1 })));
    }
    expect(TARGETS).toHaveLength(COMPONENTS.length);
  });
});
