/** The axes of ESUS in their fixed order: it is the order of coordinates wherever axes are counted. */
import { z } from "zod";
import { type Axis, axisSchema } from "./axis.ts";
import { internal } from "./errors.ts";
import { AGENCY } from "./ontology/agency.ts";
import { CONTINUITY } from "./ontology/continuity.ts";
import { EMOTIONAL_PEAK } from "./ontology/emotional-peak.ts";
import { LORE_DENSITY } from "./ontology/lore-density.ts";
import { PACING } from "./ontology/pacing.ts";
import { STYLE } from "./ontology/style.ts";
import { TROPE } from "./ontology/trope.ts";

/** Raised when an axis is added, removed, moved or turned around: checkpoints of another ontology are refused. */
export const ONTOLOGY_VERSION = 1;

export const AXES: readonly Axis[] = z
  .array(axisSchema)
  .min(48)
  .max(64)
  .parse([...PACING, ...AGENCY, ...LORE_DENSITY, ...TROPE, ...CONTINUITY, ...STYLE, ...EMOTIONAL_PEAK]);

const INDEX: ReadonlyMap<string, number> = new Map(AXES.map(({ id }, index) => [id, index]));

export const axisIdSchema = z.enum(AXES.map(({ id }) => id) as [string, ...string[]]);

/** What belongs to each axis, by its id; what is 0 is left out. @param of  Made of each value. */
export function byAxis<T extends number, R>(
  values: Iterable<readonly [axis: number, value: T]>,
  of: (value: Exclude<T, 0>) => R,
): Record<string, R> {
  const rest = [...values].filter((each): each is [number, Exclude<T, 0>] => each[1] !== 0);
  return Object.fromEntries(rest.map(([axis, value]) => [AXES[axis]!.id, of(value)]));
}

/** Position of an axis in AXES. */
export function axisIndex(id: string): number {
  const index = INDEX.get(id);
  if (index === undefined) throw internal(`no axis is called "${id}"`);
  return index;
}
