/** The table of FUSE: agents side by side, every metric with what it needs to be believed. */
import { z } from "zod";
import { estimateSchema } from "./eval-table.ts";

export const fuseCellSchema = z.strictObject({
  /** "all", or a task. */
  group: z.string(),
  agent: z.string(),
  metric: z.string(),
  unit: z.string(),
  better: z.enum(["lower", "higher", "neither"]),
  floor: z.number().nullable(),
  ceiling: z.number().nullable(),
  protocol: z.string(),
  estimate: estimateSchema,
  /** Episodes that cannot measure it. */
  unmeasurable: z.int().min(0),
  /** From the reference agent, on the same resamples; null for the reference itself. */
  difference: estimateSchema.nullable(),
  /** Of robust NCFU: the group whose mean it is. */
  worst: z.string().optional(),
});
export type FuseCell = z.infer<typeof fuseCellSchema>;

export const fuseTableSchema = z.strictObject({
  /** What J is of the metrics. */
  judge: z.string(),
  /** The agent that differences are taken from. */
  reference: z.string(),
  interval: z.string(),
  entailment: z.string(),
  cells: z.array(fuseCellSchema),
  /** Of the judges with each other, over all scenes: Spearman, and whether they rank the agents alike by a metric. */
  agreement: z.array(
    z.strictObject({
      judges: z.tuple([z.string(), z.string()]),
      spearman: estimateSchema,
      sameRanking: z.strictObject({ ncfu: z.boolean(), selectivity: z.boolean() }),
    }),
  ),
  /** Episodes that no judge could measure NCFU on, by agent. */
  unmeasurable: z.record(z.string(), z.array(z.string())),
});
export type FuseTable = z.infer<typeof fuseTableSchema>;
