/** Which axes a chapter of the population is moved on. */
import type { AxisLevel } from "../../../data-schemas/axis.ts";
import { AXES } from "../../../data-schemas/ontology.ts";
import { ordered } from "./story.ts";
import { pick } from "./template.ts";

const FEWEST = 10;
const SPREAD = 5;

/** Ten to fourteen axes off their middle, each to either side. @param key  Decides which. */
export function sparseLevels(key: string): AxisLevel[] {
  const moved = new Set(
    ordered(
      `${key}/axes`,
      AXES.map((_, i) => i),
    ).slice(0, FEWEST + pick(`${key}/count`, SPREAD)),
  );
  return AXES.map((_, i) => (moved.has(i) ? (pick(`${key}/side/${i}`, 2) === 0 ? -1 : 1) : 0));
}

/** The same levels with one axis put where it is wanted. */
export function withLevel(levels: readonly AxisLevel[], axis: number, level: AxisLevel): AxisLevel[] {
  return levels.map((each, i) => (i === axis ? level : each));
}
