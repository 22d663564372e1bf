/** The embedded narrator: a planned scene in the words of the population's grammar, so that the text does what the plan says. */

import type { Clock } from "../../data-schemas/agent-state.ts";
import type { AxisLevel } from "../../data-schemas/axis.ts";
import { AXES } from "../../data-schemas/ontology.ts";
import { SCENES, type SceneType } from "../../data-schemas/scene.ts";
import type { StoryBible } from "../../data-schemas/story-bible.ts";
import type { Language } from "../content/language.ts";
import { writeChapter } from "../population/grammar/chapter.ts";
import { bibleOf, makeStory, type Story } from "../population/grammar/story.ts";
import type { Levels } from "./plan.ts";

export interface Place {
  readonly scene: SceneType;
  readonly language: Language;
  readonly clock: Clock;
}

/** Passages of an axis at level 1. */
const USUAL = 2;
const STORIES = new Map<string, Story>();

function storyOf(id: string, language: Language): Story {
  const key = `${language}/${id}`;
  const known = STORIES.get(key);
  if (known !== undefined) return known;
  const story = makeStory(id, language);
  STORIES.set(key, story);
  return story;
}

/** What names a text: equal keys, equal texts. */
export function sceneKey({ scene, language, clock }: Place, levels: Levels): string {
  return `${language}/${clock.story}/${clock.chapter}/${scene}/${levels.map((level) => Math.round(USUAL * level)).join()}`;
}

export function narrate({ scene, language, clock }: Place, levels: Levels): { text: string; bible: StoryBible } {
  const story = storyOf(clock.story, language);
  const strengths = Object.fromEntries(
    AXES.flatMap(({ id }, k) => (levels[k] === 0 ? [] : [[id, Math.round(USUAL * Math.abs(levels[k]!))] as const])),
  );
  const signs = levels.map((level) => Math.sign(level) as AxisLevel);
  const { text } = writeChapter({
    story,
    index: clock.chapter,
    telling: SCENES.indexOf(scene),
    levels: signs,
    strengths,
  });
  return { text, bible: bibleOf(story) };
}
