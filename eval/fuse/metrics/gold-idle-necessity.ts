import type { FuseMetric } from "../fuse-metric.ts";
import { meanNecessity } from "../masking.ts";

export const goldIdleNecessity: FuseMetric = {
  name: "goldIdleNecessity",
  title: { zh: "正确更新的闲置部件必要性", en: "necessity of other components, right change" },
  formula: "mean over other components m of (J(gold) - J(gold without m)) / (J(gold) - J(before) + 1e-6), on Q+",
  meaning: {
    zh: "对照：应为 0。",
    en: "The same of the right change: it should be 0.",
  },
  unit: "share",
  better: "neither",
  floor: null,
  ceiling: 0,
  protocol: "goldIdleNecessity-1",
  tasks: ["masking"],
  of: (log, judge) => meanNecessity(log, judge, "gold", "gold_mask", false),
};
