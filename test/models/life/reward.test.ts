/** The life reward against the released code's numbers, and by its laws. */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { normalisedRows, PAGERANK, pageRank } from "../../../models/life/pagerank.ts";
import { cleanScores, rescaled, type Scores } from "../../../models/life/ratings.ts";
import { advantagesOf, returnsOf, selectYears } from "../../../models/life/returns.ts";
import { SOCIAL, socialRewards } from "../../../models/life/social.ts";
import { standingOf } from "../../../models/life/standing.ts";
import { miseryThreshold, subjectiveRewards, type WeekState } from "../../../models/life/subjective.ts";
import { totalRewards, zScores } from "../../../models/life/total.ts";

const GOLDEN = join(import.meta.dirname, "../../../../shared/golden/agentopia_reward_golden.json");
if (!existsSync(GOLDEN))
  console.warn("skipped: ../shared/golden is absent, so the released code's rewards are not compared");

interface Golden {
  years: {
    rankings: {
      agent_name: string;
      affection_scores: Record<string, number>;
      respect_scores: Record<string, number>;
    }[];
    fulfillment_history: Record<string, { fulfillment: WeekState["fulfilment"]; vitality: number }[]>;
    economy: Record<string, number>;
    expected: {
      social: Record<string, { affection: number; respect: number; combined: number }>;
      subjective: Record<string, { score: number; n_penalties: number }>;
      total: Record<string, number>;
      metrics: Record<string, Record<string, number>>;
    };
  }[];
  reward_history: Record<string, [string, number][]>;
  expected_returns_raw: Record<string, [string, number][]>;
  expected_returns_normalized: Record<string, [string, number][]>;
  expected_advantages: Record<string, [string, string, number][]>;
  expected_top25_per_period: [string, string, string, number][];
}

describe.skipIf(!existsSync(GOLDEN))("released code, 100 agents x 10 years", () => {
  const golden: Golden = existsSync(GOLDEN) ? JSON.parse(readFileSync(GOLDEN, "utf8")) : { years: [] };
  const close = (value: number, wanted: number): void => expect(Math.abs(value - wanted)).toBeLessThan(1e-12);

  it("every component, total and standing of every year", () => {
    for (const year of golden.years) {
      const agents = new Set(year.rankings.map(({ agent_name }) => agent_name));
      const of = (key: "affection_scores" | "respect_scores"): Scores =>
        cleanScores(
          new Map(year.rankings.map((row) => [row.agent_name, new Map(Object.entries(row[key]))])),
          agents,
          "nodes",
        ).scores;
      const [affection, respect] = [of("affection_scores"), of("respect_scores")];
      const social = socialRewards(agents, affection, respect);
      const histories = new Map(
        Object.entries(year.fulfillment_history).map(([agent, weeks]) => [
          agent,
          weeks.map(({ fulfillment, vitality }) => ({ fulfilment: fulfillment, vitality })),
        ]),
      );
      const subjective = subjectiveRewards(histories);
      const total = totalRewards(
        {
          social: new Map([...social].map(([agent, { combined }]) => [agent, combined])),
          subjective: new Map([...subjective].map(([agent, { score }]) => [agent, score])),
          economic: new Map(Object.entries(year.economy)),
        },
        "golden",
      );
      for (const agent of agents) {
        for (const part of ["affection", "respect", "combined"] as const)
          close(social.get(agent)![part], year.expected.social[agent]![part]);
        close(subjective.get(agent)!.score, year.expected.subjective[agent]!.score);
        expect(subjective.get(agent)!.penalties).toBe(year.expected.subjective[agent]!.n_penalties);
        close(total.get(agent)!, year.expected.total[agent]!);
        const standing = standingOf(agent, affection, respect);
        // The released code says 0 where nobody was rated; we say nothing.
        for (const [name, value] of Object.entries(year.expected.metrics[agent]!)) close(standing[name] ?? 0, value);
      }
    }
  });

  it("returns, advantages, and 240 of 240 selections", () => {
    const years = Object.entries(golden.reward_history).flatMap(([agent, history]) => {
      const returns = returnsOf(history.map(([time, reward]) => ({ time, reward })));
      for (const [i, [time, value]] of golden.expected_returns_normalized[agent]!.entries()) {
        expect(returns[i]!.time).toBe(time);
        close(returns[i]!.normalised, value);
        close(returns[i]!.raw, golden.expected_returns_raw[agent]![i]![1]);
      }
      const advantages = advantagesOf(returns);
      for (const [i, [start, end, value]] of golden.expected_advantages[agent]!.entries()) {
        expect([advantages[i]!.start, advantages[i]!.end]).toEqual([start, end]);
        close(advantages[i]!.value, value);
      }
      return advantages.map((advantage) => ({ ...advantage, agent }));
    });
    const key = (agent: string, start: string, end: string): string => `${agent} ${start} ${end}`;
    const selected = new Set(selectYears(years).map(({ agent, start, end }) => key(agent, start, end)));
    const wanted = golden.expected_top25_per_period.map(([agent, start, end]) => key(agent, start, end));
    expect([...selected].sort()).toEqual([...new Set(wanted)].sort());
    expect(selected.size).toBe(240);
  });
});

const NAMES = ["ann", "bo", "cy", "di", "ed"];
const scores = fc
  .array(fc.array(fc.integer({ min: 0, max: 100 }), { minLength: 5, maxLength: 5 }), { minLength: 5, maxLength: 5 })
  .map(
    (rows): Scores =>
      new Map(
        rows.map((row, i) => [
          NAMES[i]!,
          new Map(row.flatMap((score, j) => (i === j ? [] : [[NAMES[j]!, score] as const]))),
        ]),
      ),
  );

describe("laws", () => {
  it("permuting the agents changes nothing", () => {
    fc.assert(
      fc.property(scores, scores, fc.shuffledSubarray(NAMES, { minLength: 5 }), (a, r, order) => {
        const turned = (from: Scores): Scores =>
          new Map(order.map((name) => [name, new Map([...from.get(name)!].reverse())]));
        const [plain, permuted] = [socialRewards(NAMES, a, r), socialRewards(order, turned(a), turned(r))];
        for (const name of NAMES) expect(permuted.get(name)!.combined).toBeCloseTo(plain.get(name)!.combined, 12);
      }),
    );
  });

  it("a rater who doubles all scores changes nothing", () => {
    fc.assert(
      fc.property(scores, fc.constantFrom(...NAMES), (a, rater) => {
        const scaled: Scores = new Map(
          [...a].map(([name, given]) => [
            name,
            new Map([...given].map(([rated, score]) => [rated, name === rater ? score / 2 : score])),
          ]),
        );
        expect(socialRewards(NAMES, scaled, a)).toEqual(socialRewards(NAMES, a, a));
      }),
    );
  });

  it("the scores of PageRank sum to 1, dangling and isolated agents included", () => {
    const rows = normalisedRows([
      Float64Array.of(0, 1, 1, 0),
      Float64Array.of(1, 0, 0, 0),
      // Rates nobody; and one whom nobody rates.
      Float64Array.of(0, 0, 0, 0),
      Float64Array.of(0, 0, 0, 0),
    ]);
    const rank = pageRank(rows, PAGERANK);
    expect(rank.reduce((sum, score) => sum + score, 0)).toBeCloseTo(1, 12);
    expect(Math.min(...rank)).toBe(rank[3]);
    // By hand, of two who rate each other only: a half each.
    expect([...pageRank(normalisedRows([Float64Array.of(0, 5), Float64Array.of(2, 0)]), PAGERANK)]).toEqual([0.5, 0.5]);
  });

  it("a reward that grows every year has positive advantages; a constant one none after the first", () => {
    const of = (rewards: number[]): number[] =>
      advantagesOf(returnsOf(rewards.map((reward, i) => ({ time: `Y${2020 + i}-W10-settle`, reward })))).map(
        ({ value }) => value,
      );
    expect(of([1, 2, 3]).every((value) => value > 0)).toBe(true);
    for (const value of of([2, 2, 2]).slice(1)) expect(value).toBeCloseTo(0, 12);
    expect(returnsOf([])).toEqual([]);
  });
});

describe("conventions", () => {
  it("places: evenly from 100 to 0, ties by name or averaged, a single one 100", () => {
    const given = new Map([
      ["b", 50],
      ["a", 50],
      ["c", 90],
      ["d", 10],
    ]);
    expect(Object.fromEntries(rescaled(given, "name"))).toEqual({ c: 100, a: 200 / 3, b: 100 / 3, d: 0 });
    expect(Object.fromEntries(rescaled(given, "average"))).toEqual({ c: 100, a: 50, b: 50, d: 0 });
    expect([...rescaled(new Map([["x", 0]]), "name").values()]).toEqual([100]);
    expect(rescaled(new Map(), "name").size).toBe(0);
  });

  it("scores are rounded and clamped; oneself does not count; strangers are nodes, or dropped, and counted either way", () => {
    const raw: Scores = new Map([
      [
        "a",
        new Map([
          ["a", 90],
          ["b", 101.6],
          ["ghost", 49.5],
        ]),
      ],
    ]);
    const agents = new Set(["a", "b"]);
    const nodes = cleanScores(raw, agents, "nodes");
    expect([[...nodes.scores.get("a")!], nodes.unknown]).toEqual([
      [
        ["b", 100],
        ["ghost", 50],
      ],
      1,
    ]);
    expect([...cleanScores(raw, agents, "dropped").scores.get("a")!]).toEqual([["b", 100]]);
  });

  it("whom nobody rates has 0, not nothing", () => {
    const only: Scores = new Map([["a", new Map([["b", 50]])]]);
    expect(socialRewards(["a", "b", "c"], only, only, SOCIAL).get("c")!.combined).toBe(0);
  });

  it("misery: strictly below the value at the quarter, none where all are equal", () => {
    expect(miseryThreshold([4, 3, 2, 1, 8, 7, 6, 5], 0.25)).toBe(2);
    // Fewer than four values: the least.
    expect(miseryThreshold([3, 1, 2], 0.25)).toBe(1);
    expect([miseryThreshold([5, 5], 0.25), miseryThreshold([], 0.25)]).toEqual([null, null]);
    const week = (value: number, vitality = 50): WeekState => ({
      fulfilment: { mood: value, material: 50, social: 50, esteem: 50 },
      vitality,
    });
    const histories = new Map([
      ["low", [week(10)]],
      ...[20, 30, 40, 50, 60, 70, 80].map((v) => [`a${v}`, [week(v)]] as const),
    ]);
    const rewards = subjectiveRewards(histories);
    // Of eight moods the second counts as threshold: only the least is below it.
    expect(rewards.get("low")).toEqual({ score: (160 - 5) / 4, penalties: 1 });
    expect(rewards.get("a20")!.penalties).toBe(0);
    expect(subjectiveRewards(new Map([["none", []]])).size).toBe(0);
  });

  it("thresholds over all weeks and week by week differ", () => {
    const week = (mood: number): WeekState => ({
      fulfilment: { mood, material: 1, social: 1, esteem: 1 },
      vitality: 1,
    });
    const histories = new Map(
      Array.from({ length: 8 }, (_, i) => [`a${i}`, [week(i), week(100 + i)]] as [string, WeekState[]]),
    );
    const options = { percentile: 0.25, penalty: 5 };
    const of = (pooled: "agents-and-weeks" | "week"): number =>
      [...subjectiveRewards(histories, { ...options, pooled }).values()].reduce(
        (sum, { penalties }) => sum + penalties,
        0,
      );
    expect([of("agents-and-weeks"), of("week")]).toEqual([3, 2]);
  });

  it("different agents are an error, equal values no division by 0", () => {
    const of = (names: string[]): Map<string, number> => new Map(names.map((name) => [name, 1]));
    expect(() =>
      totalRewards({ social: of(["a", "b"]), subjective: of(["a"]), economic: of(["a", "b"]) }, "year 2020"),
    ).toThrow(/year 2020: the subjective reward is of other agents.*1 missing, 0 more/);
    expect([...zScores(of(["a", "b"])).values()]).toEqual([0, 0]);
  });

  it("of each period a quarter, at least one; ties by name", () => {
    const year = (agent: string, value: number, end = "Y2020-W10-settle") => ({
      agent,
      value,
      start: "Y2020-W00-begin",
      end,
    });
    expect(selectYears([year("b", 1), year("a", 1), year("c", 0)]).map(({ agent }) => agent)).toEqual(["a"]);
    const eight = Array.from({ length: 8 }, (_, i) => year(`x${i}`, i));
    expect(selectYears([...eight, year("y", -9, "Y2021-W10-settle")]).map(({ agent }) => agent)).toEqual([
      "x7",
      "x6",
      "y",
    ]);
  });
});
