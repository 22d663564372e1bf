/**
 * Where an item acts. A scope is a name or a phrase, such as current_arc_action_or_reveal_scenes or "quiet grief scenes":
 * of it the reach (arc, story, next chapters) and the kinds of scenes are understood. A scope that names no kind of scene
 * means all; an anti-scope that names none means none.
 */
import type { Clock } from "../../data-schemas/agent-state.ts";
import { SCENE_TABLE, SCENES, type SceneType } from "../../data-schemas/scene.ts";

/** Kinds of scenes that a text names, in their fixed order. */
export function scenesIn(text: string): SceneType[] {
  const folded = text.toLowerCase();
  return SCENES.filter((type) => SCENE_TABLE[type].words.some((word) => names(folded, word)));
}

function names(text: string, word: string): boolean {
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1)) {
    // "interaction" is no action scene; Chinese has no spaces to go by.
    if (at === 0 || !/[a-z]/.test(word[0]!) || !/[a-z]/.test(text[at - 1]!)) return true;
  }
  return false;
}

/** For everybody, not only for the reader who said it. */
export const ALL_READERS = "all_readers";

export function isForEverybody(scope: string): boolean {
  return scope.includes(ALL_READERS);
}

/** Whether a scope that was made at one point of a story reaches another. */
export function isInReach(scope: string, made: Clock, now: Clock): boolean {
  const chapters = /next_(?:\d+_to_)?(\d+)_chapters?/.exec(scope);
  if (chapters !== null)
    return now.story === made.story && now.chapter > made.chapter && now.chapter - made.chapter <= Number(chapters[1]);
  if (scope.includes("current_arc")) return now.story === made.story && now.arc === made.arc;
  if (scope.includes("current_story")) return now.story === made.story;
  return true;
}

export interface Reach {
  readonly scope: string;
  readonly anti_scope: string;
}

export function actsIn({ scope, anti_scope }: Reach, scene: SceneType, made: Clock, now: Clock): boolean {
  if (!isInReach(scope, made, now) || scenesIn(anti_scope).includes(scene)) return false;
  const named = scenesIn(scope);
  return named.length === 0 || named.includes(scene);
}

/** The name of a scope. @param scenes Empty: all. */
export function scopeName(reach: "current_arc" | "current_story", scenes: readonly SceneType[]): string {
  return scenes.length === 0 ? reach : `${reach}_${scenes.join("_or_")}_scenes`;
}

/** The name of an anti-scope. */
export function antiScopeName(scenes: readonly SceneType[]): string {
  return scenes.length === 0 ? "none" : `${scenes.join("_or_")}_scenes`;
}
