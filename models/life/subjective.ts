/** The subjective reward: how an agent fared by its own account, week by week, with penalties for misery. */

export const FULFILMENT = ["mood", "material", "social", "esteem"] as const;
export type Dimension = (typeof FULFILMENT)[number];

/** One week's account. */
export interface WeekState {
  readonly fulfilment: Readonly<Record<Dimension, number>>;
  readonly vitality: number;
}

export interface SubjectiveOptions {
  /** Share of the values below which one is miserable. */
  readonly percentile: number;
  readonly penalty: number;
  /** Over agents and weeks together, as the released code has it; or, as the paper, week by week. */
  readonly pooled: "agents-and-weeks" | "week";
}
export const SUBJECTIVE: SubjectiveOptions = { percentile: 0.25, penalty: 5, pooled: "agents-and-weeks" };

export interface SubjectiveReward {
  readonly score: number;
  readonly penalties: number;
}

/** sorted[max(0, floor(n · percentile) − 1)]; null: all values are equal, and nobody is worse off than others. */
export function miseryThreshold(values: readonly number[], percentile: number): number | null {
  const sorted = [...values].sort((a, b) => a - b);
  if (sorted.length === 0 || sorted[0] === sorted.at(-1)) return null;
  return sorted[Math.max(0, Math.floor(sorted.length * percentile) - 1)]!;
}

/**
 * (Σ f − penalty · n_p) / (4 n_w), where n_p counts the values strictly below their threshold: of the four dimensions, and of
 * vitality.
 * @param histories By agent, week by week. An agent without a week has no reward.
 */
export function subjectiveRewards(
  histories: ReadonlyMap<string, readonly WeekState[]>,
  { percentile, penalty, pooled }: SubjectiveOptions = SUBJECTIVE,
): Map<string, SubjectiveReward> {
  const weeks = Math.max(0, ...[...histories.values()].map(({ length }) => length));
  const measures = [
    ...FULFILMENT.map(
      (name) =>
        ({ fulfilment }: WeekState) =>
          fulfilment[name],
    ),
    ({ vitality }: WeekState) => vitality,
  ];
  const groupOf = (week: number): number => (pooled === "week" ? week : 0);
  const thresholds = measures.map((measure) => {
    const groups = Array.from({ length: pooled === "week" ? weeks : 1 }, (): number[] => []);
    for (const history of histories.values())
      for (const [week, state] of history.entries()) groups[groupOf(week)]!.push(measure(state));
    return groups.map((values) => miseryThreshold(values, percentile));
  });
  const rewards = new Map<string, SubjectiveReward>();
  for (const [agent, history] of histories) {
    if (history.length === 0) continue;
    let [sum, penalties] = [0, 0];
    for (const [week, state] of history.entries()) {
      for (const name of FULFILMENT) sum += state.fulfilment[name];
      for (const [m, measure] of measures.entries()) {
        const threshold = thresholds[m]![groupOf(week)]!;
        if (threshold !== null && measure(state) < threshold) penalties++;
      }
    }
    const values = FULFILMENT.length * history.length;
    rewards.set(agent, { score: (sum - penalty * penalties) / values, penalties });
  }
  return rewards;
}
