/** Candidates with known truth: for planted readers scenes of the grammar that differ in what their authors are given to. */

import type { AxisLevel } from "../../data-schemas/axis.ts";
import type { CandidatesRow } from "../../data-schemas/candidates.ts";
import { AXES, axisIndex } from "../../data-schemas/ontology.ts";
import { populationSchema } from "../../data-schemas/population.ts";
import type { EsusRecord } from "../../data-schemas/record.ts";
import { languageOf } from "../content/narrative-columns.ts";
import { writeChapter } from "../population/grammar/chapter.ts";
import { sparseLevels } from "../population/grammar/levels.ts";
import { bibleOf, makeStory } from "../population/grammar/story.ts";
import { pick } from "../population/grammar/template.ts";
import { expectedStars } from "../population/judgement.ts";
import type { Mood } from "../population/mood.ts";
import type { PlantedReader } from "../population/reader.ts";

/** Chapters that a candidate may be of. */
const CHAPTERS = 20;

/**
 * @param last The reader's last record, with what it hides.
 * @returns null: the record hides nothing that tells the reader's truth.
 */
export function madeCandidates(last: EsusRecord, number: number, count: number, seed: number): CandidatesRow | null {
  const reader = plantedOf(last);
  if (reader === null) return null;
  const language = last.language === "zh" || last.language === "en" ? last.language : languageOf(last.story_id);
  const key = `${seed}/candidates/${number}`;
  const story = makeStory(`${key}/story`, language);
  const index = pick(`${key}/chapter`, CHAPTERS);
  return {
    prompt_id: `p${number}`,
    prompt: language === "zh" ? `写下一章。${story.title}` : `Write the next chapter. ${story.title}`,
    user_id: last.user_id,
    story_bible: bibleOf(story),
    candidates: Array.from({ length: count }, (_, telling) => {
      const levels: AxisLevel[] = sparseLevels(`${key}/${telling}`);
      const { text } = writeChapter({ story, index, telling, levels });
      return {
        id: `c${telling}`,
        text,
        oracle: expectedStars(reader.reader, reader.mood, { levels, quality: 0, words: 0 }),
      };
    }),
  };
}

function plantedOf({
  hidden_user_state: state,
}: EsusRecord): { reader: Pick<PlantedReader, "thresholds" | "noise">; mood: Mood } | null {
  if (state?.rating_thresholds === undefined || state.stable_preferences === undefined) return null;
  const { trust_t, fatigue_t, curiosity_t, frustration_t } = state;
  if (trust_t === undefined || fatigue_t === undefined || curiosity_t === undefined || frustration_t === undefined)
    return null;
  const tastes = AXES.map(({ id }) => state.stable_preferences![id] ?? 0);
  const needs = new Map(Object.entries(state.dynamic_preferences ?? {}).map(([id, need]) => [axisIndex(id), need]));
  const { noise } = populationSchema.parse({}).spread;
  return {
    reader: { thresholds: state.rating_thresholds, noise },
    mood: {
      trust: trust_t,
      fatigue: fatigue_t,
      curiosity: curiosity_t,
      frustration: frustration_t,
      tastes,
      needs,
      request: null,
      ignored: 0,
      knowledge: [],
    },
  };
}
