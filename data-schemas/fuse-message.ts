/** What an agent under test is asked, one JSON object a line, and what it may answer. */
import { z } from "zod";
import { agentMemorySchema } from "./agent-state.ts";
import { feedbackEventSchema, probeSchema, traceNodeSchema } from "./fuse-episode.ts";

const common = { episode: z.string(), state: agentMemorySchema };

export const agentRequestSchema = z.discriminatedUnion("type", [
  /** Feedback came in: how does the state change? */
  z.strictObject({
    type: z.literal("update"),
    ...common,
    trace: z.array(traceNodeSchema),
    feedback: feedbackEventSchema,
  }),
  /** Feedback came in late: which steps were to blame, and how is the state repaired? */
  z.strictObject({
    type: z.literal("repair"),
    ...common,
    trace: z.array(traceNodeSchema),
    feedback: feedbackEventSchema,
  }),
  /** A scene is to be written from the state alone. Asked only of agents that write (--narrator agent). */
  z.strictObject({ type: z.literal("generate"), ...common, probe: probeSchema }),
]);
export type AgentRequest = z.infer<typeof agentRequestSchema>;

/** Atoms are checked one by one, so that one bad atom does not cost the others. */
export const ATOMS_AT_MOST = 64;
/** The answer to update and to repair. */
export const diffAnswerSchema = z.strictObject({
  diff: z.array(z.unknown()),
  /** Of repair: ids of nodes, the likeliest culprit first. */
  ranked: z.array(z.string()).max(1000).optional(),
  /** What the repair is expected to bring, in units of the judge; null or absent: the agent does not say. */
  predictedGain: z.number().nullable().optional(),
});
export const generateAnswerSchema = z.strictObject({ text: z.string().max(200_000) });

/** What answers each request. */
export const ANSWER_SCHEMAS = {
  update: diffAnswerSchema,
  repair: diffAnswerSchema,
  generate: generateAnswerSchema,
} as const satisfies Record<AgentRequest["type"], z.ZodType>;
