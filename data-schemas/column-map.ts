/** How a user's own table becomes records: which column is what. For `esus ingest generic --map FILE.json`. */
import { z } from "zod";
import { licenceClassSchema } from "./licence.ts";

const column = z.string().min(1);

export const columnMapSchema = z.strictObject({
  /** Short name of the source; it goes into every id. */
  source: z.string().regex(/^[a-z0-9-]+$/, "expected small letters, digits and -"),
  license_class: licenceClassSchema,
  /** BCP 47, of texts and comments. */
  language: z.string().min(2).default("und"),
  format: z.enum(["csv", "jsonl", "json"]),
  delimiter: z.string().length(1).default(","),
  columns: z
    .strictObject({
      reader: column,
      story: column,
      chapter: column.optional(),
      title: column.optional(),
      /** The text that was answered to. */
      text: column.optional(),
      /** Scaled linearly from [low, high] to 1 to 5 and rounded; `none` is the value that means "not rated". */
      rating: z
        .strictObject({ column, low: z.number(), high: z.number(), none: z.union([z.string(), z.number()]).optional() })
        .refine(({ low, high }) => low < high, "expected low < high")
        .optional(),
      comment: column.optional(),
      likes: column.optional(),
      time: z
        .strictObject({ column, form: z.enum(["iso", "dayFirst", "slashes", "monthFirst", "words", "ctime"]) })
        .optional(),
      dwell_seconds: column.optional(),
      scroll_depth: column.optional(),
      continued: column.optional(),
    })
    .refine(
      ({ rating, comment, dwell_seconds, continued }) =>
        (rating ?? comment ?? dwell_seconds ?? continued) !== undefined,
      {
        error: "expected at least one of rating, comment, dwell_seconds, continued",
      },
    ),
});
export type ColumnMap = z.infer<typeof columnMapSchema>;
