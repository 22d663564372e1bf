/** `npm run metrics`: the page of FUSE's metrics, from what stands beside each of them. */
import { join } from "node:path";
import type { FuseMetric } from "../eval/fuse/fuse-metric.ts";
import { FUSE_METRICS } from "../eval/fuse/registry.ts";
import { writeFileAtomic } from "./io/atomic-file.ts";
import { PACKAGE_ROOT } from "./io/package-root.ts";

export const METRIC_PAGE = join(PACKAGE_ROOT, "eval", "fuse", "metrics.md");

export function metricPage(): string {
  const rows = FUSE_METRICS.map(
    (metric) =>
      `| \`${metric.name}\` | ${metric.title.zh} / ${metric.title.en} | ${metric.formula.replaceAll("|", "\\|")} | ${metric.meaning.zh} ${metric.meaning.en} | ${metric.unit} | ${direction(metric)} | ${bound(metric.floor)} | ${bound(metric.ceiling)} | ${metric.tasks?.join(", ") ?? "all"} | ${metric.protocol} |`,
  );
  return `${HEAD}\n${rows.join("\n")}\n${FOOT}`;
}

export async function writeMetricPage(): Promise<void> {
  await writeFileAtomic(METRIC_PAGE, metricPage());
}

const direction = ({ better }: FuseMetric): string => ({ lower: "↓", higher: "↑", neither: "" })[better];
const bound = (value: number | null): string => (value === null ? "–" : String(value));

const HEAD = `# Metrics of FUSE-Hard / FUSE-Hard 的指标

Made by \`npm run metrics\` from the files in \`eval/fuse/metrics/\`. A metric is a number for an episode; its value is the mean
over episodes that can measure it, with a 95 % percentile bootstrap over readers, the number of episodes and of those that
cannot. 每个指标先按题计算，再对可测的题取平均；区间按读者重抽样；测不了的题单独计数，不算 0 分。

J is a judge's opinion of a scene for a reader, from 0 to 1: the share of the stars that they would give. Q+ are scenes where the
update should help, Q- scenes of the same reader that it must leave alone, Q0 scenes that have nothing to do with it.
Floor: what an agent gets that changes nothing; ceiling: what the right change gets.

| name | 名称 / title | formula | 含义 meaning | unit | | floor | ceiling | tasks | protocol |
|---|---|---|---|---|---|---|---|---|---|`;

const FOOT = `
Not means over episodes: \`robustNcfu\`, NCFU of the prototype, language or task in which it is least (5 episodes or more;
最差组的反馈遵从度); \`confidenceEce\`, expected calibration error of the atoms' confidence over 15 bins of equal mass (置信度校准误差);
\`repairGainCorrelation\`, Spearman of the gain that a repair was said to bring and the gain that it brought (修复收益相关).
`;
