/** Agents by name: the embedded ones, a command, a URL, or a model. */
import { UsageError } from "../../data-schemas/errors.ts";
import { writerSchema } from "../../data-schemas/writer.ts";
import type { Agent } from "../../models/agent/agent.ts";
import { auditF2S } from "../../models/agent/audit-f2s.ts";
import type { Rehearse } from "../../models/agent/verifier.ts";
import type { WantReader } from "../../models/agent/wants.ts";
import { goldAgent } from "../../models/fuse/agents/gold.ts";
import { noUpdate } from "../../models/fuse/agents/no-update.ts";
import { overGeneraliser, puma } from "../../models/fuse/agents/puma.ts";
import { rawRetrieval } from "../../models/fuse/agents/raw-retrieval.ts";
import type { Player } from "../../models/fuse/play.ts";
import { ChatClient } from "../io/chat-client.ts";
import type { Context } from "../io/context.ts";
import { unknownName } from "../io/did-you-mean.ts";
import { readConfig } from "../io/options.ts";
import type { ExternalPlayer } from "./external-agent.ts";
import { chatAgent, endpointAgent } from "./http-agent.ts";
import { subprocessAgent } from "./subprocess-agent.ts";
import type { ReadSuite } from "./suite.ts";

export const EMBEDDED_AGENTS = ["no-update", "gold", "raw-retrieval", "over-generaliser", "puma", "audit-f2s"] as const;
type EmbeddedName = (typeof EMBEDDED_AGENTS)[number];

/** What embedded agents work with. */
export interface AgentTools {
  readonly wants: WantReader;
  readonly embed: (text: string) => Promise<Float32Array>;
  readonly rehearse: Rehearse;
  readonly poles: (text: string) => Promise<ArrayLike<number>>;
  readonly suite: ReadSuite;
}

const MAKERS: Readonly<Record<EmbeddedName, (tools: AgentTools) => Agent>> = {
  "no-update": () => noUpdate,
  gold: ({ suite }) => goldAgent(suite.sealedOf),
  "raw-retrieval": ({ embed }) => rawRetrieval(embed),
  "over-generaliser": ({ wants }) => overGeneraliser(wants),
  puma: ({ wants }) => puma(wants),
  "audit-f2s": ({ wants, rehearse, poles }) => auditF2S({ wants, rehearse, poles }),
};

export type AnyPlayer = Player & Partial<Pick<ExternalPlayer, "generate" | "close">>;

/** A name without a space that is no file and no URL is one of ours, or mistyped. */
export function isExternal(name: string): boolean {
  return /\s|[/\\]|^https?:|^chat:/.test(name);
}

/** @throws {UsageError} There is no such agent. */
export function requireAgent(name: string): void {
  if (isExternal(name) || (EMBEDDED_AGENTS as readonly string[]).includes(name)) return;
  throw unknownName("--agent: no agent", name, EMBEDDED_AGENTS);
}

export function embeddedPlayer(name: string, tools: AgentTools): AnyPlayer {
  const { update, repair, retrieve, ...agent } = MAKERS[name as EmbeddedName](tools);
  return {
    name: agent.name,
    ask: async (type, told) => {
      if (type === "update") return { diff: await update(told) };
      return repair(told);
    },
    ...(retrieve === undefined ? {} : { retrieve }),
  };
}

export interface ExternalOptions {
  readonly timeoutSeconds: number;
  /** Folder for what models answered. */
  readonly cache: string;
  readonly key: string | undefined;
}

/** A model's settings. @param spec FILE.json of chat:FILE.json. */
export async function openChat(spec: string, options: ExternalOptions, context: Context): Promise<ChatClient> {
  if (options.key === undefined)
    throw new UsageError(`chat:${spec}: OPENAI_API_KEY is not set; a local server takes any value`);
  return ChatClient.open(await readConfig(writerSchema, spec, []), options.key, options.cache, context);
}

export async function externalAgent(name: string, options: ExternalOptions, context: Context): Promise<AnyPlayer> {
  if (name.startsWith("chat:")) return chatAgent(await openChat(name.slice("chat:".length), options, context));
  if (/^https?:/.test(name)) return endpointAgent(name, options.timeoutSeconds);
  return subprocessAgent(name, options.timeoutSeconds);
}
