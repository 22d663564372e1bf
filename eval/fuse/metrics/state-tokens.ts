import type { FuseMetric } from "../fuse-metric.ts";

export const stateTokens: FuseMetric = {
  name: "stateTokens",
  title: { zh: "状态增长（词）", en: "state growth, tokens" },
  formula: "tokens in the state at the end / turns of feedback",
  meaning: {
    zh: "每次反馈状态长几个词。",
    en: "Tokens that the state grows by a turn.",
  },
  unit: "tokens a turn",
  better: "neither",
  floor: 0,
  ceiling: null,
  protocol: "stateTokens-1",
  of: ({ growth }) => growth.tokens / growth.turns,
};
