/** The day of an answer. */
import type { EsusRecord } from "../../data-schemas/record.ts";

export const DAY = 86_400_000;

/** Days since 1970, UTC; null: the source tells no date of the answer. */
export function dayOf({ occurred_at }: Pick<EsusRecord, "occurred_at">): number | null {
  // A year or a month alone is no day: its answers would count as given on its first.
  if (occurred_at === undefined || !/^\d{4}-\d{2}-\d{2}/.test(occurred_at)) return null;
  // Without a zone the machine's own would be taken.
  const zoned = /T.*(?:Z|[+-]\d{2}:?\d{2})$/i.test(occurred_at) || !occurred_at.includes("T");
  const instant = Date.parse(zoned ? occurred_at : `${occurred_at}Z`);
  return Number.isNaN(instant) ? null : Math.floor(instant / DAY);
}
