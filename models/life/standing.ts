/** Absolute measures of how an agent is seen, to compare runs by: they do not depend on who else is there. */
import type { Scores } from "./ratings.ts";

/** What nobody said counts as this; and from here on one is liked. */
const NEUTRAL = 60;
const TOPS = [1, 3, 10] as const;

export type Standing = Readonly<Record<string, number | null>>;

/** @param affection Cleaned scores. null: nobody rated the agent. */
export function standingOf(agent: string, affection: Scores, respect: Scores): Standing {
  const about = (scores: Scores, name: string): [string, number][] =>
    [...scores].flatMap(([rater, given]) => {
      const score = given.get(name);
      return score === undefined || rater === name ? [] : [[rater, score] as [string, number]];
    });
  const out: Record<string, number | null> = {};
  for (const [scores, average, count, top] of [
    [affection, "avg_affection_from_others", "num_people_favor", "favor"],
    [respect, "avg_respect_from_others", "num_people_respect", "respect"],
  ] as const) {
    const received = about(scores, agent);
    const given = scores.get(agent) ?? new Map<string, number>();
    const values = received.map(([, score]) => score).sort((a, b) => b - a);
    // Of those one likes most, how they like one back; ties in the order of names.
    const mutual = [...given]
      .sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1))
      .map(([other]) => scores.get(other)?.get(agent) ?? NEUTRAL);
    out[average] = mean(values);
    out[count] = values.filter((value) => value >= NEUTRAL).length;
    for (const n of TOPS) {
      out[`top_${n}_avg_${top}`] = mean(values.slice(0, n));
      out[`top_${n}_avg_${top}_mutual`] = mean(mutual.slice(0, n));
    }
  }
  return out;
}

function mean(values: readonly number[]): number | null {
  return values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0) / values.length;
}
