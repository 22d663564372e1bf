/** Counterfactual pairs: texts, or histories, that differ in one known thing. */
import { z } from "zod";
import { licenceClassSchema } from "./licence.ts";
import { axisIdSchema } from "./ontology.ts";
import { requestSchema } from "./population.ts";
import { storyBibleSchema } from "./story-bible.ts";

export const PAIR_VERSION = 1;
export const PAIR_KINDS = ["axis", "swap", "consistency", "memory", "rewrite", "edit"] as const;
export type PairKind = (typeof PAIR_KINDS)[number];

const id = z.string().min(1);
const levelsSchema = z.record(z.string(), z.union([z.literal(-1), z.literal(1)]));

/** A text and where the grammar put it; levels that are 0 are left out. */
export const sideSchema = z.strictObject({ text: z.string().min(1), levels: levelsSchema });
export type Side = z.infer<typeof sideSchema>;

const common = {
  pair_version: z.literal(PAIR_VERSION),
  pair_id: id,
  source: id,
  license_class: licenceClassSchema,
  language: z.enum(["zh", "en"]),
  story_id: id,
  chapter_id: id,
  story_bible: storyBibleSchema.optional(),
};

/** The same chapter with one axis at either pole; all else is equal letter by letter. */
export const axisPairSchema = z.strictObject({
  kind: z.literal("axis"),
  ...common,
  axis: axisIdSchema,
  low: sideSchema,
  high: sideSchema,
});

const swapReaderSchema = z.strictObject({
  tastes: z.record(z.string(), z.number()),
  prefers: z.enum(["low", "high"]),
  /** P that the preferred side gets the higher utility with noise. */
  probability: z.number().min(0).max(1),
});

/** Two readers with every taste turned around (never a quality): they disagree on the same two chapters. */
export const swapPairSchema = z.strictObject({
  kind: z.literal("swap"),
  ...common,
  axis: axisIdSchema,
  low: sideSchema,
  high: sideSchema,
  reader: swapReaderSchema,
  opposite: swapReaderSchema,
});

/** Good prose with one fault of continuity, beside the same without it. */
export const consistencyPairSchema = z.strictObject({
  kind: z.literal("consistency"),
  ...common,
  fault: z.enum(["world_consistency", "character_consistency", "timeline_consistency"]),
  /** What is broken, in words. */
  rule: z.string().min(1),
  sound: sideSchema,
  broken: sideSchema,
});

/** How a reader with this history answers; means over draws. */
export const memorySideSchema = z.strictObject({
  /** 0 ignored, 2 fulfilled: what became of the request, chapter by chapter. */
  fulfilled: z.array(z.int().min(0).max(2)),
  mean_rating: z.number().min(1).max(5),
  continue_share: z.number().min(0).max(1),
  trust: z.number().min(0).max(1),
  frustration: z.number().min(0).max(1),
});

/** One chapter, one reader, two histories. */
export const memoryPairSchema = z.strictObject({
  kind: z.literal("memory"),
  ...common,
  request: requestSchema,
  chapter: sideSchema,
  draws: z.int().min(1),
  ignored: memorySideSchema,
  fulfilled: memorySideSchema,
});

export const rewriteCheckSchema = z.strictObject({
  plot_preserved: z.boolean(),
  world_consistent: z.boolean(),
  /** In SD of the axis's meter over chapters, positive in the direction that was asked for. */
  axis_moved: z.number(),
  /** Mean |change| of all other columns in SD. */
  others_moved: z.number().min(0),
});

/** A chapter, a request, and three answers to it. */
export const rewritePairSchema = z.strictObject({
  kind: z.literal("rewrite"),
  ...common,
  request: requestSchema,
  /** Who wrote the rewrites: the grammar, or the name of a model. */
  writer: id,
  original: sideSchema,
  aligned: z.string().min(1),
  over_corrected: z.string().min(1),
  irrelevant: z.string().min(1),
  checks: z.strictObject({
    aligned: rewriteCheckSchema,
    over_corrected: rewriteCheckSchema,
    irrelevant: rewriteCheckSchema,
  }),
});

/** A real chapter and a known intervention in it. */
export const editPairSchema = z.strictObject({
  kind: z.literal("edit"),
  ...common,
  axis: axisIdSchema,
  operator: id,
  /** Which way the edit moves the axis. */
  direction: z.enum(["lower", "higher"]),
  original: z.string().min(1),
  edited: z.string().min(1),
});

export const pairSchema = z.discriminatedUnion("kind", [
  axisPairSchema,
  swapPairSchema,
  consistencyPairSchema,
  memoryPairSchema,
  rewritePairSchema,
  editPairSchema,
]);
export type Pair = z.infer<typeof pairSchema>;
export type AxisPair = z.infer<typeof axisPairSchema>;
export type SwapPair = z.infer<typeof swapPairSchema>;
export type ConsistencyPair = z.infer<typeof consistencyPairSchema>;
export type MemoryPair = z.infer<typeof memoryPairSchema>;
export type MemorySide = z.infer<typeof memorySideSchema>;
export type RewritePair = z.infer<typeof rewritePairSchema>;
export type RewriteCheck = z.infer<typeof rewriteCheckSchema>;
export type EditPair = z.infer<typeof editPairSchema>;

/** What the leakage check found of an axis in a language. */
export const leakageRowSchema = z.strictObject({
  language: z.enum(["zh", "en"]),
  axis: axisIdSchema,
  pairs: z.int().min(1),
  /** Standardised effect of the edit on the axis's own meter; at least 1 is asked for. */
  on_target: z.number(),
  /** Mean |standardised effect| on the columns that must stay still; at most 0.15 is asked for. */
  off_target: z.number().min(0),
  passes: z.boolean(),
  worst: z.array(z.strictObject({ column: z.string(), effect: z.number() })),
  /** On every column, in their order. */
  effects: z.array(z.number()),
});

export const leakageTableSchema = z.strictObject({
  columns: z.array(z.string()),
  rows: z.array(leakageRowSchema),
  failed: z.array(z.string()),
});
export type LeakageTable = z.infer<typeof leakageTableSchema>;
