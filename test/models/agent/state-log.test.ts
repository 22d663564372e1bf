/** The laws of the state: what is taken back is as if it had never been said; what expires is gone; every item has its reason. */

import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Clock, DiffAtom } from "../../../data-schemas/agent-state.ts";
import { OPERATIONS, TARGETS } from "../../../data-schemas/agent-state.ts";
import {
  applyDiff,
  authorOf,
  EVERYBODY,
  explain,
  itemsOf,
  mask,
  only,
  retract,
  type StateLog,
  shownState,
  stateAt,
} from "../../../models/agent/state-log.ts";
import { tokensOf } from "../../../models/content/tokens.ts";

const AT: Clock = { turn: 0, story: "s", arc: 0, chapter: 0 };
const atom = (more: Partial<DiffAtom> = {}): DiffAtom => ({
  target: "planner.policy",
  operation: "add",
  content: "a",
  scope: "current_story",
  anti_scope: "none",
  ttl: "permanent",
  provenance: ["f1"],
  confidence: 1,
  ...more,
});
const by = (id: string, user_id = "u", at = AT) => ({ id, user_id, at });
const planner = (log: StateLog) => stateAt(log, null).planner_policy;

const atoms = fc.array(
  fc.record({
    target: fc.constantFrom(...TARGETS),
    operation: fc.constantFrom(...OPERATIONS),
    content: fc.constantFrom("a", "b", "c"),
    scope: fc.constantFrom("current_story", "all_readers", "current_arc"),
    anti_scope: fc.constant("none"),
    ttl: fc.constant("permanent"),
    confidence: fc.constant(1),
  }),
  { maxLength: 4 },
);
/** Feedback by feedback, each with an id and a reader of its own. */
const history = fc.array(fc.record({ user: fc.constantFrom("u", "v"), diff: atoms }), { minLength: 1, maxLength: 5 });

describe("laws", () => {
  it("retracting a feedback gives the state in which it had never been said", () => {
    fc.assert(
      fc.property(history, fc.nat(), (said, n) => {
        const taken = n % said.length;
        const logOf = (skip: number | null): StateLog =>
          said.reduce<StateLog>((log, { user, diff }, i) => {
            if (i === skip) return log;
            // Removal is not derived from what it names: it stands for itself.
            const own = diff.map((each) => ({ ...each, provenance: each.operation === "remove" ? [] : [`f${i}`] }));
            const kept = i === taken ? own.filter(({ operation }) => operation !== "remove") : own;
            return applyDiff(log, kept, by(String(i), user));
          }, []);
        const back = retract(logOf(null), `f${taken}`, by("r", said[taken]!.user));
        expect(shownState(stateAt(back, null))).toEqual(shownState(stateAt(logOf(taken), null)));
      }),
    );
  });

  it("applying is pure, and the state is a function of the log", () => {
    fc.assert(
      fc.property(history, (said) => {
        const logs = said.reduce<StateLog[]>(
          (all, { user, diff }, i) => [
            ...all,
            applyDiff(
              all.at(-1) ?? [],
              diff.map((each) => ({ ...each, provenance: [`f${i}`] })),
              by(String(i), user),
            ),
          ],
          [],
        );
        const before = JSON.stringify(logs[0]);
        const state = stateAt(logs.at(-1)!, null);
        expect(stateAt(logs.at(-1)!, null)).toEqual(state);
        expect(JSON.stringify(logs[0])).toBe(before);
        for (const item of itemsOf(state)) expect(explain(logs.at(-1)!, item.id).length).toBeGreaterThan(0);
      }),
    );
  });
});

describe("operations", () => {
  it("adds, and adds weight to what stands there in the same words", () => {
    let log = applyDiff([], [atom()], by("0"));
    log = applyDiff(log, [atom({ operation: "add_or_increase_weight", provenance: ["f2"] })], by("1"));
    expect(planner(log)).toMatchObject([{ id: "0.0@u", weight: 2, provenance: ["f1", "f2"] }]);
    log = applyDiff(log, [atom({ operation: "add_or_increase_weight", content: "other" })], by("2"));
    expect(planner(log)).toHaveLength(2);
  });

  it("weight that a retracted feedback added is taken away again, the item stays", () => {
    let log = applyDiff([], [atom()], by("0"));
    log = applyDiff(log, [atom({ operation: "add_or_increase_weight", provenance: ["f2"] })], by("1"));
    expect(planner(retract(log, "f2", by("r")))).toMatchObject([{ weight: 1, provenance: ["f1"] }]);
  });

  it("halves, replaces and removes what speaks of the same matter, of the same reader and component only", () => {
    const first = (a: string, b: string): boolean => a[0] === b[0];
    const base = applyDiff([], [atom({ content: "ax" }), atom({ content: "bx" })], by("0"));
    const foreign = applyDiff(base, [atom({ content: "ay", operation: "remove", provenance: [] })], by("1", "v"));
    expect(stateAt(foreign, null, first).planner_policy).toHaveLength(2);
    const weaker = applyDiff(base, [atom({ content: "ay", operation: "decrease_weight" })], by("1"));
    expect(stateAt(weaker, null, first).planner_policy.map(({ weight }) => weight)).toEqual([0.5, 1]);
    const replaced = applyDiff(base, [atom({ content: "ay", operation: "replace", provenance: ["f2"] })], by("1"));
    expect(stateAt(replaced, null, first).planner_policy.map(({ content }) => content)).toEqual(["bx", "ay"]);
    // Retracting the replacement brings back what it had replaced.
    const restored = retract(replaced, "f2", by("r"));
    expect(stateAt(restored, null, first).planner_policy.map(({ content }) => content)).toEqual(["ax", "bx"]);
    const forgotten = applyDiff(base, [atom({ content: "", operation: "remove", provenance: ["f1"] })], by("1"));
    expect(stateAt(forgotten, null, first).planner_policy).toEqual([]);
  });

  it("forgetting by source undoes what was derived and no more", () => {
    let log = applyDiff([], [atom()], by("0"));
    log = applyDiff(log, [atom({ operation: "add_or_increase_weight", provenance: ["f2"] })], by("1"));
    log = applyDiff(log, [atom({ operation: "decrease_weight", provenance: ["f3"] })], by("2"));
    const forget = (id: string): StateLog =>
      applyDiff(log, [atom({ operation: "remove", content: "", provenance: [id] })], by("3"));
    expect(planner(forget("f2"))).toMatchObject([{ weight: 0.5, provenance: ["f1"] }]);
    expect(planner(forget("f3"))).toMatchObject([{ weight: 2 }]);
    // Of its own component only.
    const other = applyDiff(
      log,
      [atom({ target: "user.memory", operation: "remove", content: "", provenance: ["f1"] })],
      by("3"),
    );
    expect(planner(other)).toHaveLength(1);
  });

  it("what has expired or reaches otherwise is another item", () => {
    const again = (more: Partial<DiffAtom>, at: Clock) => {
      const log = applyDiff([], [atom({ ttl: "until_arc_resolution", scope: "current_arc" })], by("0"));
      const second = atom({
        ttl: "until_arc_resolution",
        scope: "current_arc",
        operation: "add_or_increase_weight",
        provenance: ["f2"],
        ...more,
      });
      return stateAt(applyDiff(log, [second], by("1", "u", at)), at).planner_policy;
    };
    expect(again({}, { ...AT, turn: 1, arc: 1, chapter: 5 })).toMatchObject([{ weight: 1, provenance: ["f2"] }]);
    expect(again({ scope: "current_story" }, { ...AT, turn: 1 })).toHaveLength(2);
  });

  it("what is derived from two feedbacks stays while one of them stands", () => {
    const log = applyDiff([], [atom({ provenance: ["f1", "f2"] })], by("0"));
    expect(planner(retract(log, "f1", by("r")))).toMatchObject([{ provenance: ["f2"] }]);
    expect(planner(retract(retract(log, "f1", by("r")), "f2", by("r2")))).toEqual([]);
  });

  it("a reader takes back only what they said themselves, and only what they said before", () => {
    const log = applyDiff([], [atom()], by("0"));
    expect(planner(retract(log, "f1", by("r", "v")))).toHaveLength(1);
    expect(planner(applyDiff(retract([], "f1", by("r")), [atom()], by("0")))).toHaveLength(1);
  });

  it("an item for all readers keeps its author", () => {
    const [item] = planner(applyDiff([], [atom({ scope: "all_readers" })], by("0")));
    expect([item!.user_id, authorOf(item!)]).toEqual([EVERYBODY, "u"]);
  });

  it("explains an item by the events that made it, oldest first", () => {
    let log = applyDiff([], [atom()], by("0"));
    log = applyDiff(log, [atom({ operation: "add_or_increase_weight", provenance: ["f2"] })], by("1"));
    expect(explain(log, "0.0@u").map(({ id }) => id)).toEqual(["0.0", "1.0"]);
    expect(explain(log, "nothing")).toEqual([]);
  });

  it("masks one component, or keeps only some", () => {
    const state = stateAt(applyDiff([], [atom(), atom({ target: "user.memory" })], by("0")), null);
    expect(mask(state, "planner_policy").planner_policy).toEqual([]);
    expect(itemsOf(only(state, ["user_memory"]))).toHaveLength(1);
  });
});

it("counts Chinese by characters, other scripts by words", () => {
  expect(tokensOf("节奏：快 more action!")).toHaveLength(5);
});
