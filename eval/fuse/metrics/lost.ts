import type { FuseMetric } from "../fuse-metric.ts";

export const lostEpisodes: FuseMetric = {
  name: "lostEpisodes",
  title: { zh: "失败率", en: "lost episodes" },
  formula: "share of episodes in which the agent died, hung or answered nonsense",
  meaning: {
    zh: "智能体崩溃、超时或答非所问的比例。",
    en: "How often the agent died, hung or answered nonsense.",
  },
  unit: "share",
  better: "lower",
  floor: 0,
  ceiling: 0,
  protocol: "lostEpisodes-1",
  of: ({ lost }) => (lost === null ? 0 : 1),
};
