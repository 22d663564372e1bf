/**
 * Raw-feedback retrieval: every comment is kept as it is, and for a scene those most alike to it are looked at. What most
 * systems with a memory do.
 */
import type { DiffAtom } from "../../../data-schemas/agent-state.ts";
import type { FeedbackEvent } from "../../../data-schemas/fuse-episode.ts";
import { SCENE_TABLE } from "../../../data-schemas/scene.ts";
import type { Agent } from "../../agent/agent.ts";
import type { LiveItem } from "../../agent/state-log.ts";

/** A text as a vector of length 1. */
export type Embed = (text: string) => Promise<Float32Array>;

/** Comments looked at for one scene. */
const TOP = 2;

export function rawRetrieval(embed: Embed): Agent {
  const similarity = async (a: string, b: string): Promise<number> => {
    const [x, y] = [await embed(a), await embed(b)];
    return x.reduce((sum, value, i) => sum + value * y[i]!, 0);
  };
  const update: Agent["update"] = async ({ feedback }) => [kept(feedback)];
  return {
    name: "raw-retrieval",
    update,
    repair: async (told) => {
      const said = wordsOf(told.feedback);
      const alike = await Promise.all(
        told.trace.map(async ({ id, text }) => ({ id, likeness: await similarity(said, text) })),
      );
      const ranked = alike.sort((a, b) => b.likeness - a.likeness).map(({ id }) => id);
      return { diff: await update(told), ranked, predictedGain: null };
    },
    retrieve: async (state, probe) => {
      const { name, words } = SCENE_TABLE[probe.scene];
      const scene = `${name[probe.language]} ${words.join(" ")}`;
      const mine = state.user_memory.filter(({ user_id }) => user_id === probe.user_id);
      const scored = await Promise.all(
        mine.map(async (item) => ({ item, likeness: await similarity(item.content, scene) })),
      );
      const top: LiveItem[] = scored
        .sort((a, b) => b.likeness - a.likeness)
        .slice(0, TOP)
        .map(({ item }) => item);
      return { ...state, user_memory: top };
    },
  };
}

function wordsOf({ observed }: FeedbackEvent): string {
  const { tags = [], comment = "", rating = null } = observed.explicit ?? {};
  return [...tags, ...(rating === null ? [] : [`${rating}/5`]), comment].join(" ").trim();
}

function kept(feedback: FeedbackEvent): DiffAtom {
  return {
    target: "user.memory",
    operation: "add",
    content: wordsOf(feedback),
    scope: "",
    anti_scope: "",
    ttl: "permanent",
    provenance: [feedback.id],
    confidence: 1,
  };
}
