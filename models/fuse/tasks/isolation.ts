/** Several readers of one story speak by turns: what one said must not change what another is given. */
import type { Language } from "../../content/language.ts";
import { difficultyOf, type Episode, episodeOf, makeStrand, type Strand, type SuiteWorld } from "../episode-maker.ts";

export function isolationEpisode(suite: SuiteWorld, id: string, language: Language): Episode | null {
  const difficulty = difficultyOf(suite, "isolation", id);
  const strands: Strand[] = [];
  for (let turn = 0; turn < difficulty.readers; turn++) {
    const strand = makeStrand(suite, {
      key: `${id}/r${turn}`,
      storyKey: id,
      language,
      difficulty,
      turn,
      counts: turn === 0 ? { positive: 3, anti: 2, neutral: 1 } : { positive: 2, anti: 1, neutral: 0 },
      silence: "none",
      not: strands.map(({ reader }) => reader.number),
    });
    if (strand === null) return null;
    strands.push(strand);
  }
  return episodeOf("isolation", id, difficulty, strands);
}
