import { EPSILON, LEAST_UPLIFT, meanUplift } from "../episode.ts";
import type { FuseMetric } from "../fuse-metric.ts";

export const ncfu: FuseMetric = {
  name: "ncfu",
  title: { zh: "反馈遵从度", en: "normalised counterfactual feedback uplift" },
  formula: "mean over Q+ of uplift(model) / (mean over Q+ of uplift(gold) + 1e-6)",
  meaning: {
    zh: "更新在该起作用的场景里带来的提升，与正确更新之比。",
    en: "What the update gains where it should help, as a share of what the right update gains.",
  },
  unit: "share of gold",
  better: "higher",
  floor: 0,
  ceiling: 1,
  protocol: "ncfu-1",
  of: (log, judge) => {
    const gold = meanUplift(log, judge, "positive", "before", "gold");
    const own = meanUplift(log, judge, "positive", "before", "after");
    if (gold === null || own === null || gold <= LEAST_UPLIFT) return null;
    return own / (gold + EPSILON);
  },
};
