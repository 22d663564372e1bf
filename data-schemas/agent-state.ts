/** What a story-writing agent remembers of its readers, and how feedback changes it. */
import { z } from "zod";

/** The parts of an agent, in their fixed order: name in the state, and name as the target of a change. */
export const COMPONENTS = [
  "user_memory",
  "critic_checklist",
  "planner_policy",
  "retriever_policy",
  "generator_policy",
] as const;
export type Component = (typeof COMPONENTS)[number];
export const TARGETS = [
  "user.memory",
  "critic.checklist",
  "planner.policy",
  "retriever.policy",
  "generator.policy",
] as const;
export type Target = (typeof TARGETS)[number];
export const componentOf = (target: Target): Component => COMPONENTS[TARGETS.indexOf(target)]!;

export const OPERATIONS = ["add", "add_or_increase_weight", "decrease_weight", "replace", "remove"] as const;
export type Operation = (typeof OPERATIONS)[number];

const unit = z.number().min(0).max(1);
const words = z.string().max(2000);
const name = z.string().min(1).max(200);

/** One item of the state. */
export const stateItemSchema = z.strictObject({
  id: name,
  /** Whose feedback it came from: it acts on generations for this reader only; "*" acts for everybody. */
  user_id: name,
  content: words,
  /** Where it acts; see models/agent/scope.ts for the words that are understood. */
  scope: words,
  /** Where it must not. */
  anti_scope: words,
  /** story_global, until_arc_resolution, N_chapters, N_turns, permanent. */
  ttl: words,
  /** 1 a plain item; decrease_weight halves it. */
  weight: z.number().min(0),
  confidence: unit,
  /** Ids of the feedback that it was derived from. */
  provenance: z.array(name),
  created_turn: z.int().min(0),
});
export type StateItem = z.infer<typeof stateItemSchema>;

const items = z.array(stateItemSchema);
export const agentMemorySchema = z.strictObject({
  user_memory: items,
  critic_checklist: items,
  planner_policy: items,
  retriever_policy: items,
  generator_policy: items,
});
export type AgentState = z.infer<typeof agentMemorySchema>;

/** An atom of a change. */
export const diffAtomSchema = z.strictObject({
  target: z.enum(TARGETS),
  operation: z.enum(OPERATIONS),
  /** What the component is to heed, in words of Chinese or English. Of remove: what to forget; empty: all of the provenance. */
  content: words,
  scope: words,
  anti_scope: words,
  ttl: words,
  /** Of remove: forget what was derived from these. */
  provenance: z.array(name).max(100),
  confidence: unit,
});
export type DiffAtom = z.infer<typeof diffAtomSchema>;

/** Where a story stands: what TTLs and scopes are counted by. */
export const clockSchema = z.strictObject({
  turn: z.int().min(0),
  story: name,
  arc: z.int().min(0),
  chapter: z.int().min(0),
});
export type Clock = z.infer<typeof clockSchema>;

/** What happened to a state, in order: the state is the fold of it. */
export const stateEventSchema = z.discriminatedUnion("kind", [
  z.strictObject({
    kind: z.literal("applied"),
    /** Unique in the log; the item that an adding atom makes has it as its id. */
    id: name,
    user_id: name,
    at: clockSchema,
    atom: diffAtomSchema,
  }),
  z.strictObject({ kind: z.literal("retracted"), id: name, user_id: name, at: clockSchema, provenance: name }),
]);
export type StateEvent = z.infer<typeof stateEventSchema>;
