/** Nothing leaves that its licence keeps in: words planted in every text field of every class are searched for. */
import { mkdtempSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { LICENCE_CLASSES, PERMISSIONS } from "../../../data-schemas/licence.ts";
import { type EsusRecord, recordSchema } from "../../../data-schemas/record.ts";
import type { Context } from "../../../pipelines/io/context.ts";
import { sha256 } from "../../../pipelines/io/hash.ts";
import { toJson } from "../../../pipelines/io/json.ts";
import { SILENT } from "../../../pipelines/io/progress.ts";
import { runStage } from "../../../pipelines/io/stage.ts";
import { publish } from "../../../pipelines/publish/publish.ts";

const context: Context = { progress: SILENT, log: () => undefined, signal: new AbortController().signal };
const fresh = (): string => mkdtempSync(join(tmpdir(), "esus-publish-"));
const CLASSES = [...LICENCE_CLASSES, "synthetic|restricted_dta"];

const secret = (licence: string, field: string): string => `secret-${licence.replace("|", "-")}-${field}`;

/** Every field of the record that can hold words or lead to a reader. */
function recordOf(licence: string): EsusRecord {
  const s = (field: string): string => secret(licence, field);
  return {
    example_id: `x:${s("reader")}:story`,
    source: "x",
    license_class: licence,
    label_origin: "review",
    confidence: 1,
    user_id: s("reader"),
    story_id: "story",
    occurred_at: "2024-01-01",
    story_state: { open_threads: [s("thread")], character_arcs: { a: s("arc") }, world_rules: [s("rule")] },
    agent_state_before: {
      user_memory: [s("memory")],
      critic_checklist: [],
      planner_policy: [],
      retriever_policy: [],
      generator_policy: [],
    },
    generated_content_ref_or_text: s("text"),
    observed_feedback: {
      explicit: { rating: 3, tags: ["pacing"], comment: s("comment"), likes: 2 },
      implicit: { dwell_time_sec: 5, reread_spans: [s("span")], reread_count: 1 },
    },
    gold_preference_update: [{ axis: "pacing", direction: s("direction"), scope: s("scope"), confidence: 1 }],
    gold_agent_state_update: [
      { target: "critic", operation: "add", content: s("update"), scope: "a", anti_scope: "b", ttl: "c" },
    ],
    future_probes: { positive: [s("probe")], anti_probe: [], neutral: [] },
    counterfactuals: { aligned_rewrite_ref: s("rewrite") },
  };
}

async function ingestFolder(): Promise<string> {
  const dir = fresh();
  const write = (name: string, rows: readonly unknown[]) => {
    const text = rows.map((row) => `${toJson(row)}\n`).join("");
    writeFileSync(join(dir, name), text);
    return { name, sha256: sha256(text), bytes: Buffer.byteLength(text), rows: rows.length };
  };
  const outputs = [
    write(
      "kept.jsonl",
      CLASSES.map((licence) => recordSchema.parse(recordOf(licence))),
    ),
    write(
      "contents.jsonl",
      CLASSES.map((licence) => ({
        content_id: `c:${licence}`,
        story_id: "story",
        source: "x",
        license_class: licence,
        language: "en",
        title: "T",
        text: secret(licence, "body"),
      })),
    ),
    write(
      "facts.jsonl",
      CLASSES.map((licence) => ({
        source: "x",
        license_class: licence,
        subject: "a",
        relation: "tag",
        object: `tag-${licence}`,
        weight: null,
      })),
    ),
  ];
  const counts = { rowsIn: 1, kept: 1, refused: 0, reasons: {}, licences: [], summary: {} };
  await runStage({ stage: "ingest", dir, config: {}, inputs: [] }, async () => ({ outputs, ...counts }));
  return dir;
}

describe("publish", () => {
  it("lets out what each class permits, and nothing else", async () => {
    const out = fresh();
    const { manifest } = await publish({ folders: [await ingestFolder()], out }, context);
    const everything = readdirSync(out)
      .map((name) => readFileSync(join(out, name), "utf8"))
      .join("\n");
    for (const licence of LICENCE_CLASSES) {
      const found = everything.match(new RegExp(`secret-${licence}-\\w+`, "g")) ?? [];
      if (PERMISSIONS[licence].publishText) expect(new Set(found).size, licence).toBe(14);
      else expect(found, licence).toEqual([]);
    }
    expect(everything).not.toContain("secret-synthetic-restricted_dta");
    // Records, contents and facts of the three classes that keep everything in.
    expect(manifest.reasons).toEqual({ noncommercial: 3, restricted_dta: 3, "synthetic|restricted_dta": 3 });
    expect(manifest.summary["withoutWords"]).toEqual({ author_consented: 3, metadata_only: 3 });
    expect([manifest.rows_in, manifest.kept, manifest.refused]).toEqual([21, 12, 9]);
    expect(manifest.licences).toEqual(["author_consented", "metadata_only", "public_domain", "synthetic"]);
  });

  it("keeps the labels where labels may go, without the reader", async () => {
    const out = fresh();
    await publish({ folders: [await ingestFolder()], out }, context);
    const records = readFileSync(join(out, "kept.jsonl"), "utf8")
      .trim()
      .split("\n")
      .map((line) => recordSchema.parse(JSON.parse(line)));
    const labels = records.find(({ license_class }) => license_class === "metadata_only")!;
    expect(labels).toMatchObject({
      user_id: "withheld",
      story_id: "story",
      observed_feedback: {
        explicit: { rating: 3, tags: ["pacing"], likes: 2 },
        implicit: { dwell_time_sec: 5, reread_count: 1 },
      },
    });
    expect(labels.example_id).toMatch(/^x:[0-9a-f]{16}$/);
  });

  it("takes nothing but finished ingests", async () => {
    await expect(publish({ folders: [fresh()], out: fresh() }, context)).rejects.toThrow("no finished ingest or label");
  });
});
