/** What a scene is before any agent changes it: its purpose, what keeps it together, and some habits of its author. */
import { AXES, axisIndex } from "../../data-schemas/ontology.ts";
import { COHERENCE, SCENE_TABLE, type SceneType } from "../../data-schemas/scene.ts";
import { ordered } from "../population/grammar/story.ts";
import { pick } from "../population/grammar/template.ts";
import type { Levels } from "./plan.ts";

/** Axes off their middle that belong to no purpose. */
const HABITS = 4;

/** @param key Decides the habits. @param fixed Levels that are given, by axis. */
export function sceneBase(scene: SceneType, key: string, fixed: Readonly<Record<string, number>>): Levels {
  const levels = new Array<number>(AXES.length).fill(0);
  const purpose = SCENE_TABLE[scene].purpose;
  const free = AXES.map(({ id }) => id).filter((id) => !(id in purpose) && !(id in fixed) && !isCoherence(id));
  for (const id of ordered(`${key}/habits`, free).slice(0, HABITS))
    levels[axisIndex(id)] = pick(`${key}/side/${id}`, 2) === 0 ? -1 : 1;
  for (const id of COHERENCE) levels[axisIndex(id)] = 1;
  for (const [id, level] of Object.entries({ ...purpose, ...fixed })) levels[axisIndex(id)] = level;
  return levels;
}

const isCoherence = (id: string): boolean => (COHERENCE as readonly string[]).includes(id);
