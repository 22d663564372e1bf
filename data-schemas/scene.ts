/**
 * Kinds of scenes: what each is for, and which families of axes it can carry beside that. What an agent forces into a scene
 * that has no room for it takes the place of what the scene is for.
 */
import { z } from "zod";
import type { AxisFamily, AxisLevel, Bilingual } from "./axis.ts";

export const SCENES = [
  "action",
  "reveal",
  "journey",
  "council",
  "courtship",
  "grief",
  "cozy",
  "market",
  "letter",
] as const;
export type SceneType = (typeof SCENES)[number];
export const sceneTypeSchema = z.enum(SCENES);

export interface Scene {
  readonly id: SceneType;
  readonly name: Bilingual;
  /** Levels of the axes that make it what it is. */
  readonly purpose: Readonly<Record<string, AxisLevel>>;
  /** Families of axes that it carries without harm. */
  readonly room: readonly AxisFamily[];
  /** In names of scopes and in readers' words. */
  readonly words: readonly string[];
}

/** What keeps any scene together; it breaks where too much is forced in. */
export const COHERENCE = ["causal_clarity", "thread_tracking"] as const;

const scene = (
  id: SceneType,
  [zh, en]: readonly [string, string],
  purpose: Scene["purpose"],
  room: Scene["room"],
  words: Scene["words"],
): Scene => ({ id, name: { zh, en }, purpose, room, words });

export const SCENE_TABLE: Readonly<Record<SceneType, Scene>> = {
  action: scene(
    "action",
    ["打斗", "action"],
    { pacing_speed: 1, tension_build: 1, sensory_detail: 1 },
    ["pacing", "agency", "trope", "emotional_peak"],
    ["action", "chase", "fight", "battle", "high_tension", "打斗", "动作", "追逐"],
  ),
  reveal: scene(
    "reveal",
    ["揭晓", "reveal"],
    { mystery: 1, callback: 1, dialogue_share: 1 },
    ["pacing", "lore_density", "trope", "continuity", "emotional_peak"],
    ["reveal", "payoff", "exposition", "mystery", "揭晓", "揭秘", "解谜"],
  ),
  journey: scene(
    "journey",
    ["赶路", "journey"],
    { place_detail: 1, wonder: 1, cooperation: 1 },
    ["pacing", "agency", "lore_density", "style", "continuity"],
    ["journey", "travel", "road", "training", "赶路", "旅途", "修炼"],
  ),
  council: scene(
    "council",
    ["议事", "council"],
    { politics: 1, planning: 1, dialogue_share: 1 },
    ["agency", "lore_density", "style", "continuity"],
    ["council", "negotiation", "dialogue", "strategy", "议事", "谈判", "对话"],
  ),
  courtship: scene(
    "courtship",
    ["感情", "romance"],
    { romance: 1, warmth: 1, interiority: 1 },
    ["trope", "style", "emotional_peak"],
    ["romance", "courtship", "confession", "感情", "恋爱", "言情"],
  ),
  grief: scene(
    "grief",
    ["哀悼", "grief"],
    { grief_space: 1, emotional_intensity: 1, interiority: 1, downtime: 1 },
    [],
    ["grief", "quiet", "reflection", "mourning", "loss", "哀悼", "悲伤", "安静"],
  ),
  cozy: scene(
    "cozy",
    ["日常", "slice-of-life"],
    { downtime: 1, warmth: 1, humour: 1, craft_detail: 1 },
    [],
    ["cozy", "cosy", "slice_of_life", "slice-of-life", "daily_life", "daily life", "日常", "生活"],
  ),
  market: scene("market", ["集市", "market"], { economy: 1 }, [], ["market", "description", "集市", "买卖"]),
  letter: scene("letter", ["书信", "letter"], { register: 1 }, [], ["letter", "chronicle", "书信", "来信"]),
};

/** Scenes in which nothing is at stake for any reader. */
export const NEUTRAL_SCENES: readonly SceneType[] = ["market", "letter"];
