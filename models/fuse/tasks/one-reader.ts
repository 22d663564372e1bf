/** Tasks in which one reader says one thing: label, state_diff, sealed_probes, masking. They differ in what is scored. */
import type { Task } from "../../../data-schemas/fuse-episode.ts";
import type { Language } from "../../content/language.ts";
import { difficultyOf, type Episode, episodeOf, makeStrand, type SuiteWorld } from "../episode-maker.ts";

const COUNTS = { positive: 3, anti: 3, neutral: 2 } as const;
const NONE = { positive: 0, anti: 0, neutral: 0 } as const;
export function oneReaderEpisode(suite: SuiteWorld, task: Task, id: string, language: Language): Episode | null {
  const difficulty = difficultyOf(suite, task, id);
  const counts = task === "label" ? NONE : COUNTS;
  const silence = difficulty.implicitOnly ? "all" : "none";
  const strand = makeStrand(suite, { key: id, language, difficulty, turn: 0, counts, silence, not: [] });
  return strand === null ? null : episodeOf(task, id, difficulty, [strand]);
}
