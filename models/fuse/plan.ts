/**
 * How a state shapes a scene. Each component has its part: the critic takes out what is complained of; the planner, the
 * retriever or the generator, whichever an axis belongs to, puts in what is wanted; what is remembered of the reader adds a
 * touch. What a scene has no room for takes the place of what the scene is for, and breaks its coherence.
 */

import type { Component } from "../../data-schemas/agent-state.ts";
import type { Probe, Want } from "../../data-schemas/fuse-episode.ts";
import { AXES, axisIndex } from "../../data-schemas/ontology.ts";
import { COHERENCE, SCENE_TABLE, type SceneType } from "../../data-schemas/scene.ts";
import { OWNER } from "../agent/atoms.ts";
import { actsIn } from "../agent/scope.ts";
import { EVERYBODY, type LiveItem, type LiveState } from "../agent/state-log.ts";
import { poleWanted } from "../population/mood.ts";

/** What a component's item speaks of; null: nothing that a scene can show. */
export type Reading = (content: string) => Want | null;

/** A pole of each axis, in units of the usual passages; 0.5 is one passage. Shape [AXES]. */
export type Levels = readonly number[];

const MOST = 1.5;
const TOUCH = 0.5;

/** Whether a kind of scene carries an axis without harm. */
export function hasRoom(scene: SceneType, axis: string): boolean {
  return SCENE_TABLE[scene].room.includes(AXES[axisIndex(axis)]!.family);
}

/** Items that act on a scene, for its reader. */
function actingItems(items: readonly LiveItem[], probe: Probe): LiveItem[] {
  return items.filter(
    (item) =>
      item.weight > 0 &&
      (item.user_id === probe.user_id || item.user_id === EVERYBODY) &&
      actsIn(item, probe.scene, item.made, probe.clock),
  );
}

/** @param base What the scene would be without the state. */
export function planScene(state: LiveState, probe: Probe, base: Levels, read: Reading): Levels {
  const votes = (component: Component): Map<string, number> => {
    const sums = new Map<string, number>();
    for (const item of actingItems(state[component], probe)) {
      const want = read(item.content);
      if (want === null) continue;
      sums.set(want.axis, (sums.get(want.axis) ?? 0) + poleWanted(want) * item.weight);
    }
    return sums;
  };
  const [critic, memory] = [votes("critic_checklist"), votes("user_memory")];
  const owners = new Map([...new Set(Object.values(OWNER))].map((component) => [component, votes(component)]));
  const levels = [...base];
  let forced = 0;
  for (const [k, axis] of AXES.entries()) {
    const asked = (sums: ReadonlyMap<string, number> | undefined): number => Math.sign(sums?.get(axis.id) ?? 0);
    const before = base[k]!;
    let level = before;
    const checked = asked(critic);
    // The critic only takes out: it has nothing to put in.
    if (checked * level < 0) level = 0;
    level += asked(owners.get(OWNER[axis.family])) + TOUCH * asked(memory);
    level = Math.max(-MOST, Math.min(MOST, level));
    if (level === before) continue;
    levels[k] = level;
    if (!hasRoom(probe.scene, axis.id)) forced = Math.max(forced, Math.abs(level - before));
  }
  return forced === 0 ? levels : crowded(levels, base, probe.scene, forced);
}

/** @param forced How far an axis was moved that the scene has no room for. */
function crowded(levels: readonly number[], base: Levels, scene: SceneType, forced: number): number[] {
  const out = [...levels];
  for (const axis of COHERENCE) out[axisIndex(axis)] = forced > TOUCH ? -1 : 0;
  if (forced <= TOUCH) return out;
  for (const axis of Object.keys(SCENE_TABLE[scene].purpose)) {
    const k = axisIndex(axis);
    // What was itself asked for stays.
    if (levels[k] === base[k]) out[k] = 0;
  }
  return out;
}
