/** A row that was not kept. It names the place and the reason, never the row's own words. */
import { z } from "zod";

export const refusalSchema = z.strictObject({
  file: z.string(),
  /** From 1; for formats without lines, the number of the row. */
  line: z.int().min(1),
  /** A short code that is counted, such as "not-json" or "rating-out-of-range". */
  reason: z.string().regex(/^[a-z0-9-]+$/),
  /** What was expected and what kind of thing came. */
  detail: z.string(),
});
export type Refusal = z.infer<typeof refusalSchema>;
