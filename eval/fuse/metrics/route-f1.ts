import { routeHits } from "../atom-match.ts";
import { f1 } from "../episode.ts";
import type { FuseMetric } from "../fuse-metric.ts";

export const routeF1: FuseMetric = {
  name: "routeF1",
  title: { zh: "路由 F1", en: "route F1" },
  formula: "F1 of (target, operation, entailed content)",
  meaning: {
    zh: "是否改了该改的部件。",
    en: "Whether the right components were changed, in the right way.",
  },
  unit: "F1",
  better: "higher",
  floor: 0,
  ceiling: 1,
  protocol: "routeF1-1",
  of: ({ predicted, gold }) => f1(routeHits(predicted, gold), predicted.length, gold.length),
};
