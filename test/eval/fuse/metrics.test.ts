/** Every metric of FUSE by hand: the formula, its edge, empty sets, and what cannot be measured. */

import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import type { EpisodeLog, Generation } from "../../../data-schemas/fuse-log.ts";
import { agreement } from "../../../eval/fuse/atom-match.ts";
import { FUSE_METRICS } from "../../../eval/fuse/registry.ts";
import { METRIC_PAGE, metricPage } from "../../../pipelines/metric-page.ts";
import { log, read, scene } from "./episode-log.ts";

const measured = (name: string, episode: EpisodeLog): number | null =>
  FUSE_METRICS.find((metric) => metric.name === name)!.of(episode, "j");

/** Two positive probes: +0.1 and +0.3 of 0.2 and 0.4; one anti: −0.05; one neutral: −0.01. */
const typical = [
  scene("positive", "before", 0.5, "p1"),
  scene("positive", "after", 0.6, "p1"),
  scene("positive", "gold", 0.7, "p1"),
  scene("positive", "before", 0.4, "p2"),
  scene("positive", "after", 0.7, "p2"),
  scene("positive", "gold", 0.8, "p2"),
  scene("anti", "before", 0.5),
  scene("anti", "after", 0.45),
  scene("neutral", "before", 0.5),
  scene("neutral", "after", 0.49),
] as Generation[];

describe("on probes", () => {
  const episode = log({ generations: typical });
  it.each([
    ["ncfu", 0.2 / (0.3 + 1e-6)],
    ["fgr", 1],
    ["selectivity", 0.2 - 0.05],
    ["negativeTransfer", 0.01],
    // Success 1, spared 0: the harmonic mean is 0.
    ["changeScore", 0],
    ["upliftPerBit", 0.2 / 10],
    ["stateItems", 1.5],
    ["stateTokens", 4.5],
    ["lostEpisodes", 0],
  ])("%s", (name, value) => {
    expect(measured(name, episode)).toBeCloseTo(value, 12);
  });

  it("gains on probes to leave alone are no harm", () => {
    const better = log({
      generations: [...typical.slice(0, 6), scene("anti", "before", 0.5), scene("anti", "after", 0.9)],
    });
    expect([measured("selectivity", better), measured("fgr", better)]).toEqual([expect.closeTo(0.2, 12), 0]);
    expect(measured("changeScore", better)).toBe(1);
  });

  it("a drop of δ exactly is no drop", () => {
    const edge = (drop: number) =>
      log({ generations: [scene("anti", "before", 0.5), scene("anti", "after", 0.5 - drop)] });
    expect([measured("fgr", edge(0.02 - 1e-12)), measured("fgr", edge(0.02 + 1e-12))]).toEqual([0, 1]);
  });

  it("what gold gains 0.01 or less on is unmeasurable, not 0", () => {
    const flat = log({
      generations: [scene("positive", "before", 0), scene("positive", "after", 0.6), scene("positive", "gold", 0.01)],
    });
    expect(measured("ncfu", flat)).toBeNull();
    expect(measured("ncfu", log())).toBeNull();
  });

  it("a judgement that failed is left out; where all failed nothing is measured", () => {
    const some = log({
      generations: [...typical, scene("anti", "before", null, "n2"), scene("anti", "after", 0.1, "n2")],
    });
    expect(measured("fgr", some)).toBe(1);
    const none = log({ generations: typical.map((each) => ({ ...each, judged: { j: null } })) });
    for (const name of ["ncfu", "fgr", "selectivity", "negativeTransfer", "changeScore", "upliftPerBit"])
      expect(measured(name, none), name).toBeNull();
  });
});

describe("atoms", () => {
  it("agreement is the weighted share of equal parts", () => {
    expect(agreement(read(), read())).toBeCloseTo(1, 12);
    expect(agreement(read(), read({ ttl: "permanent" }))).toBeCloseTo(0.9, 12);
    expect(agreement(read(), read({}, { scenes: ["action", "cozy"] }))).toBeCloseTo(0.95, 12);
    expect(agreement(read(), read({ provenance: [] }))).toBeCloseTo(0.9, 12);
    expect(agreement(read(), read({}, { asks: null }))).toBeCloseTo(0.7, 12);
    expect(agreement(read(), read({ target: "user.memory", operation: "remove" }))).toBeCloseTo(0.7, 12);
  });

  it("removals agree by what they forget", () => {
    const forget = (id: string) => read({ operation: "remove", content: "", provenance: [id] }, { asks: null });
    expect(agreement(forget("f1"), forget("f1"))).toBeCloseTo(1, 12);
    expect(agreement(forget("f1"), forget("f2"))).toBeCloseTo(0.6, 12);
  });

  it("route F1 counts each right atom once", () => {
    const gold = [read(), read({ target: "critic.checklist" })];
    expect(measured("routeF1", log({ predicted: [read(), read(), read()], gold }))).toBeCloseTo(2 / 5, 12);
    expect(measured("routeF1", log({ predicted: [], gold }))).toBe(0);
    expect(measured("routeF1", log())).toBeNull();
  });

  it("diff score: matched agreement, less what is known to be wrong", () => {
    const gold = [read()];
    const wrong = read({ ttl: "permanent" }, { scenes: [], antiScenes: [] });
    expect(measured("diffScore", log({ predicted: [read()], gold, antiGold: [wrong] }))).toBe(1);
    // Agreement 0.7, one predicted, which is the wrong one.
    expect(measured("diffScore", log({ predicted: [wrong], gold, antiGold: [wrong] }))).toBeCloseTo(0.7 - 1, 12);
    expect(measured("diffScore", log({ predicted: [], gold, antiGold: [wrong] }))).toBe(0);
  });

  it("label F1 is of the set of wants", () => {
    const other = read({}, { asks: { axis: "humour", direction: "lower" } });
    const episode = log({ task: "label", gold: [read()], predicted: [read(), read({ target: "user.memory" }), other] });
    expect(measured("labelF1", episode)).toBeCloseTo(2 / 3, 12);
    expect(measured("taskScore", episode)).toBeCloseTo(2 / 3, 12);
  });
});

describe("masking", () => {
  const masked = (mask: "mask" | "gold_mask", j: Partial<Record<string, number>>): Generation[] =>
    ["user_memory", "critic_checklist", "planner_policy", "retriever_policy", "generator_policy"].map((component) =>
      scene("positive", `${mask}:${component}` as Generation["condition"], j[component] ?? 0.9),
    );
  const episode = log({
    task: "masking",
    gold: [read(), read({ target: "critic.checklist" })],
    generations: [
      scene("positive", "before", 0.5),
      scene("positive", "after", 0.9),
      scene("positive", "gold", 0.9),
      scene("positive", "routed", 0.7),
      ...masked("mask", { planner_policy: 0.7, user_memory: 0.8 }),
      ...masked("gold_mask", { planner_policy: 0.6, critic_checklist: 0.8 }),
    ],
  });
  it.each([
    // Planner 0.2, critic 0 of 0.4.
    ["necessity", 0.25],
    // Memory 0.1 of 0.4, two others 0.
    ["idleNecessity", 0.25 / 3],
    ["goldNecessity", (0.75 + 0.25) / 2],
    ["goldIdleNecessity", 0],
    ["routingSufficiency", 0.5],
    // Planner and memory against planner and critic.
    ["componentF1", 0.5],
  ])("%s", (name, value) => {
    expect(measured(name, episode)).toBeCloseTo(value, 5);
  });

  it("nothing gained, nothing to lose", () => {
    const still = log({
      task: "masking",
      generations: episode.generations.map((each) => ({ ...each, judged: { j: 0.5 } })),
    });
    for (const name of ["necessity", "idleNecessity", "routingSufficiency", "componentF1"])
      expect(measured(name, still), name).toBeNull();
  });
});

describe("credit", () => {
  const blamed = (ranked: string[]) =>
    log({ task: "delayed_credit", credit: { ranked, culprits: ["a", "b"], predictedGain: null } });
  it("nDCG at 5 and F1 of as many as there are", () => {
    expect(measured("creditNdcg", blamed(["a", "b", "c"]))).toBe(1);
    expect(measured("creditNdcg", blamed(["c", "a"]))).toBeCloseTo(1 / Math.log2(3) / (1 + 1 / Math.log2(3)), 12);
    expect(measured("creditNdcg", blamed(["c", "d", "e", "f", "g", "a"]))).toBe(0);
    expect(measured("creditF1", blamed(["a", "c", "b"]))).toBe(0.5);
    expect([measured("creditF1", blamed([])), measured("creditNdcg", blamed([]))]).toEqual([0, 0]);
    expect(measured("creditNdcg", log())).toBeNull();
  });
});

describe("drift", () => {
  const at = (turn: number, follows: Generation["follows"], own: number, gold: number): Generation[] => [
    scene("positive", "at_turn", own, `t${turn}`, { turn, follows }),
    scene("positive", "gold_at_turn", gold, `t${turn}`, { turn, follows: "new" }),
  ];
  const episode = log({
    task: "drift",
    rollback: { derived: 4, removed: 3 },
    generations: [
      ...at(0, "new", 0.5, 0.5),
      ...at(1, "new", 0.5, 0.5),
      ...at(2, "old", 0.3, 0.6),
      ...at(3, "neither", 0.5, 0.6),
      ...at(4, "new", 0.2, 0.6),
      scene("positive", "rolled_back", 0.5, "r1", { text_hash: "x" }),
      scene("positive", "never", 0.5, "r1", { text_hash: "x" }),
      scene("positive", "rolled_back", 0.5, "r2", { text_hash: "y" }),
      scene("positive", "never", 0.5, "r2", { text_hash: "z" }),
    ],
  });
  it.each([
    ["driftDelay", 2],
    // Until it follows: what is lost afterwards is not regret of the drift.
    ["driftRegret", 0.3 + 0.1],
    ["followRate", 1 / 3],
    ["staleUse", 1 / 3],
    ["rollbackSuccess", 0.75],
    ["scarRate", 0.5],
    ["taskScore", 3 / (3 + 1 / 0.75 + 2)],
  ])("%s", (name, value) => {
    expect(measured(name, episode)).toBeCloseTo(value, 12);
  });

  it("never following takes all turns; nothing derived is no success and no failure", () => {
    const never = log({ task: "drift", generations: [2, 3, 4].flatMap((turn) => at(turn, "old", 0.5, 0.5)) });
    expect(measured("driftDelay", never)).toBe(3);
    expect(measured("rollbackSuccess", log({ rollback: { derived: 0, removed: 0 } }))).toBeNull();
    expect([measured("followRate", log()), measured("scarRate", log()), measured("driftDelay", log())]).toEqual([
      null,
      null,
      null,
    ]);
  });

  it("texts of unknown plan cannot be followed", () => {
    const unknown = log({ generations: [scene("positive", "at_turn", 0.5, "t2", { turn: 2 })] });
    for (const name of ["driftDelay", "driftRegret", "followRate", "staleUse"])
      expect(measured(name, unknown)).toBeNull();
  });
});

it("a scene that was not written is neither unchanged nor changed", () => {
  const unwritten = (condition: Generation["condition"]) =>
    scene("positive", condition, null, "p", { text_hash: "none" });
  const episode = log({
    generations: [unwritten("rolled_back"), unwritten("never"), unwritten("after"), unwritten("without_others")],
  });
  expect([measured("scarRate", episode), measured("contamination", episode)]).toEqual([null, null]);
});

describe("isolation", () => {
  it("contamination is of texts that change without the others", () => {
    const episode = log({
      task: "isolation",
      leaked: 2,
      generations: [
        scene("positive", "after", 0.5, "a", { text_hash: "x" }),
        scene("positive", "without_others", 0.5, "a", { text_hash: "y" }),
        scene("positive", "after", 0.5, "b", { text_hash: "x" }),
        scene("positive", "without_others", 0.5, "b", { text_hash: "x" }),
      ],
    });
    expect([measured("contamination", episode), measured("leakedItems", episode)]).toEqual([0.5, 2]);
    expect([measured("contamination", log()), measured("leakedItems", log())]).toEqual([null, null]);
  });
});

it("names are unique, every metric says what it is in both languages, and the page is that of the code", () => {
  expect(new Set(FUSE_METRICS.map(({ name }) => name)).size).toBe(FUSE_METRICS.length);
  for (const { title, meaning, protocol, name } of FUSE_METRICS) {
    expect([title.zh, title.en, meaning.zh, meaning.en].every((text) => text.length > 0)).toBe(true);
    expect(protocol).toMatch(new RegExp(`^${name}-\\d+$`));
  }
  expect(readFileSync(METRIC_PAGE, "utf8")).toBe(metricPage());
});
