/** Ctrl-C, sent to a real process: what is left, and what the same command makes of it. */
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { writeInteractions } from "../../bench/ingest/interactions.ts";
import { esus, fresh, SMALL } from "./process.ts";

describe("Ctrl-C", () => {
  it("Ctrl-C stops with 130 and a state from which the same command ends in the same bits", async () => {
    const [cut, whole] = [fresh(), fresh()];
    const population = fresh();
    await esus([...SMALL, "--out", population]);
    const args = (out: string): string[] => [
      "run",
      "--data",
      population,
      "--out",
      out,
      "--device",
      "cpu",
      "--per-axis",
      "1",
      "--set",
      "epochs=16",
      "--set",
      "patience=16",
      "--set",
      "batchSize=64",
    ];
    const stopped = await esus(args(cut), /^device: /m);
    expect(stopped.code).toBe(130);
    expect(stopped.stdout).toBe("");
    expect(stopped.stderr).toMatch(/train: stopped after step \d+; run the same command again to continue/);
    expect(existsSync(join(cut, "train/manifest.json"))).toBe(false);
    expect(readdirSync(join(cut, "train"))).toEqual(["resume.safetensors"]);
    const continued = await esus(args(cut));
    expect(continued.stderr).toMatch(/train: continues after step \d+/);
    expect(continued.code).toBe(0);
    await esus(args(whole));
    for (const name of ["train/params.safetensors", "train/metrics.jsonl", "train/manifest.json", "eval/table.json"]) {
      expect(readFileSync(join(cut, name)).equals(readFileSync(join(whole, name))), name).toBe(true);
    }
    expect(existsSync(join(cut, "train/resume.safetensors"))).toBe(false);
  });

  it("Ctrl-C in an ingest leaves nothing under a final name, and the same command then gives the same bytes", async () => {
    const [from, cut, whole] = [fresh(), fresh(), fresh()];
    await writeInteractions(join(from, "goodreads_interactions_made_up.json"), 60_000);
    writeFileSync(join(from, "notes.txt"), "not of the source: makes the ingest say that it has begun");
    const args = (out: string): string[] => ["ingest", "goodreads-ucsd", from, "--out", out];
    const stopped = await esus(args(cut), /left alone/, 200);
    expect([stopped.code, stopped.stdout]).toEqual([130, ""]);
    expect(readdirSync(cut)).toEqual([]);
    expect((await esus(args(cut))).code).toBe(0);
    await esus(args(whole));
    const files = readdirSync(whole).sort();
    expect(files).toContain("manifest.json");
    for (const name of files)
      expect(readFileSync(join(cut, name)).equals(readFileSync(join(whole, name))), name).toBe(true);
  });
});
