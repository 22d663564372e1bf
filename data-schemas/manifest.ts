/** What a stage leaves beside its outputs. It is written last, so its presence means that the stage is complete. */
import { z } from "zod";
import { licenceClassSchema } from "./licence.ts";

const sha256 = z.string().regex(/^[0-9a-f]{64}$/);
const rows = z.int().min(0);

export const fileEntrySchema = z.strictObject({
  /** Outputs: relative to the stage's folder. Inputs: as the stage was given them, without machine paths. */
  name: z.string().min(1),
  sha256,
  bytes: rows,
  /** null where the file has no rows to count. */
  rows: rows.nullable(),
});
export type FileEntry = z.infer<typeof fileEntrySchema>;

export const manifestSchema = z.strictObject({
  manifest_version: z.literal(1),
  stage: z.string().min(1),
  code_version: z.string().min(1),
  /** Hash of stage, code version, configuration and inputs: equal keys mean equal outputs. */
  key: sha256,
  config: z.record(z.string(), z.json()),
  inputs: z.array(fileEntrySchema),
  outputs: z.array(fileEntrySchema),
  rows_in: rows,
  kept: rows,
  refused: rows,
  reasons: z.record(z.string(), rows),
  licences: z.array(licenceClassSchema),
  /** Numbers that the stage reports beside its rows. */
  summary: z.record(z.string(), z.json()),
});
export type Manifest = z.infer<typeof manifestSchema>;
