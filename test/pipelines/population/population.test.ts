import { mkdtempSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { calibrationSchema } from "../../../data-schemas/calibration.ts";
import { contentSchema } from "../../../data-schemas/content.ts";
import { populationSchema } from "../../../data-schemas/population.ts";
import { type EsusRecord, recordSchema } from "../../../data-schemas/record.ts";
import { minimise } from "../../../models/minimise.ts";
import { ingest } from "../../../pipelines/ingest/ingest.ts";
import type { Context } from "../../../pipelines/io/context.ts";
import { SILENT } from "../../../pipelines/io/progress.ts";
import { population } from "../../../pipelines/population.ts";

const context: Context = { progress: SILENT, log: () => undefined, signal: new AbortController().signal };
const fresh = (): string => mkdtempSync(join(tmpdir(), "esus-population-"));
const lines = <T>(dir: string, name: string): T[] =>
  readFileSync(join(dir, name), "utf8")
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line));

const settings = (more: object = {}) => populationSchema.parse({ readers: 60, stories: 4, turns: 8, ...more });
const make = (out: string, more: object = {}, seed = 1) =>
  population({ settings: settings(more), calibrateTo: null, out, seed, splitBy: "answer" }, context);

describe("esus population", () => {
  it("gives valid records and chapters, as many as asked, and the same bytes again", async () => {
    const [a, b, c] = [fresh(), fresh(), fresh()];
    const { json } = await make(a);
    expect(json).toMatchObject({ readers: 60, events: 480, calibration: null });
    const records = lines<EsusRecord>(a, "kept.jsonl").map((record) => recordSchema.parse(record));
    const contents = lines(a, "contents.jsonl").map((content) => contentSchema.parse(content));
    expect([records.length, contents.length]).toEqual([480, 4 * 8 * 4]);
    expect(new Set(contents.map(({ language }) => language))).toEqual(new Set(["zh", "en"]));
    const known = new Set(contents.map(({ content_id }) => `content:${content_id}`));
    for (const { generated_content_ref_or_text, license_class, hidden_user_state, user_id } of records) {
      expect(known.has(generated_content_ref_or_text!)).toBe(true);
      expect(license_class).toBe("synthetic");
      expect(user_id).not.toContain(hidden_user_state!.prototype!);
    }
    await make(b);
    await make(c, {}, 2);
    for (const name of ["kept.jsonl", "contents.jsonl", "manifest.json"])
      expect(readFileSync(join(b, name)).equals(readFileSync(join(a, name))), name).toBe(true);
    expect(readFileSync(join(c, "kept.jsonl")).equals(readFileSync(join(a, "kept.jsonl")))).toBe(false);
  });

  it("gives a reader the same answers, however many others are drawn", async () => {
    const [few, many] = [fresh(), fresh()];
    await make(few, { readers: 5 });
    await make(many, { readers: 40 });
    const first = lines<EsusRecord>(few, "kept.jsonl");
    expect(lines<EsusRecord>(many, "kept.jsonl").slice(0, first.length)).toEqual(first);
  });

  it("speaks one language where one is asked for, and reads one serial of one chapter", async () => {
    const out = fresh();
    await make(out, { languages: ["zh"], stories: 1, turns: 1, readers: 3 });
    const records = lines<EsusRecord>(out, "kept.jsonl");
    expect(records.map(({ language, turn_index }) => [language, turn_index])).toEqual(Array(3).fill(["zh", 0]));
    const none = fresh();
    // Two languages and one serial: nobody reads what is not there.
    await make(none, { stories: 1, turns: 2, readers: 6 });
    expect(new Set(lines<EsusRecord>(none, "kept.jsonl").map(({ language }) => language)).size).toBe(1);
  });

  it("plants moods: a request, whether it was met, and how often it was ignored, agree with each other", async () => {
    const out = fresh();
    await make(out, { readers: 200, turns: 12 });
    for (const { observed_feedback, hidden_user_state, turn_index } of lines<EsusRecord>(out, "kept.jsonl")) {
      const asked = hidden_user_state!.open_request !== undefined;
      expect(observed_feedback.explicit?.prior_feedback_fulfilled !== undefined).toBe(asked);
      if (turn_index === 0) expect(asked).toBe(false);
      if (!asked) expect(hidden_user_state!.ignored_requests).toBeUndefined();
    }
  });

  it("is calibrated to a source whose readers differ otherwise: marginals inside, and nobody can tell well", async () => {
    const [source, out] = [fresh(), fresh()];
    const spread = { generosity: 0.9, taste: 0.6, quality: 0.6, noise: 0.9, thresholds: [-2.6, -1.6, -0.4, 0.9] };
    const planted = populationSchema.parse({ readers: 500, stories: 4, turns: 12, languages: ["en"], spread });
    await ingest(
      { source: "simulator", paths: [], out: source, seed: 9, splitBy: "answer", population: planted },
      context,
    );
    const request = { settings: settings(), calibrateTo: source, out, seed: 1, splitBy: "answer" } as const;
    const { text } = await population(request, context);
    const calibration = calibrationSchema.parse(JSON.parse(readFileSync(join(out, "calibration.json"), "utf8")));
    expect(calibration.marginals.filter(({ inside }) => inside).length).toBeGreaterThanOrEqual(3);
    expect(calibration.two_sample_auc).toBeLessThan(0.65);
    expect(text).toContain("two-sample classifier AUC");
    const records = lines<EsusRecord>(out, "kept.jsonl");
    expect(records[0]!.source).toBe("simulator_calibrated_to_simulator");
    const share = (level: number): number =>
      records.filter(({ observed_feedback }) => observed_feedback.explicit!.rating === level).length / records.length;
    const sourceRecords = lines<EsusRecord>(source, "kept.jsonl");
    for (const level of [1, 3, 5]) {
      const real =
        sourceRecords.filter(({ observed_feedback }) => observed_feedback.explicit!.rating === level).length /
        sourceRecords.length;
      expect(Math.abs(share(level) - real)).toBeLessThan(0.08);
    }
  }, 120_000);

  it("refuses to calibrate to a handful of readers, and to what is no ingest", async () => {
    const [source, out] = [fresh(), fresh()];
    await make(source, { readers: 10 });
    const request = { settings: settings(), calibrateTo: source, out, seed: 1, splitBy: "answer" } as const;
    await expect(population(request, context)).rejects.toThrow(
      "10 readers gave 5 ratings or more; expected at least 50",
    );
    await expect(population({ ...request, calibrateTo: fresh() }, context)).rejects.toThrow("holds no manifest.json");
  });
});

describe("minimise", () => {
  it("finds the bottom of a bowl and of a bent valley", () => {
    const bowl = minimise(([x, y]) => (x! - 1) ** 2 + 3 * (y! + 2) ** 2, [0, 0]);
    expect(bowl[0]).toBeCloseTo(1, 1);
    expect(bowl[1]).toBeCloseTo(-2, 1);
    const valley = ([x, y]: readonly number[]): number => (1 - x!) ** 2 + 5 * (y! - x! ** 2) ** 2;
    expect(valley(minimise(valley, [-0.5, 0.5]))).toBeLessThan(0.05);
  });
});
