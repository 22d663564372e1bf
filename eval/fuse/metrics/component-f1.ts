import { COMPONENTS } from "../../../data-schemas/agent-state.ts";
import { DELTA, f1, meanUplift } from "../episode.ts";
import type { FuseMetric } from "../fuse-metric.ts";

export const componentF1: FuseMetric = {
  name: "componentF1",
  title: { zh: "部件 F1", en: "component F1" },
  formula: "F1 of the components whose masking lowers J on Q+ by > 0.02, against those of the right change",
  meaning: {
    zh: "改动真正落在哪些部件上，与正确更新相比。",
    en: "In which components the change really sits, against the right change.",
  },
  unit: "F1",
  better: "higher",
  floor: 0,
  ceiling: 1,
  protocol: "componentF1-1",
  tasks: ["masking"],
  of: (log, judge) => {
    const used = (whole: "after" | "gold", mask: "mask" | "gold_mask"): Set<string> =>
      new Set(
        COMPONENTS.filter((component) => {
          const lost = meanUplift(log, judge, "positive", `${mask}:${component}`, whole);
          return lost !== null && lost > DELTA;
        }),
      );
    const [own, right] = [used("after", "mask"), used("gold", "gold_mask")];
    if (right.size === 0) return null;
    return f1([...own].filter((component) => right.has(component)).length, own.size, right.size);
  },
};
