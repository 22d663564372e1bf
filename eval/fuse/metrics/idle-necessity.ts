import type { FuseMetric } from "../fuse-metric.ts";
import { meanNecessity } from "../masking.ts";

export const idleNecessity: FuseMetric = {
  name: "idleNecessity",
  title: { zh: "闲置部件必要性", en: "necessity of other components" },
  formula: "mean over other components m of (J(after) - J(after without m)) / (J(after) - J(before) + 1e-6), on Q+",
  meaning: {
    zh: "遮住正确更新不用的部件，损失多少。",
    en: "The same of components that the right change does not use.",
  },
  unit: "share",
  better: "lower",
  floor: null,
  ceiling: 0,
  protocol: "idleNecessity-1",
  tasks: ["masking"],
  of: (log, judge) => meanNecessity(log, judge, "after", "mask", false),
};
