/**
 * Which split a record is in. By reader, story or answer: a hash of ids, before anything looks at content or label; units
 * with near-duplicate texts take the side of the first of them. By time: the day of the answer.
 */
import { hash } from "node:crypto";
import { type EsusRecord, SPLITS, type Split } from "../../data-schemas/record.ts";
import { hash53 } from "../../models/hash.ts";
import { DAY, dayOf } from "../io/day.ts";
import { NearDuplicates } from "./near-duplicates.ts";
import type { PreparedContent, PreparedRecords } from "./prepared.ts";

/** What may not straddle splits: one answer, all answers of a reader, all answers to a story; or past and future. */
export const SPLIT_UNITS = ["answer", "reader", "story", "time"] as const;
export type SplitUnit = (typeof SPLIT_UNITS)[number];
/** Readers of a population are made to be met for the first time; of others there are few answers each. */
export const DEFAULT_SPLIT = { population: "reader", others: "answer" } as const;

/** Upper ends of the shares: 64% train, 8% validation, 8% calibration, 20% test. */
const ENDS: Readonly<Record<Split, number>> = { train: 0.64, validation: 0.72, calibration: 0.8, test: 1 };

const splitAt = (share: number): Split => SPLITS.find((split) => share < ENDS[split]) ?? "test";

/** What may stand on one side only; a split is by one of them, the others are counted. */
export const UNITS = ["answer", "reader", "story"] as const;

type Ids = Pick<EsusRecord, "source" | "user_id" | "story_id" | "chapter_id">;

/** The ids that a split is decided by. */
export function unitOf({ source, user_id, story_id, chapter_id }: Ids, unit: Exclude<SplitUnit, "time">): string {
  if (unit === "reader") return `${source}\0${user_id}`;
  if (unit === "story") return `${source}\0${story_id}`;
  const answer = `${source}\0${user_id}\0${story_id}`;
  return chapter_id === undefined ? answer : `${answer}\0${chapter_id}`;
}

export function splitOfUnit(name: string, unit: Exclude<SplitUnit, "time">): Split {
  const digest = hash("sha256", `split-1\0${unit}\0${name}`, "hex");
  return splitAt(Number.parseInt(digest.slice(0, 8), 16) / 2 ** 32);
}

/** Sees every record and content once, and knows after the last one which splits have to be said anew. */
export class SplitPlan {
  readonly unit: SplitUnit;
  readonly duplicates = new NearDuplicates();
  readonly #answersOn = new Map<number, number>();
  /** By time: the last day of each split, known after the last record. */
  cuts: readonly { readonly split: Split; readonly lastDay: number }[] = [];

  constructor(unit: SplitUnit) {
    this.unit = unit;
  }

  seeRecords({ units, splits, days, comments }: PreparedRecords): void {
    if (this.unit === "time") {
      for (const day of days) if (!Number.isNaN(day)) this.#answersOn.set(day, (this.#answersOn.get(day) ?? 0) + 1);
      return;
    }
    const k = UNITS.indexOf(this.unit);
    for (const [i, { bands }] of comments) this.duplicates.add(units[i * UNITS.length + k]!, splits[i]!, bands);
  }

  /** A text that answers point at: stories that share it are one. */
  seeContent({ storyUnit, split, keys }: PreparedContent): void {
    if (this.unit === "story" && keys !== null) this.duplicates.add(storyUnit, split, keys.bands);
  }

  /** Whether splits that were said before the last record was seen may be wrong. */
  get needsSecondPass(): boolean {
    return this.unit === "time" || this.duplicates.joined > 0;
  }

  /** After the last record. undefined: the answer has no date, so it is neither past nor future. */
  splitOf(record: EsusRecord): Split | undefined {
    if (this.unit === "time") {
      const day = dayOf(record);
      return day === null ? undefined : this.cuts.find(({ lastDay }) => day <= lastDay)?.split;
    }
    const unit = unitOf(record, this.unit);
    const leader = this.duplicates.leaderOf(hash53(unit));
    return leader === null ? splitOfUnit(unit, this.unit) : SPLITS[leader.split];
  }

  /** After the last record. A day is never cut: its answers know nothing of each other's order. */
  settle(): void {
    const days = [...this.#answersOn.keys()].sort((a, b) => a - b);
    const total = days.reduce((sum, day) => sum + this.#answersOn.get(day)!, 0);
    const cuts = new Map<Split, number>();
    let before = 0;
    for (const day of days) {
      // A day goes where its first answer goes.
      cuts.set(splitAt(before / total), day);
      before += this.#answersOn.get(day)!;
    }
    this.cuts = [...cuts].map(([split, lastDay]) => ({ split, lastDay }));
  }
}

/** 2024-09-01 of a day. */
export function dateOfDay(day: number): string {
  return new Date(day * DAY).toISOString().slice(0, 10);
}
