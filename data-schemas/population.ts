/** What the planted population is made with. The defaults are round numbers; --calibrate fits four of them to a source. */
import { z } from "zod";
import { axisIdSchema } from "./ontology.ts";

const positive = z.number().min(0);

/** How much of each kind of difference there is, in units of utility. */
export const spreadSchema = z.strictObject({
  /** SD over readers of how generous they are. */
  generosity: positive.default(0.6),
  /** Scale of tastes: how far readers differ over the same chapter. */
  taste: positive.default(1),
  /** SD over chapters of what all readers agree on. */
  quality: positive.default(0.3),
  /** Scale of what the same reader would answer otherwise on another day. */
  noise: positive.default(0.8),
  /** Utilities at which one star more is given; four, increasing. */
  thresholds: z.tuple([z.number(), z.number(), z.number(), z.number()]).default([-1.9, -0.8, 0.4, 1.7]),
});
export type Spread = z.infer<typeof spreadSchema>;

export const populationSchema = z.strictObject({
  readers: z.int().min(1).max(1_000_000).default(2000),
  stories: z.int().min(1).max(100_000).default(12),
  /** Chapters that each reader reads. */
  turns: z.int().min(1).max(400).default(20),
  languages: z
    .array(z.enum(["zh", "en"]))
    .min(1)
    .default(["zh", "en"]),
  spread: spreadSchema.prefault({}),
  /** The source whose marginals the spread was fitted to. */
  calibratedTo: z.string().min(1).optional(),
});
export type PopulationSettings = z.infer<typeof populationSchema>;

/** A direction on an axis that a reader asked for. */
export const requestSchema = z.strictObject({ axis: axisIdSchema, direction: z.enum(["lower", "higher"]) });
export type ReaderRequest = z.infer<typeof requestSchema>;
