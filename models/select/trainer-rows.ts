/**
 * Samples as trainers read them, with the very turns carrying loss that should. Where a trainer puts loss on all that a row
 * holds after its prompt, or on the last turn only, a row is made for each new turn.
 */
import type { Message, ToolCall } from "../../data-schemas/chat.ts";
import { internal } from "../../data-schemas/errors.ts";
import { argumentsOf, type ChatSample, callText } from "./chat-sample.ts";

export const TRAINERS = ["trl", "axolotl", "sharegpt"] as const;
export type Trainer = (typeof TRAINERS)[number];
export type TrainerRow = Readonly<Record<string, unknown>>;

export function trainerRows(trainer: Trainer, sample: ChatSample): TrainerRow[] {
  switch (trainer) {
    case "trl":
      return trlRows(sample);
    case "axolotl":
      return [axolotlRow(sample)];
    case "sharegpt":
      return shareGptRows(sample);
  }
}

/** prompt and completion: the completion carries loss, all of it. Arguments of tools are objects. */
function trlRows({ messages, trained, tools }: ChatSample): TrainerRow[] {
  const shown = messages.map((message) => withCalls(message, (call) => argumentsOf(call) ?? {}));
  return newTurns(trained).map((turn) => ({
    prompt: shown.slice(0, turn),
    completion: [shown[turn]!],
    ...(tools === null ? {} : { tools }),
  }));
}

/** messages with a flag each; roles_to_train must be empty, so that the flags decide. Arguments of tools are strings. */
function axolotlRow({ messages, trained, tools }: ChatSample): TrainerRow {
  return {
    messages: messages.map((message, i) => ({
      ...withCalls(message, (call) => JSON.stringify(argumentsOf(call) ?? {})),
      train: trained[i]!,
    })),
    ...(tools === null ? {} : { tools }),
  };
}

interface Said {
  readonly from: "human" | "gpt" | "function_call" | "observation";
  readonly value: string;
}

/** conversations whose last turn carries loss: to be read with mask_history. Turns alternate, as LLaMA-Factory wants them. */
function shareGptRows({ messages, trained, tools }: ChatSample): TrainerRow[] {
  const system = messages
    .filter(({ role }) => role === "system")
    .map(({ content }) => content ?? "")
    .join("\n\n");
  return newTurns(trained).map((turn) => {
    const conversations: Said[] = [];
    for (const [i, message] of messages.slice(0, turn + 1).entries()) {
      if (message.role === "system") continue;
      const said = saidOf(message);
      const last = conversations.at(-1);
      // What carries loss stands alone: history before it must not.
      if (i === turn && last !== undefined && sideOf(last) === "agent")
        conversations.push({ from: "human", value: "" });
      if (i < turn && last !== undefined && sideOf(last) === sideOf(said))
        conversations[conversations.length - 1] = joined(last, said);
      else conversations.push(said);
    }
    // A conversation that begins with the agent has nobody before it.
    if (conversations[0] !== undefined && sideOf(conversations[0]) === "agent")
      conversations.unshift({ from: "human", value: "" });
    return {
      conversations,
      ...(system === "" ? {} : { system }),
      ...(tools === null ? {} : { tools: JSON.stringify(tools) }),
    };
  });
}

const sideOf = ({ from }: Said): "user" | "agent" => (from === "human" || from === "observation" ? "user" : "agent");

function saidOf({ role, content, tool_calls }: Message): Said {
  if (role === "tool") return { from: "observation", value: content ?? "" };
  if (role === "user") return { from: "human", value: content ?? "" };
  const calls = tool_calls ?? [];
  if (calls.length === 0) return { from: "gpt", value: content ?? "" };
  const text = calls.length === 1 ? callText(calls[0]!) : `[${calls.map(callText).join(", ")}]`;
  return { from: "function_call", value: content === null || content === "" ? text : `${content}\n${text}` };
}

function joined(a: Said, b: Said): Said {
  return { from: b.from, value: `${a.value}\n${b.value}` };
}

function withCalls(message: Message, of: (call: ToolCall) => unknown): Record<string, unknown> {
  const { tool_calls, ...rest } = message;
  if (tool_calls === undefined) return { ...rest, content: rest.content ?? "" };
  return {
    ...rest,
    content: rest.content ?? "",
    tool_calls: tool_calls.map((call) => ({
      ...call,
      type: "function",
      function: { name: call.function.name, arguments: of(call) },
    })),
  };
}

function newTurns(trained: readonly boolean[]): number[] {
  const turns = trained.flatMap((is, i) => (is ? [i] : []));
  if (turns.length === 0) throw internal("trainer rows of a sample without a turn to learn");
  return turns;
}
