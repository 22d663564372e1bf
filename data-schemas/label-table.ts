/** How a labeller did on comments that people labelled too: one cell a task, model and metric. */
import { z } from "zod";
import { estimateSchema } from "./eval-table.ts";

export const labelCellSchema = estimateSchema.extend({
  /** What was asked, such as "sentiment zh". */
  task: z.string(),
  model: z.string(),
  metric: z.string(),
  unit: z.string(),
  better: z.enum(["lower", "higher"]),
  floor: z.number(),
  ceiling: z.number(),
  protocol: z.string(),
});
export type LabelCell = z.infer<typeof labelCellSchema>;

export const labelTableSchema = z.strictObject({
  cells: z.array(labelCellSchema),
  /** Of the labeller: rows by gold, columns by guess. */
  confusions: z.array(
    z.strictObject({ task: z.string(), classes: z.array(z.string()), counts: z.array(z.array(z.int().min(0))) }),
  ),
});
export type LabelTable = z.infer<typeof labelTableSchema>;
