/** The floor: it hears everything and changes nothing. */
import type { Agent } from "../../agent/agent.ts";

export const noUpdate: Agent = {
  name: "no-update",
  update: async () => [],
  repair: async () => ({ diff: [], ranked: [], predictedGain: null }),
};
