import { afterChange } from "../drift.ts";
import type { FuseMetric } from "../fuse-metric.ts";

export const driftDelay: FuseMetric = {
  name: "driftDelay",
  title: { zh: "漂移延迟", en: "drift delay" },
  formula: "turns after the change until the text follows the new preference; all of them where it never does",
  meaning: {
    zh: "偏好变了以后，几回合才跟上。",
    en: "How many turns it takes to follow a changed preference.",
  },
  unit: "turns",
  better: "lower",
  floor: 3,
  ceiling: 0,
  protocol: "driftDelay-1",
  tasks: ["drift"],
  of: (log) => {
    const turns = afterChange(log, "at_turn");
    if (turns.length === 0 || turns.some(({ follows }) => follows === undefined)) return null;
    const first = turns.findIndex(({ follows }) => follows === "new");
    return first < 0 ? turns.length : first;
  },
};
