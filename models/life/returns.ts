/** From yearly rewards to what an agent's year was worth against its own past, and the years that are kept. */

/** The end of a period and its reward. */
export interface TimedReward {
  /** Such as Y2020-W20-settle. */
  readonly time: string;
  readonly reward: number;
}

export interface Return {
  readonly time: string;
  readonly raw: number;
  /** Divided by what a reward of 1 in every period to come would return. */
  readonly normalised: number;
}

export interface Advantage {
  readonly start: string;
  readonly end: string;
  readonly value: number;
}

export const GAMMA = 0.9;
/** Of the agents of a period, rounded down, at least one. */
export const TOP = 0.25;

const yearOf = (time: string): number => Number(/^Y(\d+)/.exec(time)![1]);
export const beginningOf = (year: number): string => `Y${year}-W00-begin`;

/** G_t = r_t + γ G_{t+1}, with a virtual year of reward 0 in front. @param rewards In the order of time. */
export function returnsOf(rewards: readonly TimedReward[], gamma = GAMMA): Return[] {
  if (rewards.length === 0) return [];
  const all = [{ time: beginningOf(yearOf(rewards[0]!.time)), reward: 0 }, ...rewards];
  const out: Return[] = new Array(all.length);
  let next = 0;
  for (let t = all.length - 1; t >= 0; t--) {
    const raw = all[t]!.reward + gamma * next;
    const left = all.length - t;
    out[t] = { time: all[t]!.time, raw, normalised: raw / (gamma === 1 ? left : (1 - gamma ** left) / (1 - gamma)) };
    next = raw;
  }
  return out;
}

/** A_t = G_t − G_{t−1}, of normalised returns. A later period starts with the year after the one before. */
export function advantagesOf(returns: readonly Return[]): Advantage[] {
  return returns.slice(1).map(({ time, normalised }, i) => {
    const before = returns[i]!;
    const start = i === 0 ? before.time : beginningOf(yearOf(before.time) + 1);
    return { start, end: time, value: normalised - before.normalised };
  });
}

export interface AgentYear extends Advantage {
  readonly agent: string;
}

/** Of each period, the agents that improved most: by (−A, name). */
export function selectYears(years: readonly AgentYear[], top = TOP): AgentYear[] {
  const periods = new Map<string, AgentYear[]>();
  for (const year of years) {
    const key = `${year.start}\0${year.end}`;
    periods.set(key, [...(periods.get(key) ?? []), year]);
  }
  return [...periods.values()].flatMap((all) =>
    [...all]
      .sort((a, b) => b.value - a.value || (a.agent < b.agent ? -1 : 1))
      .slice(0, Math.max(1, Math.floor(top * all.length))),
  );
}
