/** The same chapter after different histories: asked three times and ignored, or asked three times and heard. */
import { AXES } from "../../data-schemas/ontology.ts";
import type { MemoryPair, MemorySide } from "../../data-schemas/pair.ts";
import { spreadSchema } from "../../data-schemas/population.ts";
import type { Language } from "../content/language.ts";
import { hash53 } from "../hash.ts";
import { answer } from "../population/feedback.ts";
import { withLevel } from "../population/grammar/levels.ts";
import { afterReading, type Fulfilled, firstMood, type Mood, poleWanted, strongestTaste } from "../population/mood.ts";
import { makeReader, type PlantedReader } from "../population/reader.ts";
import { makeRng } from "../rng.ts";
import { type PairScene, pairHead, pairScene, sideOf } from "./grammar-chapter.ts";

const ASKED = 3;
const DRAWS = 400;

export function memoryPair(seed: number, language: Language, n: number): MemoryPair {
  const scene = pairScene(seed, `memory/${language}/${n}`, language);
  const reader = makeReader(seed, 2_000_000 + n, [language], spreadSchema.parse({}));
  const axis = strongestTaste(reader.tastes);
  const direction = reader.tastes[axis]! > 0 ? "higher" : "lower";
  const request = { axis: AXES[axis]!.id, direction } as const;
  // The chapter itself gives nothing of what was asked for: only the history tells the two apart.
  const levels = withLevel(scene.levels, axis, 0);
  const side = (fulfilled: Fulfilled): MemorySide => {
    const mood = moodAfter(
      reader,
      request,
      Array<Fulfilled>(ASKED).fill(fulfilled),
      scene,
      axis,
      `${seed}/${scene.id}`,
    );
    return answers(reader, mood, levels, `${seed}/${scene.id}`, fulfilled);
  };
  return {
    kind: "memory",
    ...pairHead("memory", scene),
    request,
    chapter: sideOf(scene, levels),
    draws: DRAWS,
    ignored: side(0),
    fulfilled: side(2),
  };
}

/** A mood after so many chapters that heeded the request or did not, else alike. */
export function moodAfter(
  reader: PlantedReader,
  request: MemoryPair["request"],
  history: readonly Fulfilled[],
  { levels }: Pick<PairScene, "levels">,
  axis: number,
  key: string,
): Mood {
  const rng = makeRng(hash53(`${key}/history`));
  let mood: Mood = { ...firstMood(reader), request };
  for (const [index, fulfilled] of history.entries()) {
    const served = withLevel(levels, axis, fulfilled === 2 ? poleWanted(request) : 0);
    mood = afterReading(reader, mood, { levels: served, rating: 3, fulfilled, learned: [], index }, rng);
    mood = { ...mood, request };
  }
  return mood;
}

function answers(
  reader: PlantedReader,
  mood: Mood,
  levels: PairScene["levels"],
  key: string,
  fulfilled: Fulfilled,
): MemorySide {
  const rng = makeRng(hash53(`${key}/answers`));
  let rating = 0;
  let continued = 0;
  for (let i = 0; i < DRAWS; i++) {
    const feedback = answer(reader, mood, { levels, quality: 0, words: 900 }, null, rng);
    rating += feedback.rating / DRAWS;
    continued += (feedback.continues ? 1 : 0) / DRAWS;
  }
  return {
    fulfilled: Array(ASKED).fill(fulfilled),
    mean_rating: rating,
    continue_share: continued,
    trust: mood.trust,
    frustration: mood.frustration,
  };
}
