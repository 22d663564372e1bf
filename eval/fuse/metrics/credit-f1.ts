import { f1 } from "../episode.ts";
import type { FuseMetric } from "../fuse-metric.ts";

export const creditF1: FuseMetric = {
  name: "creditF1",
  title: { zh: "归因 F1", en: "credit F1" },
  formula: "F1 of the first k ranked nodes against the culprits, k their number",
  meaning: {
    zh: "同上，不计次序。",
    en: "The same without order.",
  },
  unit: "F1",
  better: "higher",
  floor: 0,
  ceiling: 1,
  protocol: "creditF1-1",
  tasks: ["delayed_credit"],
  of: ({ credit }) => {
    if (credit === null || credit.culprits.length === 0) return null;
    const named = credit.ranked.slice(0, credit.culprits.length);
    return f1(named.filter((node) => credit.culprits.includes(node)).length, named.length, credit.culprits.length);
  },
};
