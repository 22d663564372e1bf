import type { FuseMetric } from "../fuse-metric.ts";

export const stateItems: FuseMetric = {
  name: "stateItems",
  title: { zh: "状态增长（条）", en: "state growth, items" },
  formula: "items in the state at the end / turns of feedback",
  meaning: {
    zh: "每次反馈状态长几条。",
    en: "Items that the state grows by a turn.",
  },
  unit: "items a turn",
  better: "neither",
  floor: 0,
  ceiling: null,
  protocol: "stateItems-1",
  of: ({ growth }) => growth.items / growth.turns,
};
