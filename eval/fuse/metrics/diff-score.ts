import { agreement, matchedAgreement, sameContent } from "../atom-match.ts";
import { f1 } from "../episode.ts";
import type { FuseMetric } from "../fuse-metric.ts";

export const diffScore: FuseMetric = {
  name: "diffScore",
  title: { zh: "状态改动得分", en: "diff score" },
  formula: "2 * matched agreement / (predicted + gold) - anti-gold atoms / max(1, predicted)",
  meaning: {
    zh: "整条改动（含作用域、期限、来源）与正确改动的一致程度，扣去已知错误的改动。",
    en: "How far whole atoms agree with the right ones, scope, lifetime and source included, less those known to be wrong.",
  },
  unit: "F1",
  better: "higher",
  floor: 0,
  ceiling: 1,
  protocol: "diffScore-1",
  of: ({ predicted, gold, antiGold }) => {
    const whole = f1(matchedAgreement(predicted, gold), predicted.length, gold.length);
    if (whole === null) return null;
    const best = (atom: (typeof gold)[number], others: typeof gold): number =>
      others.reduce((most, other) => (sameContent(atom, other) ? Math.max(most, agreement(atom, other)) : most), 0);
    const wrong = predicted.filter((atom) => best(atom, antiGold) > best(atom, gold)).length;
    return whole - wrong / Math.max(1, predicted.length);
  },
};
