/** What a comment says, as the labeller reads it. It holds no word of the reader's. */
import { z } from "zod";
import { ASPECTS } from "./aspect.ts";
import { licenceClassSchema } from "./licence.ts";
import { agentStateUpdateSchema, preferenceUpdateSchema } from "./record.ts";

export const SENTIMENTS = ["negative", "neutral", "positive"] as const;
export const sentimentSchema = z.enum(SENTIMENTS);
export type Sentiment = z.infer<typeof sentimentSchema>;

/** How much of the story the comment speaks of. */
export const SCOPES = ["chapter", "arc", "story", "scene_type"] as const;
export const SCENE_TYPES = [
  "action",
  "romance",
  "exposition",
  "training",
  "daily_life",
  "dialogue",
  "flashback",
  "grief",
] as const;

const unit = z.number().min(0).max(1);

export const atomSchema = z.strictObject({
  aspect: z.enum(ASPECTS),
  polarity: z.enum(["negative", "positive"]),
  intensity: unit,
  scope: z.enum(SCOPES),
  /** Which scenes, where the comment names them. */
  scene_type: z.enum(SCENE_TYPES).optional(),
  /** A request names what should come; a complaint what was wrong. */
  kind: z.enum(["praise", "complaint", "request"]),
  /** What the reader wants of the story: a key of the preference rules. null: nothing that the words tell. */
  wish: z.string().nullable(),
  /** 1 − P(the sentence's tone is the opposite). */
  confidence: unit,
  /** Whether the lexicon named the aspect, or a model that was taught on labelled comments. */
  evidence: z.enum(["lexicon", "model"]),
});
export type Atom = z.infer<typeof atomSchema>;

export const labelSchema = z.strictObject({
  example_id: z.string().min(1),
  source: z.string().min(1),
  license_class: licenceClassSchema,
  label_origin: z.literal("pseudo_label"),
  story_id: z.string().min(1),
  chapter_id: z.string().min(1).optional(),
  language: z.enum(["zh", "en"]),
  /** null: the labeller is not sure enough to say. */
  sentiment: sentimentSchema.nullable(),
  /** P of each; sums to 1 within rounding. */
  sentiment_probability: z.strictObject({ negative: unit, neutral: unit, positive: unit }),
  atoms: z.array(atomSchema),
  preference_update: z.array(preferenceUpdateSchema),
  agent_state_update: z.array(agentStateUpdateSchema),
});
export type Label = z.infer<typeof labelSchema>;
