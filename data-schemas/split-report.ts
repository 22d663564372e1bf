/** What proves that a split leaks nothing: counts of what stands on more than one side. */
import { z } from "zod";

const count = z.int().min(0);
const bySplit = z.partialRecord(z.enum(["train", "validation", "calibration", "test"]), count);

export const splitReportSchema = z.strictObject({
  /** What may not straddle. */
  unit: z.enum(["answer", "reader", "story", "time"]),
  decided_by: z.string(),
  records: bySplit,
  /** Records without a split, such as undated ones in a split by time. */
  without_split: count,
  readers: bySplit,
  stories: bySplit,
  /** In more than one split. Of the unit itself it must be 0; of the others it tells what the split does not promise. */
  straddling: z.strictObject({
    /** null: over two million pairs of reader and story, too many to count in flat memory. */
    answers: count.nullable(),
    readers: count,
    stories: count,
  }),
  /** By time only: the last day of each split. */
  last_day: z.partialRecord(z.enum(["train", "validation", "calibration", "test"]), z.string()).nullable(),
  /** null: by time nothing is compared. */
  near_duplicates: z
    .strictObject({
      /** Comments, and by story also contents. */
      texts: count,
      /** Too short to tell a copy from a common phrase. */
      too_short: count,
      /** Behind the first million: more would not fit the memory that a stage may take. */
      not_compared: count,
      clusters: count,
      units_in_clusters: count,
      /** Clusters on more than one side, counted on what was written. */
      straddling: count,
    })
    .nullable(),
  review_in_features: z.strictObject({
    /** Reviews compared with the text of the story that they answer. */
    reviews: count,
    /** Runs of 32 letters, of those sampled, that stand in both. */
    shared_runs: count,
    /** One run in so many is compared. */
    sampled_one_in: count,
  }),
});
export type SplitReport = z.infer<typeof splitReportSchema>;
