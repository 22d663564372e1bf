import type { FuseMetric } from "../fuse-metric.ts";
import { meanNecessity } from "../masking.ts";

export const goldNecessity: FuseMetric = {
  name: "goldNecessity",
  title: { zh: "正确更新的部件必要性", en: "necessity of needed components, right change" },
  formula: "mean over needed components m of (J(gold) - J(gold without m)) / (J(gold) - J(before) + 1e-6), on Q+",
  meaning: {
    zh: "对照：正确更新的同一个量。",
    en: "The same of the right change: the yardstick.",
  },
  unit: "share",
  better: "neither",
  floor: null,
  ceiling: null,
  protocol: "goldNecessity-1",
  tasks: ["masking"],
  of: (log, judge) => meanNecessity(log, judge, "gold", "gold_mask", true),
};
