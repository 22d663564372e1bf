import { isWritten, mean } from "../episode.ts";
import type { FuseMetric } from "../fuse-metric.ts";

export const contamination: FuseMetric = {
  name: "contamination",
  title: { zh: "串扰率", en: "contamination" },
  formula: "share of scenes that change when only the items of other readers are removed",
  meaning: {
    zh: "去掉别的读者的条目，这位读者的戏变了多少。",
    en: "How many scenes for a reader change when only what others said is removed.",
  },
  unit: "share",
  better: "lower",
  floor: 0,
  ceiling: 0,
  protocol: "contamination-1",
  tasks: ["isolation"],
  of: ({ generations }) => {
    const alone = new Map(
      generations.flatMap(({ condition, probe, text_hash }) =>
        condition === "without_others" ? [[probe, text_hash] as const] : [],
      ),
    );
    const together = generations
      .filter(({ condition, probe }) => condition === "after" && alone.has(probe))
      .filter(isWritten);
    return mean(together.map(({ probe, text_hash }) => (alone.get(probe) === text_hash ? 0 : 1)));
  },
};
