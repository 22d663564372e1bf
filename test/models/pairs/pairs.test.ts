import { describe, expect, it } from "vitest";
import { AXES, axisIndex } from "../../../data-schemas/ontology.ts";
import { pairSchema } from "../../../data-schemas/pair.ts";
import { axisPair, noiseDifferenceCdf, swapPair } from "../../../models/pairs/axis-pairs.ts";
import { measureAll, spreadOf } from "../../../models/pairs/columns.ts";
import { consistencyPair, FAULTS } from "../../../models/pairs/consistency-pairs.ts";
import { pairScene, sideOf } from "../../../models/pairs/grammar-chapter.ts";
import { memoryPair } from "../../../models/pairs/memory-pairs.ts";
import { grammarRewrites, rewritePair, rewriteTask } from "../../../models/pairs/rewrites.ts";
import { faultOf, plotPreserved, rewriteChecker } from "../../../models/pairs/verifier.ts";
import { bibleOf } from "../../../models/population/grammar/story.ts";
import { heavyTailed, makeRng } from "../../../models/rng.ts";

const spread = spreadOf(
  Array.from({ length: 60 }, (_, n) => {
    const scene = pairScene(1, `test/${n}`, "en");
    return measureAll(sideOf(scene, scene.levels).text, "en", bibleOf(scene.story));
  }),
);

describe("axis pairs", () => {
  it("differ in the level of one axis and in its passages", () => {
    const pair = axisPair(1, axisIndex("humour"), "zh", 0);
    expect(pairSchema.parse(pair)).toEqual(pair);
    const { humour: low, ...lowRest } = pair.low.levels;
    const { humour: high, ...highRest } = pair.high.levels;
    expect([low, high]).toEqual([-1, 1]);
    expect(highRest).toEqual(lowRest);
    const paragraphs = (text: string): Set<string> => new Set(text.split("\n\n"));
    const [a, b] = [paragraphs(pair.low.text), paragraphs(pair.high.text)];
    expect([...a].filter((paragraph) => !b.has(paragraph)).length).toBeLessThanOrEqual(2);
    expect(axisPair(1, axisIndex("humour"), "zh", 0)).toEqual(pair);
    expect(axisPair(2, axisIndex("humour"), "zh", 0).low.text).not.toBe(pair.low.text);
  });
});

describe("swap pairs", () => {
  it("two opposite readers prefer opposite sides, as surely; never of a quality", () => {
    for (const [axis, { kind, id }] of AXES.entries()) {
      if (kind !== "taste" || axis % 5 !== 0) continue;
      const pair = swapPair(1, axis, "en", 0)!;
      expect(pairSchema.parse(pair)).toEqual(pair);
      expect(pair.reader.prefers, id).not.toBe(pair.opposite.prefers);
      for (const [name, taste] of Object.entries(pair.reader.tastes)) {
        const other = pair.opposite.tastes[name]!;
        expect(other).toBe(AXES[axisIndex(name)]!.kind === "taste" ? -taste : taste);
      }
      expect(pair.reader.probability).toBeGreaterThan(0.5);
    }
  });

  it("the probability is that of two heavy-tailed noises: against 40,000 draws", () => {
    const rng = makeRng(1);
    const draws = Array.from({ length: 40_000 }, () => heavyTailed(rng) - heavyTailed(rng));
    for (const x of [-1, 0, 0.4, 1, 2.5]) {
      const share = draws.filter((draw) => draw < x).length / draws.length;
      expect(noiseDifferenceCdf(x)).toBeCloseTo(share, 1.9);
    }
    expect(noiseDifferenceCdf(0)).toBeCloseTo(0.5, 4);
    expect(noiseDifferenceCdf(0.7) + noiseDifferenceCdf(-0.7)).toBeCloseTo(1, 4);
  });
});

describe("consistency pairs", () => {
  it.each(FAULTS)("%s: only the broken side is at fault, and it says which rule", (fault) => {
    for (const language of ["zh", "en"] as const) {
      const pair = consistencyPair(1, fault, language, 0);
      expect(pairSchema.parse(pair)).toEqual(pair);
      const context = bibleOf(pairScene(1, `fault/${fault}/${language}/0`, language).story);
      const of = (text: string): number => measureAll(text, language, context)[axisIndex(fault)]!;
      expect([of(pair.sound.text), of(pair.broken.text) < 0]).toEqual([-0, true]);
      expect(pair.rule.length).toBeGreaterThan(5);
    }
  });
});

describe("memory pairs", () => {
  it("the same chapter after the same request: ignored readers trust less and rate no higher", () => {
    const pairs = Array.from({ length: 20 }, (_, n) => memoryPair(1, n % 2 === 0 ? "zh" : "en", n));
    expect(pairSchema.parse(pairs[0])).toEqual(pairs[0]);
    for (const { ignored, fulfilled, request, chapter } of pairs) {
      expect([ignored.fulfilled, fulfilled.fulfilled]).toEqual([
        [0, 0, 0],
        [2, 2, 2],
      ]);
      expect(ignored.trust).toBeLessThan(fulfilled.trust);
      expect(ignored.mean_rating).toBeLessThanOrEqual(fulfilled.mean_rating + 0.05);
      // The chapter gives nothing of what was asked for.
      expect(chapter.levels).not.toHaveProperty(request.axis);
    }
  });
});

describe("rewrites", () => {
  const task = rewriteTask(1, axisIndex("humour"), "en", 0);
  const rewrites = grammarRewrites(task);

  it("the grammar's are sound: one moves, one overdoes, one does something else", () => {
    const pair = rewritePair(task, rewrites, "grammar", spread);
    expect(pairSchema.parse(pair)).toEqual(pair);
    expect(faultOf(pair)).toBeNull();
    expect(pair.checks.over_corrected.axis_moved).toBeGreaterThan(pair.checks.aligned.axis_moved);
    expect(Math.abs(pair.checks.irrelevant.axis_moved)).toBeLessThan(0.5);
  });

  const judged = (change: Partial<typeof rewrites>) =>
    faultOf(rewritePair(task, { ...rewrites, ...change }, "someone", spread));

  it("are refused when a name of the plot is gone, or most of the text", () => {
    const { foe } = task.scene.story.cast;
    const other = task.original.facts.join(" ").includes(foe) ? foe : task.scene.story.cast.elder;
    expect(judged({ aligned: rewrites.aligned.replaceAll(other, "somebody") })).toBe("plot-changed");
    expect(judged({ aligned: rewrites.aligned.slice(0, rewrites.aligned.length / 3) })).toBe("plot-changed");
    expect(plotPreserved(task.original, task.original.text)).toBe(true);
  });

  it("are refused when a rule of the world is broken, or a day goes back", () => {
    const { rules } = task.scene.story;
    const broken = `${rules[0]!.subject[0]!} ${rules[0]!.forbidden[0]!}`;
    expect(judged({ aligned: `${rewrites.aligned}\n\nSo ${broken}.` })).toBe("world-broken");
    expect(judged({ irrelevant: `${rewrites.irrelevant}\n\nIt was the second day.` })).toBe("world-broken");
  });

  it("are refused when the axis stays, when others move, and when the three are one", () => {
    expect(judged({ aligned: task.original.text })).toBe("not-aligned");
    const swamped = `${rewrites.aligned}\n\n${"She wept and sobbed, trembling. The corpse lay in its blood. ".repeat(12)}`;
    expect(judged({ aligned: swamped })).toBe("not-aligned");
    expect(judged({ over_corrected: rewrites.aligned })).toBe("not-over-corrected");
    expect(judged({ irrelevant: rewrites.aligned })).toBe("not-irrelevant");
  });

  it("no rewrite at all moves nothing", () => {
    const check = rewriteChecker(task.original, task.request, spread)(task.original.text);
    expect(check).toMatchObject({ plot_preserved: true, world_consistent: true, others_moved: 0 });
    expect(Math.abs(check.axis_moved)).toBe(0);
  });
});
