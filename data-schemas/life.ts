/** Simulated lives: what agents of a society think of each other, how they fare, what they wrote. */
import { z } from "zod";
import { messageSchema, toolSchema } from "./chat.ts";

const name = z.string().min(1);
/** Such as Y2020-W01-contact-S1. */
export const lifeTimeSchema = z.string().regex(/^Y\d+-W\d+-\w+(-\w+)*$/);

/** Of an independent judge of role play: pass, fail, or whatever it said instead. */
export const verdictSchema = z.strictObject({ principle: name, verdict: z.string() });

export const ratingRowSchema = z.strictObject({
  agent_name: name,
  time: lifeTimeSchema,
  affection_scores: z.record(z.string(), z.number()),
  respect_scores: z.record(z.string(), z.number()),
});
export type RatingRow = z.infer<typeof ratingRowSchema>;

/** The released layout writes much more into a state; only this is read. */
export const stateRowSchema = z.object({
  time: lifeTimeSchema,
  content: z.object({
    vitality: z.number(),
    fulfillment: z.strictObject({ mood: z.number(), material: z.number(), social: z.number(), esteem: z.number() }),
    assets: z.object({ deposit: z.number() }),
  }),
});

export const generationRowSchema = z.strictObject({
  time: lifeTimeSchema,
  inputs: z.array(messageSchema),
  /** What was new: assistant turns, and the results of tools between them. */
  outputs: z.array(messageSchema),
  input_tokens: z.number().optional(),
  output_tokens: z.number().optional(),
  rejected: z.boolean().optional(),
  reject_reason: z.string().nullable().optional(),
  verdicts: z.array(verdictSchema).optional(),
  tools: z.array(toolSchema).optional(),
});
export type GenerationRow = z.infer<typeof generationRowSchema>;

export const lifeConfigSchema = z.object({
  world: z.object({
    name: z.string(),
    language: z.enum(["en", "zh"]),
    time: z.object({ start_year: z.int(), n_year: z.int().min(1), n_week: z.int().min(1) }),
    reward: z.object({ period_weeks: z.int().min(1) }).optional(),
  }),
});

/**
 * The flat form, for other simulators: one JSON Lines file (plain or gz) of these rows, the world first. It is read once for
 * the rewards, and once more for each agent-year that is kept.
 */
export const flatRowSchema = z.discriminatedUnion("kind", [
  z.strictObject({
    kind: z.literal("world"),
    name,
    language: z.enum(["en", "zh"]),
    start_year: z.int(),
    years: z.int().min(1),
    weeks: z.int().min(1),
    /** Weeks of a year whose states count. */
    period_weeks: z.int().min(1),
  }),
  z.strictObject({ kind: z.literal("rating"), ...ratingRowSchema.shape }),
  z.strictObject({
    kind: z.literal("state"),
    agent_name: name,
    time: lifeTimeSchema,
    vitality: z.number(),
    fulfillment: z.strictObject({ mood: z.number(), material: z.number(), social: z.number(), esteem: z.number() }),
    deposit: z.number(),
  }),
  z.strictObject({ kind: z.literal("generation"), agent_name: name, ...generationRowSchema.shape }),
]);
