/** A conversation to learn from: which turns are new, and carry loss, and which are only what came before. */

import type { Message, ToolCall } from "../../data-schemas/chat.ts";
import type { GenerationRow } from "../../data-schemas/life.ts";

export interface ChatSample {
  readonly messages: readonly Message[];
  /** One a message: whether its tokens carry loss. */
  readonly trained: readonly boolean[];
  readonly tools: readonly Readonly<Record<string, unknown>>[] | null;
}

/** New assistant turns carry loss; history and results of tools never do. */
export function sampleOf({ inputs, outputs, tools }: GenerationRow): ChatSample {
  return {
    messages: [...inputs, ...outputs],
    trained: [...inputs.map(() => false), ...outputs.map(({ role }) => role === "assistant")],
    tools: tools ?? null,
  };
}

/** General data: every assistant turn carries loss. */
export function generalSample(messages: readonly Message[], tools: ChatSample["tools"] = null): ChatSample {
  return { messages, trained: messages.map(({ role }) => role === "assistant"), tools };
}

/** A single answer to a prompt. */
export function answerSample(prompt: readonly Message[], answer: string): ChatSample {
  const messages: Message[] = [...prompt, { role: "assistant", content: answer }];
  return { messages, trained: messages.map((_, i) => i === prompt.length), tools: null };
}

/** Its name and arguments, as a trainer's template writes them. */
export function callText({ function: { name, arguments: given } }: ToolCall): string {
  return JSON.stringify({ name, arguments: typeof given === "string" ? parsedOr(given) : given });
}

/** @returns The object of the arguments; null: they are no JSON object. */
export function argumentsOf({ function: { arguments: given } }: ToolCall): Record<string, unknown> | null {
  const value = typeof given === "string" ? parsedOr(given) : given;
  return value !== null && typeof value === "object" && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : null;
}

function parsedOr(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** What of a message carries loss, as text: content, and calls of tools. */
export function lossText({ content, tool_calls }: Message): string[] {
  return [...(content === null || content === "" ? [] : [content]), ...(tool_calls ?? []).map(callText)];
}

/** Tokens that carry loss. */
export function lossTokens({ messages, trained }: ChatSample, count: (text: string) => number): number {
  let tokens = 0;
  for (const [i, message] of messages.entries()) {
    if (trained[i] === true) for (const text of lossText(message)) tokens += count(text);
  }
  return tokens;
}

/** What the counter of the released code would say: characters / 3 of every assistant turn of the row, history included. */
export function releasedCount({ messages }: ChatSample): number {
  let characters = 0;
  for (const { role, content } of messages) if (role === "assistant") characters += (content ?? "").length;
  return Math.floor(characters / 3);
}
