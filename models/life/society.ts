/** A simulated society as it is scored: ratings and states of each year, and what is missing of them. */
import { InputError } from "../../data-schemas/errors.ts";
import type { RatingRow } from "../../data-schemas/life.ts";
import { parseLifeTime } from "./life-time.ts";
import { cleanScores, type Outsiders, type Scores } from "./ratings.ts";
import { type AgentYear, advantagesOf, GAMMA, returnsOf, type TimedReward, TOP } from "./returns.ts";
import { SOCIAL, type SocialOptions, type SocialReward, socialRewards } from "./social.ts";
import { type Standing, standingOf } from "./standing.ts";
import {
  SUBJECTIVE,
  type SubjectiveOptions,
  type SubjectiveReward,
  subjectiveRewards,
  type WeekState,
} from "./subjective.ts";
import { TOTAL, type TotalOptions, totalRewards } from "./total.ts";

export interface LifeOptions {
  readonly outsiders: Outsiders;
  readonly social: SocialOptions;
  readonly subjective: SubjectiveOptions;
  readonly weights: TotalOptions;
  readonly gamma: number;
  readonly top: number;
}
export const LIFE: LifeOptions = {
  outsiders: "nodes",
  social: SOCIAL,
  subjective: SUBJECTIVE,
  weights: TOTAL,
  gamma: GAMMA,
  top: TOP,
};

/** A state as it was written down. */
export interface TimedState extends WeekState {
  readonly time: string;
  readonly deposit: number;
}

export interface World {
  readonly name: string;
  readonly language: "en" | "zh";
  readonly startYear: number;
  readonly years: number;
  readonly weeks: number;
  /** Weeks of a year whose states count for the subjective reward. */
  readonly periodWeeks: number;
}

export interface Society {
  readonly world: World;
  /** Last rating of each agent in each year. */
  readonly ratings: readonly RatingRow[];
  /** By agent, in the order of the file. */
  readonly states: ReadonlyMap<string, readonly TimedState[]>;
}

export interface YearReward {
  readonly agent: string;
  readonly year: number;
  readonly time: string;
  readonly social: SocialReward;
  readonly subjective: SubjectiveReward;
  readonly economic: number;
  readonly total: number;
  readonly standing: Standing;
}

export interface ScoredSociety {
  readonly rewards: readonly YearReward[];
  readonly years: readonly AgentYear[];
  /** Scores given to names that are no agent's. */
  readonly unknownNames: number;
  /** Weeks of which no begin was written down, by agent. */
  readonly missing: readonly { readonly agent: string; readonly year: number; readonly weeks: readonly number[] }[];
}

/**
 * @throws {InputError} Ratings and states are of different agents in a year: nothing is scored as 0 because it was missing.
 */
export function scoreSociety(society: Society, options: LifeOptions = LIFE): ScoredSociety {
  const { world, ratings, states } = society;
  const rewards: YearReward[] = [];
  const missing: { agent: string; year: number; weeks: number[] }[] = [];
  let unknownNames = 0;
  for (const [year, rows] of byYear(ratings)) {
    const agents = new Set(rows.map(({ agent_name }) => agent_name));
    const of = (key: "affection_scores" | "respect_scores"): Scores => {
      const raw = new Map(rows.map((row) => [row.agent_name, new Map(Object.entries(row[key]))]));
      const { scores, unknown } = cleanScores(raw, agents, options.outsiders);
      unknownNames += unknown;
      return scores;
    };
    const [affection, respect] = [of("affection_scores"), of("respect_scores")];
    const social = socialRewards(agents, affection, respect, options.social);
    const histories = new Map<string, WeekState[]>();
    const economic = new Map<string, number>();
    for (const agent of new Set([...agents, ...states.keys()])) {
      const mine = (states.get(agent) ?? []).filter(({ time }) => parseLifeTime(time).year === year);
      if (mine.length === 0) continue;
      const { weeks, absent } = historyOf(mine, world);
      if (absent.length > 0) missing.push({ agent, year, weeks: absent });
      histories.set(agent, weeks);
      economic.set(agent, mine.at(-1)!.deposit - mine[0]!.deposit);
    }
    const subjective = subjectiveRewards(histories, options.subjective);
    const where = `year ${year}`;
    const total = totalRewards(
      {
        social: new Map([...social].map(([agent, { combined }]) => [agent, combined])),
        subjective: new Map([...subjective].map(([agent, { score }]) => [agent, score])),
        economic,
      },
      where,
      options.weights,
    );
    for (const { agent_name: agent, time } of rows)
      rewards.push({
        agent,
        year,
        time,
        social: social.get(agent)!,
        subjective: subjective.get(agent)!,
        economic: economic.get(agent)!,
        total: total.get(agent)!,
        standing: standingOf(agent, affection, respect),
      });
  }
  return { rewards, years: advantages(rewards, options), unknownNames, missing };
}

function byYear(ratings: readonly RatingRow[]): [number, RatingRow[]][] {
  const years = new Map<number, Map<string, RatingRow>>();
  for (const row of ratings) {
    const { year } = parseLifeTime(row.time);
    const rows = years.get(year) ?? new Map<string, RatingRow>();
    const known = rows.get(row.agent_name);
    // Of several in a year the last is the year's.
    if (known === undefined || parseLifeTime(known.time).week <= parseLifeTime(row.time).week)
      rows.set(row.agent_name, row);
    years.set(year, rows);
  }
  const sorted = [...years].sort(([a], [b]) => a - b);
  return sorted.map(([year, rows]) => [
    year,
    [...rows.values()].sort((a, b) => (a.agent_name < b.agent_name ? -1 : 1)),
  ]);
}

/**
 * The weeks that count: the begins of the period's weeks but the first, and the state as it stands at the end, so that there
 * are as many as the period has weeks. A begin may be written twice: the later one counts.
 */
function historyOf(
  states: readonly TimedState[],
  { weeks, periodWeeks }: World,
): { weeks: WeekState[]; absent: number[] } {
  const begins = new Map<number, TimedState>();
  let last = 0;
  for (const state of states) {
    const { week, phase } = parseLifeTime(state.time);
    last = Math.max(last, week);
    if (phase === "begin" && week > 0) begins.set(week, state);
  }
  const absent = Array.from({ length: weeks }, (_, w) => w + 1).filter((week) => !begins.has(week));
  const first = Math.max(1, last - periodWeeks + 2);
  const past = [...begins].filter(([week]) => week >= first).sort(([a], [b]) => a - b);
  return { weeks: [...past.map(([, state]) => state), states.at(-1)!], absent };
}

function advantages(rewards: readonly YearReward[], { gamma }: LifeOptions): AgentYear[] {
  const byAgent = new Map<string, TimedReward[]>();
  for (const { agent, time, total } of rewards)
    byAgent.set(agent, [...(byAgent.get(agent) ?? []), { time, reward: total }]);
  return [...byAgent].flatMap(([agent, all]) =>
    advantagesOf(returnsOf(all, gamma)).map((advantage) => ({ ...advantage, agent })),
  );
}

/** Whether a run has what is needed at all. @throws {InputError} */
export function requireSociety({ ratings, states }: Society, where: string): void {
  if (ratings.length === 0)
    throw new InputError(`${where}: has no ratings; expected reward/rankings/year=…/week=….jsonl`);
  if (states.size === 0) throw new InputError(`${where}: has no states; expected persona/NAME/state.jsonl`);
}
