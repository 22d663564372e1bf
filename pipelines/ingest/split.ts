/** Which split a record is in: decided by a hash of ids, before anything looks at its content or label. */
import { createHash } from "node:crypto";
import type { EsusRecord, Split } from "../../data-schemas/record.ts";

/** What may not straddle splits: one answer, all answers of a reader, or all answers to a story. */
export const SPLIT_UNITS = ["answer", "reader", "story"] as const;
export type SplitUnit = (typeof SPLIT_UNITS)[number];

/** Upper ends of the shares: 64% train, 8% validation, 8% calibration, 20% test. */
const SHARES: readonly (readonly [Split, number])[] = [
  ["train", 0.64],
  ["validation", 0.72],
  ["calibration", 0.8],
  ["test", 1],
];

export function splitOf(record: EsusRecord, unit: SplitUnit): Split {
  const { source, user_id, story_id } = record;
  const parts = { answer: [source, user_id, story_id], reader: [source, user_id], story: [source, story_id] }[unit];
  const digest = createHash("sha256")
    .update(`split-1\0${unit}\0${parts.join("\0")}`)
    .digest();
  const share = digest.readUInt32BE(0) / 2 ** 32;
  return SHARES.find(([, end]) => share < end)![0];
}
