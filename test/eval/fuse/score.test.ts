/** What is computed over all episodes: ranks, calibration, and the table with its intervals. */
import { describe, expect, it } from "vitest";
import type { Generation } from "../../../data-schemas/fuse-log.ts";
import { confidenceCounts, confidenceError, equalMassEdges } from "../../../eval/fuse/confidence.ts";
import { rankSums, ranks, spearman } from "../../../eval/fuse/rank-correlation.ts";
import { scoreLogs } from "../../../eval/fuse/score.ts";
import { makeRng } from "../../../models/rng.ts";
import { log, scene } from "./episode-log.ts";

describe("pooled", () => {
  it("ranks share the mean of ties", () => {
    expect(ranks([3, 1, 3, 2])).toEqual([2.5 / 3, 0, 2.5 / 3, 1 / 3]);
    expect(ranks([])).toEqual([]);
  });

  it("Spearman by sums", () => {
    const of = (x: number[], y: number[]): number | null => {
      const [a, b] = [ranks(x), ranks(y)];
      return spearman.value(rankSums(a.map((value, i) => [value, b[i]!] as const)));
    };
    expect(of([1, 2, 3, 10], [2, 3, 50, 51])).toBeCloseTo(1, 12);
    expect(of([1, 2, 3], [3, 2, 1])).toBeCloseTo(-1, 12);
    // By hand: d = (1, −1, 0), ρ = 1 − 6·2/(3·8).
    expect(of([1, 2, 3], [2, 1, 3])).toBeCloseTo(0.5, 12);
    expect([of([1, 1], [1, 2]), of([], [])]).toEqual([null, null]);
  });

  it("calibration error of atoms: sure and right is 0, sure and wrong is 1", () => {
    const error = (atoms: { confidence: number; right: boolean }[]): number | null =>
      confidenceError.value(confidenceCounts(atoms, equalMassEdges(atoms)));
    expect(error([{ confidence: 1, right: true }])).toBe(0);
    expect(
      error([
        { confidence: 1, right: false },
        { confidence: 1, right: false },
      ]),
    ).toBe(1);
    const mixed = [0.5, 0.5].map((confidence, i) => ({ confidence, right: i === 0 }));
    expect(error(mixed)).toBeCloseTo(0, 12);
    expect(error([])).toBeNull();
  });
});

describe("the table", () => {
  const options = { judge: "j", judges: ["j", "o"], reference: "base", entailment: "-", rng: makeRng(1) };
  const rows = Array.from({ length: 12 }, (_, i) => {
    const gain = 0.1 + 0.01 * i;
    const generations = (own: number): Generation[] =>
      (["before", "after", "gold"] as const).map((condition) => {
        const j = condition === "before" ? 0.4 : condition === "gold" ? 0.4 + gain : 0.4 + own * gain;
        return scene("positive", condition, j, "positive", { judged: { j, o: j / 2 } });
      });
    const about = { reader: `r${i % 4}`, episode: `e${i}`, language: i % 2 === 0 ? ("zh" as const) : ("en" as const) };
    return [
      log({ ...about, agent: "base", generations: generations(0.5) }),
      log({ ...about, agent: "better", generations: generations(i % 2 === 0 ? 1 : 0.6) }),
    ];
  }).flat();
  const table = scoreLogs(rows, options);
  const cell = (metric: string, agent: string, group = "state_diff") =>
    table.cells.find((each) => each.metric === metric && each.agent === agent && each.group === group)!;

  it("means, intervals by reader, and paired differences", () => {
    expect(cell("ncfu", "better").estimate).toMatchObject({ value: expect.closeTo(0.8, 4), n: 12, clusters: 4 });
    expect(cell("ncfu", "better").difference!.value).toBeCloseTo(0.3, 4);
    expect(cell("ncfu", "base").difference).toBeNull();
  });

  it("robust NCFU is that of the worst group, which is named", () => {
    expect(cell("robustNcfu", "better", "all")).toMatchObject({
      worst: "en",
      estimate: { value: expect.closeTo(0.6, 4) },
    });
  });

  it("judges that agree in order agree fully", () => {
    expect(table.agreement).toMatchObject([
      {
        judges: ["j", "o"],
        spearman: { value: expect.closeTo(1, 12) },
        sameRanking: { ncfu: true, selectivity: true },
      },
    ]);
  });

  it("the same logs give the same digits", () => {
    expect(scoreLogs(rows, { ...options, rng: makeRng(1) })).toEqual(table);
  });

  it("of nothing but failed judgements nothing is said", () => {
    const blind = rows.map((row) => ({
      ...row,
      generations: row.generations.map((each) => ({ ...each, judged: { j: null, o: null } })),
    }));
    const none = scoreLogs(blind, { ...options, rng: makeRng(1) });
    expect(none.cells.find(({ metric }) => metric === "ncfu")).toBeUndefined();
    expect(none.unmeasurable["base"]).toHaveLength(12);
  });
});
