import { afterChange } from "../drift.ts";
import { mean } from "../episode.ts";
import type { FuseMetric } from "../fuse-metric.ts";

export const staleUse: FuseMetric = {
  name: "staleUse",
  title: { zh: "旧偏好残留", en: "stale use" },
  formula: "share of scenes after the change that follow the old preference",
  meaning: {
    zh: "变了以后，多少场戏还按旧偏好写。",
    en: "Of the scenes after the change, how many still follow the old preference.",
  },
  unit: "share",
  better: "lower",
  floor: 0,
  ceiling: 0,
  protocol: "staleUse-1",
  tasks: ["drift"],
  of: (log) => {
    const turns = afterChange(log, "at_turn");
    if (turns.some(({ follows }) => follows === undefined)) return null;
    return mean(turns.map(({ follows }) => (follows === "old" ? 1 : 0)));
  },
};
