import { harmonicMean, shareMoved } from "../episode.ts";
import type { FuseMetric } from "../fuse-metric.ts";

export const changeScore: FuseMetric = {
  name: "changeScore",
  title: { zh: "改动得分", en: "change score" },
  formula: "harmonic mean of P(J rises by > 0.02 on Q+), 1 - P(falls by > 0.02 on Q-), 1 - P(falls by > 0.02 on Q0)",
  meaning: {
    zh: "又要变对，又要不乱变：总是变、从不变，得分都低。",
    en: "It must change what it should and nothing else: always changing and never changing both score low.",
  },
  unit: "share",
  better: "higher",
  floor: 0,
  ceiling: 1,
  protocol: "changeScore-1",
  of: (log, judge) => {
    const success = shareMoved(log, judge, "positive", 1);
    const spared = shareMoved(log, judge, "anti", -1);
    const untouched = shareMoved(log, judge, "neutral", -1);
    if (success === null || spared === null) return null;
    return harmonicMean([success, 1 - spared, ...(untouched === null ? [] : [1 - untouched])]);
  },
};
