/** Conversations as trainers and simulators write them. */
import { z } from "zod";

export const toolCallSchema = z.strictObject({
  id: z.string().optional(),
  type: z.literal("function").optional(),
  function: z.strictObject({
    name: z.string().min(1),
    /** JSON in a string, as servers send it; or the object itself. */
    arguments: z.union([z.string(), z.record(z.string(), z.unknown())]),
  }),
});
export type ToolCall = z.infer<typeof toolCallSchema>;

export const messageSchema = z.strictObject({
  role: z.enum(["system", "user", "assistant", "tool"]),
  content: z.string().nullable(),
  name: z.string().optional(),
  tool_call_id: z.string().optional(),
  tool_calls: z.array(toolCallSchema).optional(),
});
export type Message = z.infer<typeof messageSchema>;

/** A description of a function that a model may call, in JSON Schema. */
export const toolSchema = z.record(z.string(), z.unknown());

/** General instruction data: every assistant turn carries loss, as open-instruct has it. */
export const generalRowSchema = z.object({
  messages: z.array(messageSchema).min(1),
  tools: z.array(toolSchema).optional(),
});
