/** The suite: the same by seed, admitted by what the planted reader notices, and sealed. */
import { beforeAll, describe, expect, it } from "vitest";
import { publicEpisodeSchema, sealedEpisodeSchema, TASKS } from "../../../data-schemas/fuse-episode.ts";
import { AXES, axisIndex } from "../../../data-schemas/ontology.ts";
import type { Agent } from "../../../models/agent/agent.ts";
import { goldAgent } from "../../../models/fuse/agents/gold.ts";
import { noUpdate } from "../../../models/fuse/agents/no-update.ts";
import { overGeneraliser } from "../../../models/fuse/agents/puma.ts";
import { type Episode, KNOBS } from "../../../models/fuse/episode-maker.ts";
import { type Player, playEpisode } from "../../../models/fuse/play.ts";
import type { FuseWorld } from "../../../models/fuse/world.ts";
import { expectedStars, heavyTailedCdf } from "../../../models/population/judgement.ts";
import { heavyTailed, makeRng } from "../../../models/rng.ts";
import { reading, smallSuite } from "./suite-parts.ts";

let world: FuseWorld;
let episodes: Episode[];
let parts: Awaited<ReturnType<typeof reading>>;
beforeAll(async () => {
  ({ world, episodes } = await smallSuite(3, 6));
  parts = await reading();
});

const playing = (agent: Agent): Player => ({
  name: agent.name,
  ask: async (type, told) => (type === "repair" ? agent.repair(told) : { diff: await agent.update(told) }),
});
const ofTask = (task: string): Episode[] => episodes.filter(({ shown }) => shown.task === task);

describe("making", () => {
  it("as many of each task as asked for, in both languages, valid, and the same by seed", async () => {
    expect(episodes).toHaveLength(6 * TASKS.length);
    for (const task of TASKS)
      expect(new Set(ofTask(task).map(({ shown }) => shown.language))).toEqual(new Set(["zh", "en"]));
    for (const { shown, sealed } of episodes) {
      expect(publicEpisodeSchema.parse(shown)).toEqual(shown);
      expect(sealedEpisodeSchema.parse(sealed)).toEqual(sealed);
    }
    expect((await smallSuite(3, 6)).episodes).toEqual(episodes);
    expect((await smallSuite(4, 1)).episodes[0]).not.toEqual(episodes[0]);
  });

  it("the sealed part asks for other axes", async () => {
    const axes = (all: readonly Episode[]): Set<string> =>
      new Set(
        all.flatMap(({ sealed }) => Object.values(sealed.wants).flatMap((want) => (want === null ? [] : [want.axis]))),
      );
    const hidden = axes((await smallSuite(3, 4, "sealed")).episodes);
    for (const axis of axes(episodes)) expect(hidden.has(axis)).toBe(false);
  });

  it("knobs: near scenes, silence, noise, delay, readers", async () => {
    const knobs = { ...KNOBS, near: 1, implicit: 1, noise: 1, delayTurns: 6, readers: 4 };
    const hard = (await smallSuite(3, 2, "public", knobs)).episodes;
    for (const { shown, sealed } of hard) {
      expect(sealed.difficulty.distance).toBe("near");
      const [first] = shown.feedback;
      if (shown.task === "state_diff" || shown.task === "sealed_probes") {
        expect([first!.observed.explicit?.tags, first!.observed.explicit?.comment]).toEqual([undefined, undefined]);
      }
      if (shown.task === "masking") expect(first!.observed.explicit!.tags).toHaveLength(2);
      if (shown.task === "isolation") expect(new Set(shown.feedback.map(({ user_id }) => user_id)).size).toBe(4);
      if (shown.task === "delayed_credit") {
        const last = Math.max(...sealed.culprits.map((id) => shown.trace.findIndex((node) => node.id === id)));
        expect(shown.trace.length - last).toBeGreaterThan(6);
      }
    }
  });

  it("what agents are shown tells nothing of the probes' kinds, the truth or the right change", () => {
    for (const { shown, sealed } of episodes) {
      const text = JSON.stringify(shown);
      for (const word of ["positive", "neutral", '"anti"', "culprit", "gold", "critic.checklist"])
        expect(text).not.toContain(word);
      for (const id of Object.keys(sealed.probes)) expect(id).toMatch(/^q\d+$/);
    }
  });
});

describe("truth", () => {
  it("every probe is noticed by the planted reader: gold helps, an over-general update harms", async () => {
    const gold = playing(goldAgent((id) => episodes.find(({ shown }) => shown.id === id)!.sealed));
    for (const episode of [...ofTask("state_diff"), ...ofTask("sealed_probes")]) {
      const { scenes } = await playEpisode(gold, episode, parts.read);
      for (const scene of scenes.filter(({ condition }) => condition === "after")) {
        const before = scenes.find(({ condition, probe }) => condition === "before" && probe.id === scene.probe.id)!;
        const known = world.reader(episode.sealed.readers[scene.probe.user_id]!);
        const stars = (levels: readonly number[]): number =>
          expectedStars(known.reader, known.mood, { levels, quality: 0, words: 0 });
        if (scene.truth.kind === "positive") expect(stars(scene.levels) - stars(before.levels)).toBeGreaterThan(0.04);
        else expect(scene.levels).toEqual(before.levels);
      }
    }
  });

  it("an agent that changes nothing leaves every scene as it was", async () => {
    for (const episode of episodes) {
      const { scenes, rollback, growth } = await playEpisode(playing(noUpdate), episode, parts.read);
      expect(growth.items).toBe(0);
      if (rollback !== null) expect(rollback).toEqual({ derived: 0, removed: 0 });
      for (const { levels, condition, truth } of scenes.filter(({ condition }) => !condition.startsWith("gold"))) {
        const base = AXES.map(({ id }) => truth.levels[id] ?? 0);
        expect(levels, condition).toEqual(base);
      }
    }
  });

  it("an over-general update reaches the scenes to leave alone, and other readers", async () => {
    const [episode] = ofTask("isolation");
    const played = await playEpisode(playing(overGeneraliser(parts.wants)), episode!, parts.read);
    expect(played.leaked).toBeGreaterThan(0);
    const anti = played.scenes.filter(({ truth, condition }) => truth.kind === "anti" && condition === "after");
    for (const { levels, truth } of anti) expect(levels[axisIndex(truth.want.axis)]).not.toBe(0);
  });

  it("gold of a drift follows the change and takes back what was taken back", async () => {
    const [episode] = ofTask("drift");
    const gold = playing(goldAgent(() => episode!.sealed));
    const { scenes, rollback } = await playEpisode(gold, episode!, parts.read);
    const turns = scenes.filter(({ condition }) => condition === "at_turn");
    expect(turns.map(({ follows }) => follows)).toEqual(["new", "new", "new", "new", "new"]);
    expect(rollback!.derived).toBeGreaterThan(0);
    expect(rollback!.removed).toBe(rollback!.derived);
    for (const back of scenes.filter(({ condition }) => condition === "rolled_back"))
      expect(back.levels).toEqual(scenes.find((s) => s.condition === "never" && s.probe.id === back.probe.id)!.levels);
  });
});

describe("expected stars", () => {
  it("the distribution function is that of the draws", () => {
    const rng = makeRng(5);
    const draws = Array.from({ length: 40_000 }, () => heavyTailed(rng));
    for (const x of [-2, -0.7, 0, 0.4, 1.5])
      expect(Math.abs(draws.filter((draw) => draw <= x).length / draws.length - heavyTailedCdf(x))).toBeLessThan(0.01);
    expect([heavyTailedCdf(-1e9), heavyTailedCdf(1e9)]).toEqual([expect.closeTo(0, 9), expect.closeTo(1, 9)]);
  });
});
