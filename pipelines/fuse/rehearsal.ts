/** Scenes that an agent tries on the simulator before it commits: of a story that no probe is of. */
import type { Clock } from "../../data-schemas/agent-state.ts";
import { applyDiff, stateAt } from "../../models/agent/state-log.ts";
import type { Rehearse } from "../../models/agent/verifier.ts";
import { planScene, type Reading } from "../../models/fuse/plan.ts";
import { sceneBase } from "../../models/fuse/scene-base.ts";
import type { EsusJudge } from "./esus-judge.ts";
import type { TextCache } from "./text-cache.ts";

const AT: Clock = { turn: 0, story: "rehearsal", arc: 0, chapter: 0 };

export function rehearsal(judge: EsusJudge, cache: TextCache, read: Reading): Rehearse {
  return async (user_id, drafts) => {
    const pairs = [];
    for (const { scene, language, diff } of drafts) {
      const probe = { id: "draft", user_id, scene, language, clock: AT };
      const base = sceneBase(scene, `rehearsal/${language}/${scene}`, {});
      const state = stateAt(applyDiff([], diff ?? [], { id: "draft", user_id, at: AT }), AT);
      const { row } = await cache.scene(probe, planScene(state, probe, base, read));
      pairs.push({ reader: user_id, row });
    }
    return [...(await judge.judge(pairs))];
  };
}
