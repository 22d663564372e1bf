import { meanHarm } from "../episode.ts";
import type { FuseMetric } from "../fuse-metric.ts";

export const negativeTransfer: FuseMetric = {
  name: "negativeTransfer",
  title: { zh: "负迁移", en: "negative transfer" },
  formula: "mean over Q0 of max(0, J(before) - J(after))",
  meaning: {
    zh: "无关场景受到的损害。",
    en: "Harm done to scenes that have nothing to do with it.",
  },
  unit: "J",
  better: "lower",
  floor: 0,
  ceiling: 0,
  protocol: "negativeTransfer-1",
  of: (log, judge) => meanHarm(log, judge, "neutral"),
};
