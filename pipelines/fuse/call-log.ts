/** What an agent was asked and answered, as it is kept beside the log of a run. */
import type { AgentCall } from "../../data-schemas/fuse-log.ts";
import { AgentFailure } from "../../models/fuse/play.ts";
import type { AnyPlayer } from "./agents.ts";

/** The same player, whose scenes are written down as calls, without their text. */
export function writing(player: AnyPlayer, calls: AgentCall[]): AnyPlayer {
  const { generate, name: agent } = player;
  if (generate === undefined) return player;
  return {
    ...player,
    generate: (request) => {
      const about = { episode: request.episode, agent, type: "generate", feedback: null } as const;
      return noted(
        calls,
        about,
        () => generate(request),
        (text) => ({ characters: text.length }),
      );
    },
  };
}

/** The same player, whose answers are written down. */
export function recorded(player: AnyPlayer, episode: string, calls: AgentCall[]): AnyPlayer {
  return {
    ...player,
    ask: (type, told) => {
      const about = { episode, agent: player.name, type, feedback: told.feedback.id };
      return noted(
        calls,
        about,
        async () => player.ask(type, told),
        (answer) => answer,
        player.close !== undefined,
      );
    },
  };
}

/** Asks, and writes down what came or why nothing did. @param timed Agents in this process have no time of their own. */
async function noted<T>(
  calls: AgentCall[],
  about: Pick<AgentCall, "episode" | "agent" | "type" | "feedback">,
  ask: () => Promise<T>,
  shown: (answer: T) => AgentCall["answer"],
  timed = true,
): Promise<T> {
  const started = performance.now();
  const seconds = (): number | null => (timed ? Math.round(performance.now() - started) / 1000 : null);
  try {
    const answer = await ask();
    calls.push({ ...about, answer: shown(answer), failed: null, seconds: seconds() });
    return answer;
  } catch (error) {
    if (error instanceof AgentFailure)
      calls.push({ ...about, answer: null, failed: error.message, seconds: seconds() });
    throw error;
  }
}
