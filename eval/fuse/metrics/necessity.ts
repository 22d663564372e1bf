import type { FuseMetric } from "../fuse-metric.ts";
import { meanNecessity } from "../masking.ts";

export const necessity: FuseMetric = {
  name: "necessity",
  title: { zh: "部件必要性", en: "necessity of needed components" },
  formula: "mean over needed components m of (J(after) - J(after without m)) / (J(after) - J(before) + 1e-6), on Q+",
  meaning: {
    zh: "遮住正确更新用到的部件，损失多少提升。",
    en: "How much of what was gained is lost when a component is masked that the right change uses.",
  },
  unit: "share",
  better: "higher",
  floor: null,
  ceiling: null,
  protocol: "necessity-1",
  tasks: ["masking"],
  of: (log, judge) => meanNecessity(log, judge, "after", "mask", true),
};
