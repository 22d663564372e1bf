/** The numbers: the reader beside its baselines, agents of FUSE with intervals, what was selected, licences and refusals. */
import type { Bilingual } from "../../data-schemas/axis.ts";
import { TASKS } from "../../data-schemas/fuse-episode.ts";
import type { FuseCell } from "../../data-schemas/fuse-table.ts";
import { FUSE_METRICS } from "../../eval/fuse/registry.ts";
import { formatInterval } from "../io/text-table.ts";
import type { Artefacts } from "./artefacts.ts";
import { figure, INK, Plot } from "./drawing.ts";
import { both, escaped, says } from "./words.ts";

type Row = readonly string[];

/** @param rows Cells are HTML. */
function table(head: readonly Bilingual[], rows: readonly Row[]): string {
  const heads = head.map((each) => `<th scope="col">${both(each)}</th>`).join("");
  const body = rows.map(
    (row) =>
      `<tr>${row.map((cell, i) => (i === 0 ? `<th scope="row">${cell}</th>` : `<td>${cell}</td>`)).join("")}</tr>`,
  );
  return `<div class="wide"><table><thead><tr>${heads}</tr></thead><tbody>${body.join("")}</tbody></table></div>`;
}

const RATING_HEADS: readonly (readonly [string, Bilingual])[] = [
  ["rmse", says("均方根误差 ↓", "RMSE ↓")],
  ["ordinalNll", says("有序负对数似然 ↓", "ordinal NLL ↓")],
  ["pairAccuracy", says("成对准确率 ↑", "pair accuracy ↑")],
];

export function ratingSection({ table: found }: Artefacts): string {
  if (found === null) return "";
  const cells = found.cells.filter(({ group }) => group === "all");
  const models = [...new Set(cells.filter(({ metric }) => metric === "rmse").map(({ model }) => model))];
  const rows = models.map((model) => [
    escaped(model),
    ...RATING_HEADS.map(([metric]) => {
      const estimate = cells.find((cell) => cell.model === model && cell.metric === metric)?.estimate;
      return estimate?.value == null ? "n/a" : formatInterval(estimate.value, estimate.low, estimate.high);
    }),
  ]);
  const n = cells.find(({ metric }) => metric === "rmse")?.estimate;
  const size = says(
    `${n?.n ?? 0} 个答案，${n?.clusters ?? 0} 位读者；区间按读者重抽样。`,
    `${n?.n ?? 0} answers of ${n?.clusters ?? 0} readers; intervals by resampling readers.`,
  );
  return `<p>${both(size)}</p>${table([says("模型", "model"), ...RATING_HEADS.map(([, head]) => head)], rows)}`;
}

const FUSE_HEADS: readonly (readonly [metric: string, group: string])[] = [
  ["ncfu", "all"],
  ["selectivity", "all"],
  ["fgr", "all"],
  ["rollbackSuccess", "drift"],
  ["scarRate", "drift"],
  ["contamination", "isolation"],
];

export function fuseSection({ fuse }: Artefacts): string {
  if (fuse === null) return "";
  const agents = [...new Set(fuse.cells.map(({ agent }) => agent))];
  const find = (agent: string, metric: string, group: string): FuseCell | undefined =>
    fuse.cells.find((cell) => cell.agent === agent && cell.metric === metric && cell.group === group);
  const about = (name: string) => FUSE_METRICS.find((metric) => metric.name === name)!;
  const heads = FUSE_HEADS.map(([metric]) => about(metric).title);
  const rows = agents.map((agent) => [
    escaped(agent),
    ...FUSE_HEADS.map(([metric, group]) => {
      const estimate = find(agent, metric, group)?.estimate;
      return estimate?.value == null ? "n/a" : formatInterval(estimate.value, estimate.low, estimate.high);
    }),
  ]);
  const scores = fuse.cells.filter(
    ({ metric, group, estimate }) => metric === "taskScore" && group !== "all" && estimate.value !== null,
  );
  const points = scores.map(({ agent, group, estimate }) => ({ agent, group, ...estimate }));
  const chart = figure(
    says("各题得分与区间；label 是容易题。", "Scores of the tasks with intervals; label is the easy one."),
    (language) => ({
      width: 960,
      height: 60 + 26 * agents.length * new Set(points.map(({ group }) => group)).size,
      marginLeft: 130,
      marginRight: 110,
      x: { label: language === "zh" ? "得分" : "score", grid: true },
      y: { domain: agents, label: null },
      fy: { label: null, domain: TASKS.filter((task) => points.some(({ group }) => group === task)) },
      marks: [
        Plot.ruleX([0], { stroke: INK.quiet }),
        Plot.ruleY(points, { fy: "group", y: "agent", x1: "low", x2: "high", stroke: INK.quiet }),
        Plot.dot(points, {
          fy: "group",
          y: "agent",
          x: "value",
          fill: (p: (typeof points)[number]) => (p.group === "label" ? INK.other : INK.ours),
          r: 4,
        }),
      ],
    }),
  );
  const meanings = FUSE_HEADS.map(([metric]) => {
    const { title, meaning } = about(metric);
    return `<li><strong>${both(title)}</strong> ${both(meaning)}</li>`;
  });
  const agree = fuse.agreement.map(({ judges, spearman }) =>
    says(
      `${judges.join(" 与 ")} 的判断：Spearman ${spearman.value?.toFixed(3) ?? "n/a"}（${spearman.n} 场）。`,
      `Judgements of ${judges.join(" and ")}: Spearman ${spearman.value?.toFixed(3) ?? "n/a"} over ${spearman.n} scenes.`,
    ),
  );
  const judge = says(`由 ${fuse.judge} 判断。`, `Judged by ${fuse.judge}.`);
  return `<p>${both(judge)}</p>${table([says("智能体", "agent"), ...heads], rows)}<ul>${meanings.join("")}</ul>${agree.map((line) => `<p>${both(line)}</p>`).join("")}${chart}`;
}

interface LifeReport {
  readonly components: readonly {
    readonly year: number;
    readonly agents: number;
    readonly total: { mean: number; low: number; high: number };
    readonly penalties: number;
  }[];
  readonly selected: readonly {
    readonly agent: string;
    readonly start: string;
    readonly end: string;
    readonly value: number;
  }[];
  readonly reasons: Readonly<Record<string, number>>;
  readonly tokens: { readonly roleplay: number; readonly general: number };
  readonly releasedCounter: number;
}

export function selectionSection({ lifeReward, bestOf }: Artefacts): string {
  const parts: string[] = [];
  if (lifeReward !== null) parts.push(lifePart(lifeReward as unknown as LifeReport));
  if (bestOf !== null) {
    const { acceptance, reward, guard } = bestOf as unknown as {
      acceptance: number;
      reward: { all: number; kept: number | null };
      guard: { shareOfBest: { value: number | null; low: number | null; high: number | null } } | null;
    };
    const kept = reward.kept === null ? "n/a" : reward.kept.toFixed(3);
    const best = guard?.shareOfBest;
    const share = best?.value == null ? "n/a" : formatInterval(best.value, best.low, best.high);
    const line = says(
      `择优：留下 ${(100 * acceptance).toFixed(1)}% 的候选，平均奖励 ${reward.all.toFixed(3)} → ${kept}。`,
      `Best of n: ${(100 * acceptance).toFixed(1)}% of the candidates are kept, mean reward ${reward.all.toFixed(3)} → ${kept}.`,
    );
    const truth = says(
      `真实偏好的提升占最优选择的 ${share}。`,
      `Of what the planted truth would gain by choosing itself: ${share}.`,
    );
    parts.push(`<p>${both(line)} ${both(truth)}</p>`);
  }
  return parts.join("");
}

function lifePart({ components, selected, reasons, tokens, releasedCounter }: LifeReport): string {
  const chart = figure(
    says("每年的总奖励：均值与最低、最高。", "Total reward by year: mean, lowest and highest."),
    (language) => ({
      height: 240,
      x: { label: language === "zh" ? "年" : "year", tickFormat: "d", ticks: components.length },
      y: { label: language === "zh" ? "总奖励" : "total reward", grid: true },
      marks: [
        Plot.ruleX(components, {
          x: "year",
          y1: (c: LifeReport["components"][number]) => c.total.low,
          y2: (c: LifeReport["components"][number]) => c.total.high,
          stroke: INK.quiet,
        }),
        Plot.dot(components, {
          x: "year",
          y: (c: LifeReport["components"][number]) => c.total.mean,
          fill: INK.ours,
          r: 4,
        }),
        Plot.dot(
          selected.map(({ end, value }) => ({ year: Number(/\d+/.exec(end)![0]), value })),
          { x: "year", y: "value", symbol: "triangle", fill: INK.good, r: 4 },
        ),
      ],
    }),
  );
  const refused =
    Object.entries(reasons)
      .map(([reason, count]) => `${escaped(reason)} ${count}`)
      .join(", ") || "–";
  const lines = [
    says(
      `选中 ${selected.length} 个智能体-年（三角：与自己过去相比的进步）。`,
      `${selected.length} agent-years selected (triangles: advantage against their own past).`,
    ),
    says(
      `计损失的词元：角色扮演 ${tokens.roleplay}，通用 ${tokens.general}；已发布的计数器会说 ${releasedCounter}。`,
      `Tokens that carry loss: role play ${tokens.roleplay}, general ${tokens.general}; the released counter would have said ${releasedCounter}.`,
    ),
  ];
  return `${lines.map((line) => `<p>${both(line)}</p>`).join("")}${chart}<p>${both(says("未留：", "Refused: "))}${refused}</p>`;
}

export function stageSection({ stages }: Artefacts): string {
  const rows = stages.map(({ name, manifest }) => {
    const why = Object.entries(manifest.reasons)
      .map(([reason, count]) => `${escaped(reason)} ${count}`)
      .join(", ");
    return [
      escaped(name),
      String(manifest.rows_in),
      String(manifest.kept),
      String(manifest.refused),
      why,
      manifest.licences.map(escaped).join(", "),
    ];
  });
  const head = [
    says("阶段", "stage"),
    says("读入", "rows in"),
    says("留下", "kept"),
    says("未用", "not used"),
    says("原因", "reasons"),
    says("许可", "licences"),
  ];
  return table(head, rows);
}
