/** Counts, on the records as they were written, what stands on more than one side of the split. */
import { SPLITS, type Split } from "../../data-schemas/record.ts";
import type { SplitReport } from "../../data-schemas/split-report.ts";
import { NumberTable } from "./number-table.ts";
import type { ReviewLeak } from "./review-leak.ts";
import { dateOfDay, type SplitPlan, UNITS } from "./split.ts";

/** More pairs of reader and story would not fit the memory that a stage may take. */
const MOST_ANSWERS = 2_000_000;

export class SplitCensus {
  readonly #plan: SplitPlan;
  readonly #records: Partial<Record<Split, number>> = {};
  #without = 0;
  /** A bit a split, by unit. */
  readonly #sides = { answer: new NumberTable(), reader: new NumberTable(), story: new NumberTable() };
  readonly #clusterSides = new NumberTable();

  constructor(plan: SplitPlan) {
    this.#plan = plan;
  }

  /**
   * A record as it was written.
   * @param split  Index into SPLITS; null: it has none.
   * @param units  Hashes of its units, in the order of UNITS, from `at` on.
   */
  add(split: number | null, units: Float64Array, at: number): void {
    if (split === null) {
      this.#without++;
      return;
    }
    const name = SPLITS[split]!;
    this.#records[name] = (this.#records[name] ?? 0) + 1;
    const side = 1 << split;
    for (const [k, unit] of UNITS.entries()) {
      if (unit !== "answer" || this.#sides.answer.size < MOST_ANSWERS) addSide(this.#sides[unit], units[at + k]!, side);
    }
    if (this.#plan.unit === "time") return;
    const leader = this.#plan.duplicates.leaderOf(units[at + UNITS.indexOf(this.#plan.unit)]!);
    if (leader !== null) addSide(this.#clusterSides, leader.unit, side);
  }

  report(leak: ReviewLeak): SplitReport {
    const { unit, duplicates, cuts } = this.#plan;
    const { clusters, units } = duplicates.clusters();
    return {
      unit,
      decided_by: unit === "time" ? "day of the answer" : `SHA-256 of the source and the id of the ${unit}`,
      records: this.#records,
      without_split: this.#without,
      readers: bySplit(this.#sides.reader),
      stories: bySplit(this.#sides.story),
      straddling: {
        answers: this.#sides.answer.size < MOST_ANSWERS ? straddling(this.#sides.answer) : null,
        readers: straddling(this.#sides.reader),
        stories: straddling(this.#sides.story),
      },
      last_day: unit === "time" ? Object.fromEntries(cuts.map((cut) => [cut.split, dateOfDay(cut.lastDay)])) : null,
      near_duplicates:
        unit === "time"
          ? null
          : {
              texts: duplicates.texts,
              too_short: duplicates.tooShort,
              not_compared: duplicates.notCompared,
              clusters,
              units_in_clusters: units,
              straddling: straddling(this.#clusterSides),
            },
      review_in_features: {
        reviews: leak.reviews,
        shared_runs: leak.found,
        sampled_one_in: leak.sampledOneIn,
      },
    };
  }
}

function addSide(sides: NumberTable, key: number, side: number): void {
  sides.set(key, (sides.get(key) ?? 0) | side);
}

function bySplit(sides: NumberTable): Partial<Record<Split, number>> {
  const counts: Partial<Record<Split, number>> = {};
  for (const bits of sides.values())
    for (const [i, split] of SPLITS.entries()) if ((bits >> i) & 1) counts[split] = (counts[split] ?? 0) + 1;
  return counts;
}

function straddling(sides: NumberTable): number {
  let count = 0;
  for (const bits of sides.values()) if ((bits & (bits - 1)) !== 0) count++;
  return count;
}
