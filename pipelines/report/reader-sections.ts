/** The reader in pictures: how it learnt, how its probabilities hold, what its axes are, who its readers are. */
import { AXES } from "../../data-schemas/ontology.ts";
import { PROTOTYPES } from "../../models/population/prototypes.ts";
import type { Artefacts } from "./artefacts.ts";
import { figure, INK, Plot } from "./drawing.ts";
import { both, escaped, says } from "./words.ts";

export function learningSection({ epochs }: Artefacts): string {
  if (epochs.length === 0) return "";
  const lines = epochs.flatMap(({ epoch, ordinal, validationLoss }) => [
    { epoch, loss: ordinal, of: "train" },
    ...(validationLoss === null ? [] : [{ epoch, loss: validationLoss, of: "validation" }]),
  ]);
  return figure(
    says(
      "评分的负对数似然，逐轮：训练集与验证集。",
      "Negative log likelihood of ratings by epoch: training and validation.",
    ),
    (language) => ({
      height: 300,
      x: { label: language === "zh" ? "轮" : "epoch", ticks: epochs.length, tickFormat: "d" },
      y: { label: language === "zh" ? "负对数似然" : "NLL", grid: true },
      color: { legend: true, domain: ["train", "validation"], range: [INK.quiet, INK.ours] },
      marks: [
        Plot.line(lines, { x: "epoch", y: "loss", stroke: "of", strokeWidth: 2 }),
        Plot.dot(lines, { x: "epoch", y: "loss", fill: "of" }),
      ],
    }),
  );
}

const BINS = 10;

export function reliabilitySection({ predictions }: Artefacts): string {
  if (predictions.length === 0) return "";
  const points = [1, 2, 3, 4].flatMap((threshold) => {
    const bins = Array.from({ length: BINS }, () => ({ n: 0, said: 0, happened: 0 }));
    for (const { rating, probability } of predictions) {
      const above = probability.slice(threshold).reduce((sum, p) => sum + p, 0);
      const bin = bins[Math.min(BINS - 1, Math.floor(above * BINS))]!;
      bin.n++;
      bin.said += above;
      if (rating > threshold) bin.happened++;
    }
    return bins.flatMap(({ n, said, happened }) =>
      n < 20 ? [] : [{ threshold, said: said / n, happened: happened / n, n }],
    );
  });
  return figure(
    says(
      "可靠性：说有几成把握评分高于某星，实际有几成。点在斜线上为准；点越大，答案越多。",
      "Reliability: how often ratings were above a threshold, against how likely that was said to be. On the line is right; larger dots hold more answers.",
    ),
    (language) => ({
      height: 260,
      width: 960,
      fx: { label: null, tickFormat: (t: number) => (language === "zh" ? `高于 ${t} 星` : `above ${t}`) },
      x: { domain: [0, 1], label: language === "zh" ? "所说概率" : "stated probability" },
      y: { domain: [0, 1], grid: true, label: language === "zh" ? "实际频率" : "frequency" },
      r: { range: [2, 8] },
      marks: [
        Plot.line(
          [
            [0, 0],
            [1, 1],
          ],
          { stroke: INK.quiet, strokeDasharray: "4 3" },
        ),
        Plot.dot(points, { fx: "threshold", x: "said", y: "happened", r: "n", fill: INK.ours, fillOpacity: 0.75 }),
      ],
    }),
  );
}

export function axisSection({ leakage, pairs }: Artefacts): string {
  if (leakage === null) return "";
  const ids = AXES.map(({ id }) => id);
  const nameOf = (id: string, language: "zh" | "en"): string => AXES.find((axis) => axis.id === id)!.name[language];
  const cells = leakage.rows
    .filter(({ language }) => language === "en")
    .flatMap(({ axis, effects }) =>
      leakage.columns.flatMap((column, c) =>
        ids.includes(column) ? [{ axis, column, effect: Math.max(-4, Math.min(4, effects[c] ?? 0)) }] : [],
      ),
    );
  const map = figure(
    says(
      "轴图：把一条轴从低推到高（行），每条轴的量尺动了多少个标准差（列）。只有对角线该有颜色。",
      "Axis map: moving one axis from its low pole to its high one (row), how many SD each axis's meter moves (column). Only the diagonal should have colour.",
    ),
    (language) => ({
      width: 960,
      height: 900,
      marginLeft: 160,
      marginBottom: 140,
      x: { domain: ids, tickFormat: (id: string) => nameOf(id, language), tickRotate: -60, label: null },
      y: { domain: ids, tickFormat: (id: string) => nameOf(id, language), label: null },
      color: { scheme: "RdBu", domain: [-4, 4], label: "SD" },
      marks: [Plot.cell(cells, { x: "column", y: "axis", fill: "effect" })],
    }),
  );
  return `${map}${pairs.map(pairExample).join("")}`;
}

/** The paragraphs in which the two tellings differ. */
function pairExample({ axis, low, high }: Artefacts["pairs"][number]): string {
  const found = AXES.find(({ id }) => id === axis)!;
  const parts = (text: string, other: string): string => {
    const others = new Set(other.split("\n\n"));
    return text
      .split("\n\n")
      .filter((paragraph) => !others.has(paragraph))
      .map((paragraph) => `<p>${escaped(paragraph)}</p>`)
      .join("");
  };
  return `<details><summary>${both(says(`例：${found.name.zh}`, `Example: ${found.name.en}`))}</summary><div class="pair"><section><h4>${both(found.low)}</h4>${parts(low, high)}</section><section><h4>${both(found.high)}</h4>${parts(high, low)}</section></div></details>`;
}

export function readerMapSection({ simulated }: Artefacts): string {
  if (simulated.length === 0) return "";
  const sums = new Map<string, { p: number[]; n: number; stars: number }>();
  for (const { record, hidden } of simulated) {
    const mine = sums.get(record.user_id) ?? { p: PROTOTYPES.map(() => 0), n: 0, stars: 0 };
    for (const [k, { id }] of PROTOTYPES.entries()) mine.p[k]! += hidden.prototypes[id] ?? 0;
    mine.n++;
    mine.stars += record.observed_feedback.explicit?.rating ?? 0;
    sums.set(record.user_id, mine);
  }
  const corner = (k: number): [number, number] => {
    const angle = (2 * Math.PI * k) / PROTOTYPES.length;
    return [Math.sin(angle), Math.cos(angle)];
  };
  const readers = [...sums.values()].map(({ p, n, stars }) => {
    const total = p.reduce((sum, value) => sum + value, 0) || 1;
    const most = p.indexOf(Math.max(...p));
    const of = (i: 0 | 1): number => p.reduce((sum, value, k) => sum + (value / total) * corner(k)[i], 0);
    return { x: of(0), y: of(1), prototype: PROTOTYPES[most]!.id, stars: stars / n };
  });
  const corners = PROTOTYPES.map(({ id, name }, k) => ({ x: 1.13 * corner(k)[0], y: 1.13 * corner(k)[1], id, name }));
  return figure(
    says(
      "读者图：每点一位模拟读者，离哪个角近，就像哪类读者；越大评分越高。",
      "Reader map: each dot is a simulated reader, near the kinds that it is like; larger dots give more stars.",
    ),
    (language) => ({
      width: 640,
      height: 560,
      axis: null,
      inset: 30,
      aspectRatio: 1,
      x: { domain: [-1.5, 1.5] },
      y: { domain: [-1.3, 1.3] },
      r: { range: [1, 6] },
      marks: [
        Plot.dot(readers, { x: "x", y: "y", r: "stars", fill: INK.ours, fillOpacity: 0.45 }),
        ...(["start", "middle", "end"] as const).map((textAnchor) =>
          Plot.text(
            corners.filter(({ x }) => (x > 0.3 ? "start" : x < -0.3 ? "end" : "middle") === textAnchor),
            {
              x: "x",
              y: "y",
              text: (c: (typeof corners)[number]) => c.name[language],
              textAnchor,
              fontSize: 13,
              fill: "currentColor",
            },
          ),
        ),
      ],
    }),
  );
}

const MOODS = ["trust_t", "fatigue_t", "curiosity_t", "frustration_t"] as const;
const MOOD_NAMES = {
  zh: { trust_t: "信任", fatigue_t: "疲劳", curiosity_t: "好奇", frustration_t: "恼火" },
  en: { trust_t: "trust", fatigue_t: "fatigue", curiosity_t: "curiosity", frustration_t: "frustration" },
} as const;

export function trajectorySection({ simulated }: Artefacts): string {
  const byReader = new Map<string, Artefacts["simulated"][number][]>();
  for (const each of simulated) byReader.set(each.record.user_id, [...(byReader.get(each.record.user_id) ?? []), each]);
  // The one who says most.
  const words = (turns: readonly Artefacts["simulated"][number][]): number =>
    turns.filter(({ record }) => record.observed_feedback.explicit?.comment !== undefined).length;
  const [reader] = [...byReader.values()].sort((a, b) => words(b) - words(a));
  if (reader === undefined) return "";
  const moods = reader.flatMap(({ hidden }, turn) =>
    MOODS.map((mood) => ({ turn: turn + 1, mood, value: hidden[mood] })),
  );
  const stars = reader.map(({ record }, turn) => ({
    turn: turn + 1,
    stars: record.observed_feedback.explicit?.rating ?? null,
  }));
  const chart = figure(
    says(
      "一位读者读一个故事：每章的心境，与打的星（数字）。",
      "One reader through a story: moods by chapter, and the stars given (numbers).",
    ),
    (language) => ({
      height: 280,
      x: { label: language === "zh" ? "章" : "chapter", ticks: stars.length, tickFormat: "d" },
      y: { domain: [0, 1.12], label: null, grid: true },
      color: {
        legend: true,
        domain: [...MOODS],
        range: [INK.ours, INK.quiet, INK.good, INK.bad],
        tickFormat: (mood: string) => MOOD_NAMES[language][mood as (typeof MOODS)[number]],
      },
      marks: [
        Plot.line(moods, { x: "turn", y: "value", stroke: "mood", strokeWidth: 2 }),
        Plot.text(stars, {
          x: "turn",
          y: 1.07,
          text: (s: (typeof stars)[number]) => (s.stars === null ? "" : `${s.stars}★`),
          fontWeight: 600,
        }),
      ],
    }),
  );
  const rows = reader.map(({ record, hidden }, turn) => {
    const { explicit } = record.observed_feedback;
    const because = Object.entries(hidden.parts)
      .slice(0, 3)
      .map(([id, part]) => {
        const axis = AXES.find((each) => each.id === id);
        const sign = `${part < 0 ? "−" : "+"}${Math.abs(part).toFixed(2)}`;
        return axis === undefined ? "" : `${both(axis.name)} ${sign}`;
      })
      .filter((text) => text !== "");
    return `<tr><td>${turn + 1}</td><td>${explicit?.rating ?? "–"}</td><td class="words">${escaped(explicit?.comment ?? "")}</td><td class="words">${because.join("; ")}</td></tr>`;
  });
  const head = [says("章", "chapter"), says("星", "stars"), says("评论", "comment"), says("因为", "because of")];
  return `${chart}<div class="wide"><table><thead><tr>${head.map((h) => `<th scope="col">${both(h)}</th>`).join("")}</tr></thead><tbody>${rows.join("")}</tbody></table></div>`;
}
