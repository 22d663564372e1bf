/** Logs to the table of FUSE. Everything is computed from the logs alone, so that the same logs give the same digits. */
import { TASKS } from "../../data-schemas/fuse-episode.ts";
import type { EpisodeLog } from "../../data-schemas/fuse-log.ts";
import type { FuseCell, FuseTable } from "../../data-schemas/fuse-table.ts";
import type { Estimate } from "../interval.ts";
import { ReaderClusters, type ReaderValue } from "../reader-clusters.ts";
import { CONFIDENCE_COUNTS, confidenceCounts, confidenceError, equalMassEdges, statedAtoms } from "./confidence.ts";
import { mean, meanUplift } from "./episode.ts";
import type { FuseMetric } from "./fuse-metric.ts";
import { ncfu } from "./metrics/ncfu.ts";
import { selectivity } from "./metrics/selectivity.ts";
import { RANK_SUMS, rankSums, ranks, spearman } from "./rank-correlation.ts";
import { FUSE_METRICS } from "./registry.ts";

/** A group smaller than this says nothing of the worst group. */
const FEWEST_IN_A_GROUP = 5;

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
  const clusters = new ReaderClusters(
    logs.map(({ reader }) => reader),
    options.rng,
  );
  const byAgent = new Map(agents.map((agent) => [agent, logs.filter((log) => log.agent === agent)]));
  const reference = agents.includes(options.reference) ? options.reference : agents[0]!;
  const cells: FuseCell[] = [];
  for (const metric of FUSE_METRICS) {
    const values = new Map(logs.map((log) => [log, metric.of(log, options.judge)]));
    for (const group of groupsOf(metric, logs)) {
      const measured = new Map(
        agents.map((agent) => {
          const mine = byAgent.get(agent)!.filter((log) => isIn(log, group, metric));
          const known = mine.flatMap((log) => valueIn(log, values.get(log)!));
          return [agent, { contributions: clusters.contributions(known), unmeasurable: mine.length - known.length }];
        }),
      );
      // A task that cannot have it at all is no group of it.
      if ([...measured.values()].every(({ contributions }) => contributions.every(({ weight }) => weight === 0)))
        continue;
      for (const [agent, { contributions, unmeasurable }] of measured) {
        const estimate = clusters.mean(contributions);
        const base = measured.get(reference)!.contributions;
        const both = estimate.value !== null && base.some(({ weight }) => weight > 0);
        const difference = agent === reference || !both ? null : clusters.difference(contributions, base);
        cells.push(cellOf(metric, group, agent, estimate, unmeasurable, difference));
      }
    }
  }
  for (const agent of agents) cells.push(...pooled(agent, byAgent.get(agent)!, clusters, options.judge));
  return {
    judge: options.judge,
    reference,
    interval: "95 %, percentile bootstrap of 1,000 resamples of readers",
    entailment: options.entailment,
    cells,
    agreement: agreementOf(logs, agents, options.judges, clusters),
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

/** What an episode measures, if it does. */
function valueIn({ reader }: EpisodeLog, value: number | null): ReaderValue[] {
  return value === null ? [] : [{ reader, value }];
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

/** What is no mean over episodes: the worst group, the calibration of atoms, whether gains were foreseen. */
function pooled(agent: string, logs: readonly EpisodeLog[], clusters: ReaderClusters, judge: string): FuseCell[] {
  const hard = logs.filter(({ task }) => task !== "label");
  const robust = worstGroup(hard, clusters, judge);
  const edges = equalMassEdges(hard.flatMap((log) => statedAtoms(log)));
  const stated = hard.map((log) => ({ reader: log.reader, counts: confidenceCounts(statedAtoms(log), edges) }));
  const error = clusters.statistic(stated, CONFIDENCE_COUNTS, confidenceError);
  const foreseen = hard.flatMap((log) => {
    const gain = meanUplift(log, judge, "positive", "before", "after");
    const predicted = log.credit?.predictedGain ?? null;
    return gain === null || predicted === null ? [] : [{ reader: log.reader, x: predicted, y: gain }];
  });
  const repair = correlated(foreseen, clusters);
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
      error,
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

/** NCFU of the group, by prototype, language or task, in which it is least. */
function worstGroup(
  logs: readonly EpisodeLog[],
  clusters: ReaderClusters,
  judge: string,
): { group: string; estimate: Estimate } {
  const groups = new Map<string, ReaderValue[]>();
  for (const log of logs) {
    const measured = valueIn(log, ncfu.of(log, judge));
    for (const group of [log.prototype, log.language, log.task])
      groups.set(group, [...(groups.get(group) ?? []), ...measured]);
  }
  const means = [...groups]
    .filter(([, values]) => values.length >= FEWEST_IN_A_GROUP)
    .map(([group, values]) => ({ group, values, mean: mean(values.map(({ value }) => value))! }))
    .sort((a, b) => a.mean - b.mean || (a.group < b.group ? -1 : 1));
  const worst = means[0];
  return { group: worst?.group ?? "none", estimate: clusters.mean(clusters.contributions(worst?.values ?? [])) };
}

interface Paired {
  readonly reader: string;
  readonly x: number;
  readonly y: number;
}

/** Spearman: ranks are of all pairs together. */
function correlated(pairs: readonly Paired[], clusters: ReaderClusters): Estimate {
  const [x, y] = [ranks(pairs.map((pair) => pair.x)), ranks(pairs.map((pair) => pair.y))];
  const sums = pairs.map(({ reader }, i) => ({ reader, counts: rankSums([[x[i]!, y[i]!]]) }));
  return clusters.statistic(sums, RANK_SUMS, spearman);
}

/** Spearman of each two judges over all scenes, and whether they put the agents into the same order. */
function agreementOf(
  logs: readonly EpisodeLog[],
  agents: readonly string[],
  judges: readonly string[],
  clusters: ReaderClusters,
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
      return {
        judges: [a, b] as [string, string],
        spearman: correlated(both, clusters),
        sameRanking: {
          ncfu: order(ncfu, a) === order(ncfu, b),
          selectivity: order(selectivity, a) === order(selectivity, b),
        },
      };
    }),
  );
}
