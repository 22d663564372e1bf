import { EPSILON, LEAST_UPLIFT, meanUplift } from "../episode.ts";
import type { FuseMetric } from "../fuse-metric.ts";

export const routingSufficiency: FuseMetric = {
  name: "routingSufficiency",
  title: { zh: "路由充分性", en: "routing sufficiency" },
  formula: "(J(only the components of the right change) - J(before)) / (J(after) - J(before) + 1e-6), on Q+",
  meaning: {
    zh: "只留该用的部件，提升还剩多少。",
    en: "How much of what was gained is left with the right components alone.",
  },
  unit: "share",
  better: "higher",
  floor: null,
  ceiling: 1,
  protocol: "routingSufficiency-1",
  tasks: ["masking"],
  of: (log, judge) => {
    const gained = meanUplift(log, judge, "positive", "before", "after");
    const routed = meanUplift(log, judge, "positive", "before", "routed");
    if (gained === null || routed === null || gained <= LEAST_UPLIFT) return null;
    return routed / (gained + EPSILON);
  },
};
