/** Agents behind a URL: a plain JSON endpoint, or a model behind the protocol of OpenAI's chat completions. */
import { setTimeout } from "node:timers/promises";
import { type AgentRequest, ANSWER_SCHEMAS } from "../../data-schemas/fuse-message.ts";
import { AgentFailure } from "../../models/fuse/play.ts";
import type { ChatClient } from "../io/chat-client.ts";
import { parseJson, toJson } from "../io/json.ts";
import { type Exchange, type ExternalPlayer, externalPlayer } from "./external-agent.ts";

const RETRIES = 3;
const FIRST_WAIT_SECONDS = 0.2;

/** POSTs each request as JSON to one URL. @param timeoutSeconds For one attempt. */
export function endpointAgent(url: string, timeoutSeconds: number): ExternalPlayer {
  const attempt = async (body: string): Promise<{ again: boolean; answer?: unknown; why: string }> => {
    try {
      const signal = AbortSignal.timeout(1000 * timeoutSeconds);
      const response = await fetch(url, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body,
        signal,
      });
      if (!response.ok) {
        await response.body?.cancel();
        return { again: response.status === 429 || response.status >= 500, why: `status ${response.status}` };
      }
      const answer = parseJson(await response.text());
      return { again: false, answer, why: "its answer is no JSON" };
    } catch (error) {
      const late = error instanceof DOMException && error.name === "TimeoutError";
      return { again: !late, why: late ? `no answer within ${timeoutSeconds} s` : "no connection" };
    }
  };
  const exchange: Exchange = async (request) => {
    const body = toJson(request);
    for (let tries = 0; ; tries++) {
      const { again, answer, why } = await attempt(body);
      if (answer !== undefined) return answer;
      if (!again || tries === RETRIES) throw new AgentFailure(why);
      await setTimeout(1000 * FIRST_WAIT_SECONDS * 2 ** tries);
    }
  };
  return externalPlayer(url, exchange, async () => undefined);
}

/** A model that is told the protocol in words. */
export function chatAgent(chat: ChatClient): ExternalPlayer {
  const exchange: Exchange = async (request) => {
    const { type } = request;
    const answer = await chat.ask({ system: SYSTEM, user: toJson(request) }, ANSWER_SCHEMAS[type], EXPECTED[type]);
    if (answer.ok) return answer.value;
    throw new AgentFailure(`${answer.reason}: ${answer.detail}`);
  };
  return externalPlayer(`chat:${chat.model}`, exchange, async () => undefined);
}

const EXPECTED = {
  update: '{"diff": […]}',
  repair: '{"diff": […], "ranked": […]}',
  generate: '{"text": …}',
} as const satisfies Record<AgentRequest["type"], string>;

const SYSTEM = `You keep the state of an agent that writes a serial for readers. A message is one JSON object.
"update": a reader said something; answer {"diff": [atoms]}. "repair": the same, said late; answer {"diff": [atoms],
"ranked": [ids of the steps of the trace to blame, likeliest first], "predictedGain": number or null}. "generate": write the
scene of the probe from the state alone; answer {"text": the scene, in the probe's language}.
An atom is {"target": "user.memory" | "critic.checklist" | "planner.policy" | "retriever.policy" | "generator.policy",
"operation": "add" | "add_or_increase_weight" | "decrease_weight" | "replace" | "remove", "content": words, "scope": where it
acts (such as current_arc_action_or_reveal_scenes, current_story), "anti_scope": scenes to leave alone (or none), "ttl":
story_global | until_arc_resolution | N_chapters | permanent, "provenance": [ids of the feedback], "confidence": 0 to 1}.
Kinds of scenes: action, reveal, journey, council, romance, grief, cozy, market, letter. Change what the reader asked for and
nothing else. When a reader takes something back, remove with its id in provenance and empty content. JSON only.`;
