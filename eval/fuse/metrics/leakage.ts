import type { FuseMetric } from "../fuse-metric.ts";

export const leakedItems: FuseMetric = {
  name: "leakedItems",
  title: { zh: "泄漏条目", en: "leaked items" },
  formula: "items of other readers that act for this one",
  meaning: {
    zh: "别的读者的条目，有几条对这位读者起作用。",
    en: "How many items of other readers act for this one.",
  },
  unit: "items",
  better: "lower",
  floor: 0,
  ceiling: 0,
  protocol: "leakedItems-1",
  tasks: ["isolation"],
  of: ({ leaked }) => leaked,
};
