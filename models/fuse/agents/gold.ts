/** The ceiling: it knows what is right, from the sealed part. */
import type { SealedEpisode } from "../../../data-schemas/fuse-episode.ts";
import type { Agent } from "../../agent/agent.ts";

export function goldAgent(sealedOf: (episode: string) => SealedEpisode): Agent {
  const update: Agent["update"] = async ({ episode, feedback }) => sealedOf(episode).gold[feedback.id] ?? [];
  return {
    name: "gold",
    update,
    repair: async (told) => ({
      diff: await update(told),
      ranked: sealedOf(told.episode).culprits,
      predictedGain: null,
    }),
  };
}
