import { isWritten, mean } from "../episode.ts";
import type { FuseMetric } from "../fuse-metric.ts";

export const scarRate: FuseMetric = {
  name: "scarRate",
  title: { zh: "伤痕率", en: "scar rate" },
  formula: "share of scenes whose text after the rollback is not the text of the never-happened state",
  meaning: {
    zh: "收回之后，还有多少场戏与从未说过时不同。",
    en: "After the rollback, how many scenes still differ from those of a state in which it was never said.",
  },
  unit: "share",
  better: "lower",
  floor: 0,
  ceiling: 0,
  protocol: "scarRate-1",
  tasks: ["drift"],
  of: ({ generations }) => {
    const never = new Map(
      generations.flatMap(({ condition, probe, text_hash }) =>
        condition === "never" ? [[probe, text_hash] as const] : [],
      ),
    );
    const back = generations.filter(({ condition }) => condition === "rolled_back").filter(isWritten);
    return mean(back.map(({ probe, text_hash }) => (never.get(probe) === text_hash ? 0 : 1)));
  },
};
