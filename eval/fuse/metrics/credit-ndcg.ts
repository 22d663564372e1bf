import type { FuseMetric } from "../fuse-metric.ts";

const DEPTH = 5;

export const creditNdcg: FuseMetric = {
  name: "creditNdcg",
  title: { zh: "归因 nDCG@5", en: "credit nDCG@5" },
  formula: "nDCG@5 of the ranked nodes, relevance 1 for culprits",
  meaning: {
    zh: "迟来的反馈怪的是哪几步。",
    en: "Which steps a late complaint is about.",
  },
  unit: "nDCG",
  better: "higher",
  floor: 0,
  ceiling: 1,
  protocol: "creditNdcg-1",
  tasks: ["delayed_credit"],
  of: ({ credit }) => {
    if (credit === null || credit.culprits.length === 0) return null;
    const discount = (rank: number): number => 1 / Math.log2(rank + 2);
    const guilty = new Set(credit.culprits);
    const gained = credit.ranked
      .slice(0, DEPTH)
      .reduce((sum, node, r) => sum + (guilty.has(node) ? discount(r) : 0), 0);
    const most = Array.from({ length: Math.min(DEPTH, guilty.size) }, (_, r) => discount(r));
    return gained / most.reduce((sum, each) => sum + each, 0);
  },
};
