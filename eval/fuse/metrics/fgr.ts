import { shareMoved } from "../episode.ts";
import type { FuseMetric } from "../fuse-metric.ts";

export const falseGeneralisationRate: FuseMetric = {
  name: "fgr",
  title: { zh: "误泛化率", en: "false generalisation rate" },
  formula: "share of Q- with J(before) - J(after) > 0.02",
  meaning: {
    zh: "不该动的场景里，变差了的占多少。",
    en: "Of the scenes to leave alone, how many got worse.",
  },
  unit: "share",
  better: "lower",
  floor: 0,
  ceiling: 0,
  protocol: "fgr-1",
  of: (log, judge) => shareMoved(log, judge, "anti", -1),
};
