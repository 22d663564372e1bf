/** Nothing stands on two sides that must not: by reader, by story, by time; copies of a text stay together. */
import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { columnMapSchema } from "../../../data-schemas/column-map.ts";
import type { EsusRecord } from "../../../data-schemas/record.ts";
import { splitReportSchema } from "../../../data-schemas/split-report.ts";
import { bandKeys, SHORTEST_TEXT } from "../../../models/content/minhash.ts";
import { hash53 } from "../../../models/hash.ts";
import { ingest } from "../../../pipelines/ingest/ingest.ts";
import { NearDuplicates } from "../../../pipelines/ingest/near-duplicates.ts";
import { NumberTable } from "../../../pipelines/ingest/number-table.ts";
import { prepare } from "../../../pipelines/ingest/prepare.ts";
import { ReviewLeak, runKeys } from "../../../pipelines/ingest/review-leak.ts";
import { SplitPlan, type SplitUnit, splitOfUnit, unitOf } from "../../../pipelines/ingest/split.ts";
import type { Context } from "../../../pipelines/io/context.ts";
import { dayOf } from "../../../pipelines/io/day.ts";
import { SILENT } from "../../../pipelines/io/progress.ts";

const context: Context = { progress: SILENT, log: () => undefined, signal: new AbortController().signal };
const fresh = (): string => mkdtempSync(join(tmpdir(), "esus-split-"));
process.env["ESUS_KEY_FILE"] = join(fresh(), "reader.key");

const record = (user_id: string, story_id: string, occurred_at?: string): EsusRecord => ({
  example_id: `${user_id}:${story_id}`,
  source: "s",
  license_class: "synthetic",
  label_origin: "rating",
  confidence: 1,
  user_id,
  story_id,
  ...(occurred_at === undefined ? {} : { occurred_at }),
  observed_feedback: {},
});
const LONG = "The duel on the bridge was the best scene of the whole arc and I did not expect the mentor to lose.";

describe("splitOfUnit", () => {
  it("keeps all answers of the unit together and comes near its shares", () => {
    const counts: Record<string, number> = {};
    for (let i = 0; i < 20_000; i++) {
      const split = splitOfUnit(unitOf(record(`u${i}`, "b"), "reader"), "reader");
      counts[split] = (counts[split] ?? 0) + 1;
      expect(splitOfUnit(unitOf(record(`u${i}`, "c"), "reader"), "reader")).toBe(split);
    }
    for (const [split, share] of Object.entries({ train: 0.64, validation: 0.08, calibration: 0.08, test: 0.2 })) {
      // Four standard errors of a share of 20,000.
      expect(Math.abs(counts[split]! / 20_000 - share)).toBeLessThan(0.0136);
    }
    expect(unitOf(record("u1", "b"), "story")).toBe(unitOf(record("u2", "b"), "story"));
  });
});

/** Seen as an ingest sees them, in two batches. */
function planned(rows: readonly EsusRecord[], unit: SplitUnit): SplitPlan {
  const plan = new SplitPlan(unit);
  const half = Math.ceil(rows.length / 2);
  for (const part of [rows.slice(0, half), rows.slice(half)])
    plan.seeRecords(prepare([{ kind: "kept", records: part }], unit).records);
  plan.settle();
  return plan;
}

describe("by time", () => {
  it("puts the past before the future, never cuts a day, and leaves undated answers out", () => {
    fc.assert(
      fc.property(fc.array(fc.option(fc.integer({ min: 0, max: 60 })), { minLength: 1, maxLength: 200 }), (days) => {
        const rows = days.map((day, i) =>
          record(`u${i}`, "b", day === null ? undefined : new Date(Date.UTC(2020, 0, 1 + day, 13)).toISOString()),
        );
        const plan = planned(rows, "time");
        const order = ["train", "validation", "calibration", "test"];
        const sides = rows.map((row) => plan.splitOf(row));
        const dated = days.flatMap((day, i) => (day === null ? [] : [[day, order.indexOf(sides[i]!)] as const]));
        for (const [day, side] of dated) {
          expect(side).toBeGreaterThanOrEqual(0);
          for (const [other, its] of dated) if (other > day) expect(its).toBeGreaterThanOrEqual(side);
          for (const [other, its] of dated) if (other === day) expect(its).toBe(side);
        }
        for (const [i, day] of days.entries()) if (day === null) expect(sides[i]).toBeUndefined();
      }),
    );
  });

  it("reads an instant without a zone as UTC, and takes a year or a month for no day", () => {
    const days = [
      "2024-05-01T23:30:00",
      "2024-05-01T23:30:00Z",
      "2024-05-01",
      "2024-05-01T23:30:00-02:00",
      "2024",
      "2024-05",
    ];
    expect(days.map((occurred_at) => dayOf({ occurred_at }))).toEqual([19_844, 19_844, 19_844, 19_845, null, null]);
  });

  it("cuts a hundred days at 64, 72 and 80", () => {
    const rows = Array.from({ length: 100 }, (_, i) =>
      record(`u${i}`, "b", new Date(Date.UTC(2020, 0, 1 + i)).toISOString().slice(0, 10)),
    );
    expect(planned(rows, "time").cuts.map(({ split, lastDay }) => [split, lastDay - 18_262])).toEqual([
      ["train", 63],
      ["validation", 71],
      ["calibration", 79],
      ["test", 99],
    ]);
  });
});

describe("bandKeys", () => {
  const shares = (a: string, b: string) => bandKeys(a)!.some((key) => bandKeys(b)!.includes(key));
  it("meets copies whatever their layout, small changes nearly always, other texts never", () => {
    expect(bandKeys(LONG)).toEqual(bandKeys(LONG.toUpperCase().replaceAll(" ", "  \n")));
    expect(shares(LONG, LONG.replace("best scene", "best scenes"))).toBe(true);
    expect(
      shares(LONG, "A quiet chapter about tea, rain and letters that nobody in the sect had ever answered before."),
    ).toBe(false);
    const zh =
      "这一章的大战写得太精彩了，师父居然输了，完全没有想到，作者的伏笔埋得真是深，佩服佩服，期待下一章的更新快点来吧";
    expect(shares(zh, zh.replace("太精彩", "很精彩"))).toBe(true);
  });
  it("does not compare what is too short to tell", () => {
    expect(bandKeys("x".repeat(SHORTEST_TEXT - 1))).toBeNull();
    expect(bandKeys("x".repeat(SHORTEST_TEXT))).not.toBeNull();
    expect(bandKeys("好".repeat(SHORTEST_TEXT / 2 - 1))).toBeNull();
    expect(bandKeys("好".repeat(SHORTEST_TEXT / 2))).not.toBeNull();
    expect(bandKeys("!".repeat(100))).toBeNull();
  });
});

describe("NearDuplicates", () => {
  it("joins units over chains of copies, and leads each cluster by its first unit", () => {
    const near = new NearDuplicates();
    const other = LONG.split(" ").reverse().join(" ");
    const add = (unit: number, text: string) => near.add(unit, unit % 4, bandKeys(text));
    add(11, LONG);
    add(12, "short");
    add(13, other);
    add(14, LONG);
    add(14, other);
    expect([11, 12, 13, 14, 15].map((unit) => near.leaderOf(unit)?.unit ?? null)).toEqual([11, null, 11, 11, null]);
    expect(near.leaderOf(13)?.split).toBe(3);
    expect(near.clusters()).toEqual({ units: 3, clusters: 1 });
    expect([near.texts, near.tooShort]).toEqual([5, 1]);
  });
});

it("a NumberTable is a Map", () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.maxSafeNat(), fc.nat()), { maxLength: 3000 }), (pairs) => {
      const [table, map] = [new NumberTable(), new Map<number, number>()];
      for (const [key, value] of pairs) {
        table.set(key, value);
        map.set(key, value);
      }
      expect(table.size).toBe(map.size);
      for (const [key, value] of map) expect(table.get(key)).toBe(value);
      expect([...table.values()].sort()).toEqual([...map.values()].sort());
      expect(table.get(2 ** 53 - 1)).toBe(map.get(2 ** 53 - 1));
    }),
  );
  expect(new Set(Array.from({ length: 100_000 }, (_, i) => hash53(`id-${i}`))).size).toBe(100_000);
});

describe("ReviewLeak", () => {
  it("finds a review's words in its own story's text, whichever came first, and in no other", () => {
    const text = Array.from({ length: 30 }, (_, i) => `${LONG} ${i}`).join(" ");
    for (const order of ["content first", "review first"]) {
      const leak = new ReviewLeak();
      if (order === "content first") leak.addContent(runKeys("s", text));
      leak.addReview(runKeys("s", `I quote: ${LONG}`));
      leak.addContent(runKeys(order === "content first" ? "other" : "s", text));
      expect(leak.found).toBeGreaterThan(0);
    }
    const apart = new ReviewLeak();
    apart.addContent(runKeys("s", text));
    apart.addReview(runKeys("other", LONG));
    expect(apart.found).toBe(0);
  });

  it("thins itself where runs are too many, and still finds what is left on both sides", () => {
    const leak = new ReviewLeak();
    const some = Array.from({ length: 1000 }, (_, i) => 2 * i * 7919);
    leak.addContent(some);
    leak.addContent(Array.from({ length: 4_100_000 }, (_, i) => 1_000_003 * (i + 20_000_000)));
    expect(leak.sampledOneIn).toBeGreaterThan(16);
    leak.addReview(some);
    expect(leak.found).toBe(some.filter((key) => key % (leak.sampledOneIn / 16) === 0).length);
  });
});

const map = columnMapSchema.parse({
  source: "made-up",
  license_class: "author_consented",
  format: "csv",
  columns: {
    reader: "user",
    story: "story",
    rating: { column: "rating", low: 1, high: 5 },
    comment: "comment",
    time: { column: "at", form: "iso" },
  },
});

async function ingested(rows: readonly string[], splitBy: SplitUnit) {
  const [from, out] = [fresh(), fresh()];
  const file = join(from, "answers.csv");
  writeFileSync(file, `${["user,story,rating,comment,at", ...rows].join("\n")}\n`);
  await ingest({ source: "generic", paths: [file], out, seed: 1, splitBy, columnMap: map }, context);
  const records = readFileSync(join(out, "kept.jsonl"), "utf8")
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line));
  return { records, report: splitReportSchema.parse(JSON.parse(readFileSync(join(out, "split_report.json"), "utf8"))) };
}

describe("split_report.json", () => {
  it.each(["reader", "story", "answer"] as const)("by %s: no unit and no copy straddles", async (unit) => {
    const rows = Array.from(
      { length: 200 },
      (_, i) => `u${i % 40},b${i % 23},${1 + (i % 5)},${i % 10 === 0 ? LONG : `note ${i}`},2020-01-02`,
    );
    const { records, report } = await ingested(rows, unit);
    const plural = { reader: "readers", story: "stories", answer: "answers" } as const;
    expect(report.straddling[plural[unit]]).toBe(0);
    expect(report.near_duplicates).toMatchObject({ texts: 200, too_short: 180, clusters: 1, straddling: 0 });
    const sides = new Set(
      records.filter(({ observed_feedback }) => observed_feedback.explicit.comment === LONG).map(({ split }) => split),
    );
    expect(sides.size).toBe(1);
    expect(Object.values(report.records).reduce((sum, n) => sum + n, 0)).toBe(200);
  });

  it("by time: names the last days, and counts what has no date", async () => {
    const rows = Array.from(
      { length: 50 },
      (_, i) => `u${i},b,3,,${i % 5 === 0 ? "" : `2020-02-${String(1 + (i % 25)).padStart(2, "0")}`}`,
    );
    const { records, report } = await ingested(rows, "time");
    expect(report.without_split).toBe(10);
    expect(report.last_day).toMatchObject({ test: "2020-02-25" });
    expect(records.filter(({ split }) => split === undefined)).toHaveLength(10);
    expect(
      records.filter(({ occurred_at, split }) => occurred_at > report.last_day!.train! && split === "train"),
    ).toEqual([]);
  });
});
