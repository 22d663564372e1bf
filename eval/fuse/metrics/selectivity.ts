import { meanHarm, meanUplift } from "../episode.ts";
import type { FuseMetric } from "../fuse-metric.ts";

export const selectivity: FuseMetric = {
  name: "selectivity",
  title: { zh: "选择性", en: "selectivity" },
  formula: "mean over Q+ of uplift - mean over Q- of harm",
  meaning: {
    zh: "该变处的提升减去不该变处的损害。",
    en: "What is gained where it should be, less what is harmed where nothing should change.",
  },
  unit: "J",
  better: "higher",
  floor: 0,
  ceiling: null,
  protocol: "selectivity-1",
  of: (log, judge) => {
    const gained = meanUplift(log, judge, "positive", "before", "after");
    const harmed = meanHarm(log, judge, "anti");
    return gained === null || harmed === null ? null : gained - harmed;
  },
};
