/** What words ask for, what the router makes of feedback, and what the auditing agent commits. */

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { COMPONENTS, diffAtomSchema } from "../../../data-schemas/agent-state.ts";
import type { FeedbackEvent } from "../../../data-schemas/fuse-episode.ts";
import { AXES, axisIndex } from "../../../data-schemas/ontology.ts";
import { recordSchema } from "../../../data-schemas/record.ts";
import type { Told } from "../../../models/agent/agent.ts";
import { auditF2S } from "../../../models/agent/audit-f2s.ts";
import { migrateAtom, migrateState } from "../../../models/agent/migration.ts";
import { route } from "../../../models/agent/router.ts";
import { scenesIn } from "../../../models/agent/scope.ts";
import { applyDiff, shownState, stateAt } from "../../../models/agent/state-log.ts";
import type { Rehearse } from "../../../models/agent/verifier.ts";
import { opposite, WantReader, wantOfTag, wordsFor } from "../../../models/agent/wants.ts";
import { readShipped } from "../../../pipelines/label/shipped.ts";

let wants: WantReader;
beforeAll(async () => {
  wants = new WantReader({ tone: await readShipped(), aspect: null });
});

const AT = { turn: 0, story: "s", arc: 0, chapter: 0 };
const feedback = (observed: FeedbackEvent["observed"], more: Partial<FeedbackEvent> = {}): FeedbackEvent => ({
  id: "f1",
  kind: "feedback",
  user_id: "u",
  at: AT,
  about: "n1",
  observed,
  ...more,
});

describe("wants", () => {
  it("every want in words is read back, in both languages", () => {
    for (const { id } of AXES) {
      for (const direction of ["lower", "higher"] as const) {
        for (const language of ["zh", "en"] as const) {
          const want = { axis: id, direction };
          expect(wants.read(`Plan for ${wordsFor(want, language)}`), `${id} ${direction} ${language}`).toEqual(want);
        }
      }
    }
  });

  it("tags complain: the pole that is too much is wanted less", () => {
    expect(wantOfTag("pacing_slow")).toEqual({ axis: "pacing_speed", direction: "higher" });
    expect(wantOfTag("too_grim")).toEqual({ axis: "grimness", direction: "lower" });
    expect([wantOfTag("liked_humour"), wantOfTag("nonsense")]).toEqual([null, null]);
    expect(wants.read("pacing_slow 3/5 whatever")).toEqual({ axis: "pacing_speed", direction: "higher" });
  });

  it("a pole that is refused is turned around", () => {
    const cold = wants.read("distance and suspicion");
    expect(cold).toEqual({ axis: "warmth", direction: "lower" });
    expect(wants.read("Not a fan of this: distance and suspicion")).toEqual(opposite(cold!));
    expect(wants.read("又是疏远、猜忌，看不下去")).toEqual(opposite(cold!));
  });

  it("other words go through the labeller; words that ask for nothing ask for nothing", () => {
    expect(wants.read("The pacing drags, please get to the point")?.axis).toBe("pacing_speed");
    expect(wants.read("这章太水了")?.axis).toBe("pacing_speed");
    expect(wants.read("I read it on the train.")).toBeNull();
    expect(wants.read("")).toBeNull();
  });
});

describe("router", () => {
  it("tags first; reach, scenes and what to spare from the words", () => {
    const comment =
      "Not a fan of this. I mean this arc. Mostly in the action scenes. Leave the grief scenes as they are.";
    const routed = route(feedback({ explicit: { tags: ["pacing_slow"], comment } }), wants);
    expect(routed).toEqual({
      candidates: [{ want: { axis: "pacing_speed", direction: "higher" }, from: "tag" }],
      extent: "current_arc",
      about: ["action"],
      spared: ["grief"],
      language: "en",
    });
    const chinese = route(feedback({ explicit: { comment: "节奏太慢了。整本书都是这样。哀悼的戏别动。" } }), wants);
    expect(chinese).toMatchObject({ extent: "current_story", spared: ["grief"], language: "zh" });
    expect(chinese.candidates[0]).toMatchObject({ from: "comment", want: { axis: "pacing_speed" } });
  });

  it("silence asks for nothing", () => {
    expect(route(feedback({ implicit: { skipped: true } }), wants)).toMatchObject({ candidates: [], language: null });
  });
});

/** A reader who likes a brisk pace in action scenes, and is harmed by it in grief scenes. */
const rehearse: Rehearse = async (_, drafts) =>
  drafts.map(({ scene, diff }) => {
    const brisk = diff?.some(({ content }) => wants.read(content)?.axis === "pacing_speed") ?? false;
    return 0.5 + (brisk ? (scene === "action" ? 0.1 : scene === "grief" ? -0.2 : 0) : 0);
  });
/** A text that says which axis it stands at the low pole of. */
const poles = async (text: string): Promise<number[]> => AXES.map(({ id }) => (text.includes(id) ? -1 : 0));
const told = (event: FeedbackEvent, more: Partial<Told> = {}): Told => ({
  episode: "e",
  state: shownState(stateAt([], null)),
  trace: ["n1", "n2"].map((id) => ({
    id,
    user_id: "u",
    clock: AT,
    scene: "action" as const,
    text: id === "n1" ? "pacing_speed warmth" : "nothing",
  })),
  feedback: event,
  ...more,
});

describe("AUDIT-F2S", () => {
  const agent = () => auditF2S({ wants, rehearse, poles });

  it("commits what helps, where it helps, with its source and lifetime", async () => {
    const atoms = await agent().update(told(feedback({ explicit: { tags: ["pacing_slow"], rating: 2 } })));
    expect(atoms.map(({ target }) => target)).toEqual(["critic.checklist", "planner.policy", "user.memory"]);
    for (const atom of atoms) {
      expect(diffAtomSchema.safeParse(atom).success).toBe(true);
      expect(atom).toMatchObject({ provenance: ["f1"], ttl: "story_global", confidence: 0.9 });
      expect(scenesIn(atom.scope)).toEqual(["action"]);
      expect(scenesIn(atom.anti_scope)).toContain("grief");
      expect(wants.read(atom.content)).toEqual({ axis: "pacing_speed", direction: "higher" });
    }
  });

  it("a wish for the arc alone is not remembered of the reader", async () => {
    const said = feedback({ explicit: { tags: ["pacing_slow"], comment: "I mean this arc." } });
    const atoms = await agent().update(told(said));
    expect(atoms.map(({ target }) => target)).toEqual(["critic.checklist", "planner.policy"]);
    expect(atoms[0]).toMatchObject({ ttl: "until_arc_resolution" });
  });

  it("what the simulated reader does not like is not committed", async () => {
    expect(await agent().update(told(feedback({ explicit: { tags: ["too_grim"], rating: 2 } })))).toEqual([]);
  });

  it("where nothing was said it guesses from the text that was disliked, and keeps the best guess", async () => {
    const atoms = await agent().update(told(feedback({ explicit: { rating: 1 } })));
    expect(new Set(atoms.map(({ content }) => wants.read(content)!.axis))).toEqual(new Set(["pacing_speed"]));
    expect(atoms[0]!.confidence).toBe(0.4);
    expect(await agent().update(told(feedback({ explicit: { rating: 5 } })))).toEqual([]);
  });

  it("a retraction removes what was derived from what it takes back, a correction replaces it", async () => {
    const first = await agent().update(told(feedback({ explicit: { tags: ["pacing_slow"] } })));
    const log = applyDiff([], first, { id: "0", user_id: "u", at: AT });
    const state = shownState(stateAt(log, AT));
    const taken = feedback({}, { id: "f2", kind: "retraction", retracts: "f1" });
    const removal = await agent().update(told(taken, { state }));
    const after = stateAt(applyDiff(log, removal, { id: "1", user_id: "u", at: AT }), AT);
    expect(COMPONENTS.every((component) => after[component].length === 0)).toBe(true);
    const corrected = feedback(
      { explicit: { tags: ["pacing_slow"] } },
      { id: "f2", kind: "correction", retracts: "f1" },
    );
    const both = await agent().update(told(corrected, { state }));
    expect(both.filter(({ operation }) => operation === "remove")).toHaveLength(3);
    expect(both.filter(({ operation }) => operation !== "remove")).toHaveLength(3);
  });

  it("blames the steps that stand at the pole complained of", async () => {
    const repair = await agent().repair(told(feedback({ explicit: { tags: ["pacing_slow"] } })));
    expect(repair.ranked).toEqual(["n1"]);
    expect(repair.predictedGain).toBeCloseTo(0.1, 12);
    expect(axisIndex("pacing_speed")).toBe(0);
  });
});

describe("older shapes", () => {
  const lines = readFileSync(join(import.meta.dirname, "../../golden/records.jsonl"), "utf8")
    .trim()
    .split("\n");
  it("states as lists of words, and atoms with and without a source", () => {
    const [first, second] = lines.map((line) => recordSchema.parse(JSON.parse(line)));
    const state = migrateState(first!.agent_state_before!);
    expect(state.critic_checklist).toMatchObject([{ content: "preserve world rules", user_id: "*", provenance: [] }]);
    const withSource = migrateAtom(first!.gold_agent_state_update![0]!, first!.example_id, first!.confidence);
    expect(withSource.provenance).toEqual(["feedback_turn_04"]);
    const without = migrateAtom(second!.gold_agent_state_update![0]!, second!.example_id, second!.confidence);
    expect(without).toMatchObject({ provenance: ["sim_qidian_like_0042"], confidence: 0.91 });
    for (const atom of [withSource, without]) expect(diffAtomSchema.safeParse(atom).success).toBe(true);
    expect(() => migrateAtom({ ...first!.gold_agent_state_update![0]!, target: "mood" }, "x", 1)).toThrow(
      /expected a target/,
    );
  });
});
