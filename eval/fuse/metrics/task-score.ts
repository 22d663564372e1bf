import { harmonicMean, shareMoved } from "../episode.ts";
import type { FuseMetric } from "../fuse-metric.ts";
import { changeScore } from "./change-score.ts";
import { componentF1 } from "./component-f1.ts";
import { contamination } from "./contamination.ts";
import { creditNdcg } from "./credit-ndcg.ts";
import { diffScore } from "./diff-score.ts";
import { falseGeneralisationRate } from "./fgr.ts";
import { followRate } from "./follow-rate.ts";
import { labelF1 } from "./label-f1.ts";
import { rollbackSuccess } from "./rollback-success.ts";
import { scarRate } from "./scar-rate.ts";

const complement = (value: number | null): number | null => (value === null ? null : 1 - value);
const harmonicOf = (values: readonly (number | null)[]): number | null =>
  values.includes(null) ? null : harmonicMean(values as number[]);

export const taskScore: FuseMetric = {
  name: "taskScore",
  title: { zh: "任务得分", en: "task score" },
  formula:
    "state_diff: diff score; sealed_probes: change score; masking: component F1; delayed_credit: nDCG@5; drift: harmonic mean of follow rate, rollback success (0 where nothing was derived) and 1 - scar rate; isolation: harmonic mean of P(J rises by > 0.02 on Q+), 1 - P(falls by > 0.02 on Q-) and 1 - contamination; label: label F1",
  meaning: {
    zh: "每道题一个数，用来比较。",
    en: "One number a task, to compare by.",
  },
  unit: "share",
  better: "higher",
  floor: null,
  ceiling: 1,
  protocol: "taskScore-1",
  of: (log, judge) => {
    const of = ({ of: value }: FuseMetric): number | null => value(log, judge);
    switch (log.task) {
      case "label":
        return of(labelF1);
      case "state_diff":
        return of(diffScore);
      case "sealed_probes":
        return of(changeScore);
      case "masking":
        return of(componentF1);
      case "delayed_credit":
        return of(creditNdcg);
      case "drift":
        return harmonicOf([of(followRate), of(rollbackSuccess) ?? 0, complement(of(scarRate))]);
      case "isolation":
        return harmonicOf([
          shareMoved(log, judge, "positive", 1),
          complement(of(falseGeneralisationRate)),
          complement(of(contamination)),
        ]);
    }
  },
};
