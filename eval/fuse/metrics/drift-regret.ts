import { afterChange } from "../drift.ts";
import type { FuseMetric } from "../fuse-metric.ts";

export const driftRegret: FuseMetric = {
  name: "driftRegret",
  title: { zh: "漂移遗憾", en: "drift regret" },
  formula: "sum over turns until it follows of max(0, J(gold) - J(own))",
  meaning: {
    zh: "跟上之前一共少了多少。",
    en: "What was lost until it followed, summed over turns.",
  },
  unit: "J",
  better: "lower",
  floor: null,
  ceiling: 0,
  protocol: "driftRegret-1",
  tasks: ["drift"],
  of: (log, judge) => {
    const own = afterChange(log, "at_turn");
    const gold = afterChange(log, "gold_at_turn");
    if (own.length === 0 || own.some(({ follows }) => follows === undefined)) return null;
    let regret = 0;
    for (const [i, generation] of own.entries()) {
      if (generation.follows === "new") break;
      const [is, could] = [generation.judged[judge] ?? null, gold[i]?.judged[judge] ?? null];
      if (is === null || could === null) return null;
      regret += Math.max(0, could - is);
    }
    return regret;
  },
};
