/** Logs to the table of FUSE. Everything is computed from the logs alone, so that the same logs give the same digits. */
import { internal } from "../../data-schemas/errors.ts";
import { TASKS } from "../../data-schemas/fuse-episode.ts";
import type { EpisodeLog } from "../../data-schemas/fuse-log.ts";
import type { FuseCell, FuseTable } from "../../data-schemas/fuse-table.ts";
import { type Estimate, Resampler } from "../interval.ts";
import type { Contribution } from "../metric.ts";
import { confidenceCounts, confidenceError, equalMassEdges, statedAtoms } from "./confidence.ts";
import type { FuseMetric } from "./fuse-metric.ts";
import { ncfu } from "./metrics/ncfu.ts";
import { selectivity } from "./metrics/selectivity.ts";
import { rankSums, ranks, spearman } from "./rank-correlation.ts";
import { FUSE_METRICS } from "./registry.ts";

/** A group smaller than this says nothing of the worst group. */
const FEWEST_IN_A_GROUP = 5;
const identity = { finish: (mean: number): number => mean };

export interface ScoreOptions {
  readonly judge: string;
  readonly judges: readonly string[];
  readonly reference: string;
  readonly entailment: string;
  /** Of the bootstrap. */
  readonly rng: () => number;
}

/** @param logs Of one suite; every agent has a row for every episode, in the same order. */
export function scoreLogs(logs: readonly EpisodeLog[], options: ScoreOptions): FuseTable {
  const agents = [...new Set(logs.map(({ agent }) => agent))];
  const readers = [...new Set(logs.map(({ reader }) => reader))].sort();
  const row = new Map(readers.map((reader, i) => [reader, i]));
  const resampler = new Resampler(readers.length, options.rng);
  const byAgent = new Map(agents.map((agent) => [agent, logs.filter((log) => log.agent === agent)]));
  const reference = agents.includes(options.reference) ? options.reference : agents[0]!;
  const parts = (of: readonly EpisodeLog[], value: (log: EpisodeLog) => number | null): Measured => {
    const contributions = readers.map((): { sum: number; weight: number } => ({ sum: 0, weight: 0 }));
    let unmeasurable = 0;
    for (const log of of) {
      const measured = value(log);
      if (measured === null) {
        unmeasurable++;
        continue;
      }
      const part = contributions[row.get(log.reader)!]!;
      part.sum += measured;
      part.weight++;
    }
    return { contributions, unmeasurable };
  };
  const cells: FuseCell[] = [];
  for (const metric of FUSE_METRICS) {
    const values = new Map(logs.map((log) => [log, metric.of(log, options.judge)]));
    for (const group of groupsOf(metric, logs)) {
      const measured = new Map(
        agents.map((agent) => [
          agent,
          parts(
            byAgent.get(agent)!.filter((log) => isIn(log, group, metric)),
            (log) => values.get(log)!,
          ),
        ]),
      );
      // A task that cannot have it at all is no group of it.
      if ([...measured.values()].every(({ contributions }) => contributions.every(({ weight }) => weight === 0)))
        continue;
      for (const [agent, { contributions, unmeasurable }] of measured) {
        const estimate = resampler.estimate(identity, contributions);
        const base = measured.get(reference)!.contributions;
        const both = estimate.value !== null && base.some(({ weight }) => weight > 0);
        const difference = agent === reference || !both ? null : resampler.difference(identity, contributions, base);
        cells.push(cellOf(metric, group, agent, estimate, unmeasurable, difference));
      }
    }
  }
  for (const agent of agents) cells.push(...pooled(agent, byAgent.get(agent)!, readers, row, resampler, options.judge));
  return {
    judge: options.judge,
    reference,
    interval: "95 %, percentile bootstrap of 1,000 resamples of readers",
    entailment: options.entailment,
    cells,
    agreement: agreementOf(logs, agents, options.judges, readers, row, resampler),
    unmeasurable: Object.fromEntries(
      agents.map((agent) => [
        agent,
        byAgent
          .get(agent)!
          .flatMap((log) => (log.task !== "label" && ncfu.of(log, options.judge) === null ? [log.episode] : [])),
      ]),
    ),
  };
}

interface Measured {
  readonly contributions: readonly Contribution[];
  readonly unmeasurable: number;
}

/** All together, where episodes of several tasks measure it, and each task. */
function groupsOf({ tasks }: FuseMetric, logs: readonly EpisodeLog[]): string[] {
  const present = TASKS.filter((task) => logs.some((log) => log.task === task) && (tasks?.includes(task) ?? true));
  return present.length > 1 ? ["all", ...present] : present;
}

/** The easy task is no part of "all": it is there for contrast. */
function isIn({ task }: EpisodeLog, group: string, { tasks }: FuseMetric): boolean {
  if (group !== "all") return task === group;
  return task !== "label" && (tasks?.includes(task) ?? true);
}

function cellOf(
  { name: metric, unit, better, floor, ceiling, protocol }: Omit<FuseMetric, "of" | "title" | "formula" | "meaning">,
  group: string,
  agent: string,
  estimate: Estimate,
  unmeasurable: number,
  difference: Estimate | null,
): FuseCell {
  return { group, agent, metric, unit, better, floor, ceiling, protocol, estimate, unmeasurable, difference };
}

type Rows = ReadonlyMap<string, number>;

/** What is no mean over episodes: the worst group, the calibration of atoms, whether gains were foreseen. */
function pooled(
  agent: string,
  logs: readonly EpisodeLog[],
  readers: readonly string[],
  row: Rows,
  resampler: Resampler,
  judge: string,
): FuseCell[] {
  const hard = logs.filter(({ task }) => task !== "label");
  const robust = worstGroup(hard, readers, row, resampler, judge);
  const atoms = hard.flatMap((log) => statedAtoms(log));
  const edges = equalMassEdges(atoms);
  const counts = readers.map(() => confidenceCounts([], edges));
  for (const log of hard) {
    const mine = counts[row.get(log.reader)!]!;
    for (const [i, count] of confidenceCounts(statedAtoms(log), edges).entries()) mine[i]! += count;
  }
  const [error] = resampler.statistics(counts, [confidenceError]);
  const foreseen = hard.flatMap((log) => {
    const gain = gainOf(log, judge);
    const predicted = log.credit?.predictedGain ?? null;
    return gain === null || predicted === null ? [] : [{ reader: log.reader, gain, predicted }];
  });
  const [x, y] = [ranks(foreseen.map(({ predicted }) => predicted)), ranks(foreseen.map(({ gain }) => gain))];
  const repair = correlated(
    foreseen.map(({ reader }, i) => [reader, x[i]!, y[i]!] as const),
    readers,
    row,
    resampler,
  );
  const about = { unit: "share of gold", better: "higher", floor: 0, ceiling: 1 } as const;
  return [
    {
      ...cellOf({ ...about, name: "robustNcfu", protocol: "robustNcfu-1" }, "all", agent, robust.estimate, 0, null),
      worst: robust.group,
    },
    cellOf(
      {
        ...about,
        unit: "probability",
        better: "lower",
        floor: null,
        ceiling: 0,
        name: "confidenceEce",
        protocol: "confidenceEce-1",
      },
      "all",
      agent,
      error!,
      0,
      null,
    ),
    cellOf(
      {
        ...about,
        unit: "Spearman",
        floor: null,
        ceiling: 1,
        name: "repairGainCorrelation",
        protocol: "repairGainCorrelation-1",
      },
      "delayed_credit",
      agent,
      repair,
      0,
      null,
    ),
  ];
}

function gainOf(log: EpisodeLog, judge: string): number | null {
  if (log.task !== "delayed_credit") return null;
  const before = log.generations.filter(({ kind, condition }) => kind === "positive" && condition === "before");
  const after = log.generations.filter(({ kind, condition }) => kind === "positive" && condition === "after");
  const sum = (of: typeof before): number | null => {
    const values = of.map(({ judged }) => judged[judge] ?? null);
    return values.length === 0 || values.includes(null)
      ? null
      : (values as number[]).reduce((a, b) => a + b, 0) / values.length;
  };
  const [from, to] = [sum(before), sum(after)];
  return from === null || to === null ? null : to - from;
}

/** NCFU of the group, by prototype, language or task, in which it is least. */
function worstGroup(
  logs: readonly EpisodeLog[],
  readers: readonly string[],
  row: Rows,
  resampler: Resampler,
  judge: string,
): { group: string; estimate: Estimate } {
  const groups = new Map<string, { log: EpisodeLog; value: number }[]>();
  for (const log of logs) {
    const value = ncfu.of(log, judge);
    if (value === null) continue;
    for (const group of [log.prototype, log.language, log.task])
      groups.set(group, [...(groups.get(group) ?? []), { log, value }]);
  }
  const means = [...groups]
    .filter(([, members]) => members.length >= FEWEST_IN_A_GROUP)
    .map(([group, members]) => ({
      group,
      members,
      mean: members.reduce((sum, { value }) => sum + value, 0) / members.length,
    }))
    .sort((a, b) => a.mean - b.mean || (a.group < b.group ? -1 : 1));
  const worst = means[0];
  const contributions = readers.map(() => ({ sum: 0, weight: 0 }));
  for (const { log, value } of worst?.members ?? []) {
    const part = contributions[row.get(log.reader)!]!;
    part.sum += value;
    part.weight++;
  }
  return { group: worst?.group ?? "none", estimate: resampler.estimate(identity, contributions) };
}

function correlated(
  pairs: readonly (readonly [reader: string, x: number, y: number])[],
  readers: readonly string[],
  row: Rows,
  resampler: Resampler,
): Estimate {
  const byReader = readers.map((): [number, number][] => []);
  for (const [reader, x, y] of pairs) byReader[row.get(reader)!]!.push([x, y]);
  const [estimate] = resampler.statistics(byReader.map(rankSums), [spearman]);
  if (estimate === undefined) throw internal("correlated: no estimate");
  return estimate;
}

/** Spearman of each two judges over all scenes, and whether they put the agents into the same order. */
function agreementOf(
  logs: readonly EpisodeLog[],
  agents: readonly string[],
  judges: readonly string[],
  readers: readonly string[],
  row: Rows,
  resampler: Resampler,
): FuseTable["agreement"] {
  const order = (metric: FuseMetric, judge: string): string =>
    agents
      .map((agent) => {
        const values = logs
          .filter((log) => log.agent === agent && log.task !== "label")
          .flatMap((log) => metric.of(log, judge) ?? []);
        return { agent, value: values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length) };
      })
      .sort((a, b) => b.value - a.value)
      .map(({ agent }) => agent)
      .join();
  return judges.flatMap((a, i) =>
    judges.slice(i + 1).map((b) => {
      const both = logs.flatMap(({ reader, generations }) =>
        generations.flatMap(({ judged }) => {
          const [x, y] = [judged[a] ?? null, judged[b] ?? null];
          return x === null || y === null ? [] : [{ reader, x, y }];
        }),
      );
      const [x, y] = [ranks(both.map((pair) => pair.x)), ranks(both.map((pair) => pair.y))];
      const pairs = both.map(({ reader }, k) => [reader, x[k]!, y[k]!] as const);
      return {
        judges: [a, b] as [string, string],
        spearman: correlated(pairs, readers, row, resampler),
        sameRanking: {
          ncfu: order(ncfu, a) === order(ncfu, b),
          selectivity: order(selectivity, a) === order(selectivity, b),
        },
      };
    }),
  );
}
