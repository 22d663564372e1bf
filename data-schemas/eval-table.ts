/** The table that `esus eval` writes: models and baselines side by side. */
import { z } from "zod";

/** Name of our own row among the models. */
export const MODEL = "ESUS";

export const estimateSchema = z.strictObject({
  value: z.number().nullable(),
  low: z.number().nullable(),
  high: z.number().nullable(),
  n: z.int().min(0),
  clusters: z.int().min(0),
});

export const cellSchema = z.strictObject({
  /** Which answers: "all", or a subset by the length of the reader's history. */
  group: z.string(),
  model: z.string(),
  metric: z.string(),
  unit: z.string(),
  better: z.enum(["lower", "higher"]),
  floor: z.number().nullable(),
  ceiling: z.number(),
  protocol: z.string(),
  estimate: estimateSchema,
  difference: estimateSchema.nullable(),
});
export type Cell = z.infer<typeof cellSchema>;

export const evalTableSchema = z.strictObject({
  /** The model that differences are taken from. */
  reference: z.string(),
  interval: z.string(),
  cells: z.array(cellSchema),
});
export type EvalTable = z.infer<typeof evalTableSchema>;
