/**
 * The interchange record: one reader's answer to one piece of a story, with what is known before and after it.
 * Field names are those of the interchange format (snake_case in the file). An absent field was not observed;
 * null stands where the source says "none" or "not asked". There is no zero in place of a missing value.
 */
import { z } from "zod";
import { ASPECTS } from "./aspect.ts";
import { licenceClassSchema } from "./licence.ts";
import { ratingSchema } from "./rating.ts";

/** Raised when a field changes its meaning; readers refuse versions they do not know. */
export const RECORD_VERSION = 1;

const id = z.string().min(1);
const unit = z.number().min(0).max(1);
const scores = z.record(z.string(), z.number());

export const explicitFeedbackSchema = z.strictObject({
  /** Whole stars, 1 to 5. null: the reader gave none. */
  rating: ratingSchema.nullable().optional(),
  tags: z.array(z.string()).optional(),
  /** A reader's own words: never logged, and published only where the licence lets text out. */
  comment: z.string().optional(),
  /** 0 ignored, 1 partly, 2 fulfilled: whether the reader's last request was met. */
  prior_feedback_fulfilled: z.int().min(0).max(2).optional(),
  /** Likes that other readers gave this answer. */
  likes: z.int().min(0).optional(),
  /** Scores of parts, on the source's own scale, such as style_0_5. */
  sub_scores: scores.optional(),
});

export const implicitFeedbackSchema = z.strictObject({
  dwell_time_sec: z.number().min(0).optional(),
  /** Share of the text that was scrolled through. */
  scroll_depth: unit.optional(),
  continue_clicked: z.boolean().optional(),
  skipped: z.boolean().optional(),
  reread_count: z.int().min(0).optional(),
  reread_spans: z.array(z.string()).optional(),
  regenerate_requested: z.boolean().optional(),
  /** Put on a list for later. */
  shelved: z.boolean().optional(),
  liked: z.boolean().optional(),
  favourited: z.boolean().optional(),
});

export const observedFeedbackSchema = z.strictObject({
  explicit: explicitFeedbackSchema.optional(),
  implicit: implicitFeedbackSchema.optional(),
});

export const storyStateSchema = z.strictObject({
  open_threads: z.array(z.string()).optional(),
  character_arcs: z.record(z.string(), z.string()).optional(),
  world_rules: z.array(z.string()).optional(),
});

const policy = z.array(z.string());
export const agentStateSchema = z.strictObject({
  user_memory: policy,
  critic_checklist: policy,
  planner_policy: policy,
  retriever_policy: policy,
  generator_policy: policy,
});

/** Known for simulated readers only. Kept apart from what an agent may see. */
export const hiddenUserStateSchema = z.strictObject({
  /** The kind of reader that this one was drawn around. */
  prototype: z.string().optional(),
  /** Utilities at which one star more is given, increasing. */
  rating_thresholds: z.array(z.number()).optional(),
  /** Of this chapter for this reader, before noise. */
  utility: z.number().optional(),
  /** What was asked for before this chapter and not given yet: the axis and the way; and how often in a row it was ignored. */
  open_request: z.strictObject({ axis: z.string(), direction: z.enum(["lower", "higher"]) }).optional(),
  ignored_requests: z.int().min(0).optional(),
  stable_preferences: scores.optional(),
  dynamic_preferences: scores.optional(),
  trust_t: unit.optional(),
  fatigue_t: unit.optional(),
  curiosity_t: unit.optional(),
  frustration_t: unit.optional(),
  story_knowledge_t: z.array(z.string()).optional(),
});

export const preferenceUpdateSchema = z.strictObject({
  axis: z.string(),
  direction: z.string(),
  scope: z.string(),
  confidence: unit,
});

export const agentStateUpdateSchema = z.strictObject({
  target: z.string(),
  operation: z.string(),
  content: z.string(),
  scope: z.string(),
  anti_scope: z.string(),
  ttl: z.string(),
  provenance: z.array(z.string()).optional(),
});

export const futureProbesSchema = z.strictObject({
  positive: z.array(z.string()),
  anti_probe: z.array(z.string()),
  neutral: z.array(z.string()),
});

export const SPLITS = ["train", "validation", "calibration", "test"] as const;
export type Split = (typeof SPLITS)[number];

/** Where a field's value came from. */
export const provenanceSchema = z.enum(["observed", "derived", "imputed", "model", "planted"]);

export const recordSchema = z.strictObject({
  /** Absent in records written before the version was introduced; those are read as version 1. */
  schema_version: z.literal(RECORD_VERSION).optional(),
  example_id: id,
  /** The adapter that made the record; several joined by "|" when it was derived from several. */
  source: id,
  license_class: licenceClassSchema,
  label_origin: id,
  /** How sure the label is; 1 for what was observed directly. */
  confidence: unit,
  /** A keyed hash, or the number of a simulated reader: never an upstream id. */
  user_id: id,
  story_id: id,
  chapter_id: id.optional(),
  segment_id: id.optional(),
  /** Position of this answer in the reader's history with the source, from 0. */
  turn_index: z.int().min(0).optional(),
  /** ISO 8601 date or instant of the answer, as precise as the source is. */
  occurred_at: z.string().optional(),
  /** What the order of a reader's records rests on, where there is no time of the answer. */
  order_basis: z.enum(["time", "chapter", "publication", "none"]).optional(),
  /** BCP 47, of the content. */
  language: z.string().optional(),
  split: z.enum(SPLITS).optional(),
  story_state: storyStateSchema.optional(),
  agent_state_before: agentStateSchema.optional(),
  /** The text itself, or "content:ID" pointing into the content file beside the records. */
  generated_content_ref_or_text: z.string().optional(),
  content_features: scores.optional(),
  observed_feedback: observedFeedbackSchema,
  hidden_user_state: hiddenUserStateSchema.optional(),
  gold_preference_update: z.array(preferenceUpdateSchema).optional(),
  gold_agent_state_update: z.array(agentStateUpdateSchema).optional(),
  future_probes: futureProbesSchema.optional(),
  counterfactuals: z.record(z.string(), z.string()).optional(),
  /** What human annotators said of the answer. */
  gold_labels: z
    .strictObject({
      sentiment: z.enum(["negative", "neutral", "positive"]).optional(),
      /** What each line of the comment is about; null where it was not said. */
      line_aspects: z.array(z.enum(ASPECTS).nullable()).optional(),
    })
    .optional(),
  /** By dotted field name; fields that are not named were observed. */
  provenance: z.record(z.string(), provenanceSchema).optional(),
});
export type EsusRecord = z.infer<typeof recordSchema>;
