import { f1 } from "../episode.ts";
import type { FuseMetric } from "../fuse-metric.ts";

export const labelF1: FuseMetric = {
  name: "labelF1",
  title: { zh: "标签 F1", en: "label F1" },
  formula: "F1 of the set of (axis, direction) that the atoms ask for",
  meaning: {
    zh: "是否听懂读者要什么：容易题。",
    en: "Whether it heard what the reader wants: the easy task.",
  },
  unit: "F1",
  better: "higher",
  floor: 0,
  ceiling: 1,
  protocol: "labelF1-1",
  tasks: ["label"],
  of: ({ predicted, gold }) => {
    const asked = (atoms: typeof gold): Set<string> =>
      new Set(atoms.flatMap(({ asks }) => (asks === null ? [] : [`${asks.axis} ${asks.direction}`])));
    const [own, right] = [asked(predicted), asked(gold)];
    return f1([...own].filter((each) => right.has(each)).length, own.size, right.size);
  },
};
