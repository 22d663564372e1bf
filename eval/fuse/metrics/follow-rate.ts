import { afterChange } from "../drift.ts";
import { mean } from "../episode.ts";
import type { FuseMetric } from "../fuse-metric.ts";

export const followRate: FuseMetric = {
  name: "followRate",
  title: { zh: "跟随率", en: "follow rate" },
  formula: "share of scenes after the change that follow the new preference",
  meaning: {
    zh: "变了以后，多少场戏跟了新偏好。",
    en: "Of the scenes after the change, how many follow the new preference.",
  },
  unit: "share",
  better: "higher",
  floor: 0,
  ceiling: 1,
  protocol: "followRate-1",
  tasks: ["drift"],
  of: (log) => {
    const turns = afterChange(log, "at_turn");
    if (turns.some(({ follows }) => follows === undefined)) return null;
    return mean(turns.map(({ follows }) => (follows === "new" ? 1 : 0)));
  },
};
