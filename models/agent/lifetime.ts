/** How long an item lives: by turns, chapters, arcs or the story, counted from where it was made. */
import type { Clock } from "../../data-schemas/agent-state.ts";

/**
 * Words that are understood: N_turns, N_chapters, until_arc_resolution, story_global; anything else, such as permanent,
 * never ends. N chapters after chapter c are c + 1 to c + N.
 */
export function isExpired(ttl: string, made: Clock, now: Clock): boolean {
  const counted = /^(?:next_)?(?:\d+_to_)?(\d+)_(turn|chapter)s?$/.exec(ttl);
  if (counted !== null) {
    const most = Number(counted[1]);
    if (counted[2] === "turn") return now.turn - made.turn > most;
    return now.story !== made.story || now.chapter - made.chapter > most;
  }
  if (ttl === "until_arc_resolution") return now.story !== made.story || now.arc !== made.arc;
  if (ttl === "story_global") return now.story !== made.story;
  return false;
}
