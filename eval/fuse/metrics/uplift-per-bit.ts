import { meanUplift } from "../episode.ts";
import type { FuseMetric } from "../fuse-metric.ts";

export const upliftPerBit: FuseMetric = {
  name: "upliftPerBit",
  title: { zh: "每词提升", en: "uplift per state token" },
  formula: "mean over Q+ of uplift / (tokens added + 1)",
  meaning: {
    zh: "状态每长一个词换来的提升。",
    en: "What a token of state buys.",
  },
  unit: "J a token",
  better: "higher",
  floor: 0,
  ceiling: null,
  protocol: "upliftPerBit-1",
  of: (log, judge) => {
    const gained = meanUplift(log, judge, "positive", "before", "after");
    return gained === null ? null : gained / (log.growth.tokens + 1);
  },
};
