import type { FuseMetric } from "../fuse-metric.ts";

export const rollbackSuccess: FuseMetric = {
  name: "rollbackSuccess",
  title: { zh: "回滚成功率", en: "rollback success" },
  formula: "removed derived updates / derived updates of the retracted feedback",
  meaning: {
    zh: "读者收回的话，由它派生的改动撤掉了多少。",
    en: "Of what was derived from feedback that was taken back, how much is gone.",
  },
  unit: "share",
  better: "higher",
  floor: null,
  ceiling: 1,
  protocol: "rollbackSuccess-1",
  tasks: ["drift"],
  of: ({ rollback }) => (rollback === null || rollback.derived === 0 ? null : rollback.removed / rollback.derived),
};
