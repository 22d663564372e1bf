/**
 * What a narrative preference axis is: a direction in which a chapter can be moved while plot, cast and facts stay, and
 * which readers may like, dislike or not mind.
 */
import { z } from "zod";
import { ASPECTS } from "./aspect.ts";
import { FEATURES } from "./feature.ts";

export const AXIS_FAMILIES = [
  "pacing",
  "agency",
  "lore_density",
  "trope",
  "continuity",
  "style",
  "emotional_peak",
] as const;
export const axisFamilySchema = z.enum(AXIS_FAMILIES);
export type AxisFamily = z.infer<typeof axisFamilySchema>;

const name = z.string().regex(/^[a-z]+(_[a-z]+)*$/);
const bilingualSchema = z.strictObject({ zh: z.string().min(1), en: z.string().min(1) });
export type Bilingual = z.infer<typeof bilingualSchema>;

/** Where an axis is felt: in the chapter as a whole, in scenes of a mood, over an arc. */
export const AXIS_PLACES = ["chapter", "scene:action", "scene:talk", "scene:quiet", "chapter_end", "arc"] as const;

export const axisSchema = z.strictObject({
  id: name,
  family: axisFamilySchema,
  /** Readers differ on a taste. On a quality all want the high pole, so it is never swapped. */
  kind: z.enum(["taste", "quality"]),
  name: bilingualSchema,
  /** The pole at -1, in words. */
  low: bilingualSchema,
  /** The pole at +1, in words. */
  high: bilingualSchema,
  /** Feedback tags of a reader who finds the chapter too near to the pole. */
  tags: z.strictObject({ low: name, high: name }),
  /** What a reader's comment on it is about. */
  aspect: z.enum(ASPECTS),
  /** Keys of the preference rules: what a reader asks for who finds the chapter too near to the pole; null: no rule says it. */
  wish: z.strictObject({ low: name.nullable(), high: name.nullable() }),
  acts: z.array(z.enum(AXIS_PLACES)).min(1),
  /** What in the text moves it. */
  movedBy: bilingualSchema,
  /** Narrative features that move with it by what they measure; all others must stay still. */
  moves: z.array(z.enum(FEATURES.map(({ id }) => id) as [string, ...string[]])),
  /** Axes that are near it and must stay still when it moves. */
  leavesAlone: z.array(name).min(1),
});
export type Axis = z.infer<typeof axisSchema>;

/** A level of an axis in a chapter: its low pole, neither, or its high pole. */
export type AxisLevel = -1 | 0 | 1;
