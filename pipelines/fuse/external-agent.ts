/** Agents outside this process: how an answer is checked, whoever gave it. */
import type { z } from "zod";
import { type AgentRequest, ANSWER_SCHEMAS } from "../../data-schemas/fuse-message.ts";
import { AgentFailure, type Answer, type Player } from "../../models/fuse/play.ts";
import { toJson } from "../io/json.ts";
import { describeIssues } from "../io/jsonl.ts";

/** Sends a request and gives back what came, parsed as JSON. @throws {AgentFailure} */
export type Exchange = (request: AgentRequest) => Promise<unknown>;

export interface ExternalPlayer extends Player {
  /** A scene of its own writing. */
  generate(request: Extract<AgentRequest, { type: "generate" }>): Promise<string>;
  close(): Promise<void>;
}

export function externalPlayer(name: string, exchange: Exchange, close: () => Promise<void>): ExternalPlayer {
  const asked = async <T extends AgentRequest["type"]>(
    request: Extract<AgentRequest, { type: T }>,
  ): Promise<z.output<(typeof ANSWER_SCHEMAS)[T]>> => {
    const schema = ANSWER_SCHEMAS[request.type as T];
    const answer = await exchange(request);
    try {
      toJson(answer);
    } catch {
      // Numbers that are none, or nested without end: it could not be logged.
      throw new AgentFailure("its answer cannot be written down");
    }
    const parsed = schema.safeParse(answer);
    if (parsed.success) return parsed.data as z.output<(typeof ANSWER_SCHEMAS)[T]>;
    throw new AgentFailure(`its answer to ${request.type} does not fit: ${describeIssues(parsed.error, schema)}`);
  };
  return {
    name,
    ask: async (type, told): Promise<Answer> => {
      const request = { type, ...told, trace: [...told.trace] } as Extract<AgentRequest, { type: "update" }>;
      const { diff, ranked, predictedGain } = await asked<"update">(request);
      return { diff, ranked: ranked ?? [], predictedGain: predictedGain ?? null };
    },
    generate: async (request) => (await asked<"generate">(request)).text,
    close,
  };
}
