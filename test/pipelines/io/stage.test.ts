import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { InputError } from "../../../data-schemas/errors.ts";
import { writeFileAtomic } from "../../../pipelines/io/atomic-file.ts";
import { describeFiles, findManifest, MANIFEST, requireManifest } from "../../../pipelines/io/manifest.ts";
import { runStage, type StagePlan, type StageReport } from "../../../pipelines/io/stage.ts";

const fresh = (): string => mkdtempSync(join(tmpdir(), "esus-stage-"));

function stage(
  dir: string,
  config = { a: 1 },
  counts = { rowsIn: 3, kept: 2, refused: 1 },
): { plan: StagePlan; work: () => Promise<StageReport>; runs: () => number } {
  let runs = 0;
  return {
    plan: { stage: "copy", dir, config, inputs: [] },
    work: async () => {
      runs++;
      const written = await writeFileAtomic(join(dir, "out.txt"), JSON.stringify(config));
      return {
        outputs: [{ name: "out.txt", ...written, rows: 2 }],
        ...counts,
        reasons: { bad: 1 },
        licences: ["synthetic"],
        summary: {},
      };
    },
    runs: () => runs,
  };
}

describe("runStage", () => {
  it("writes the manifest and reuses a finished stage", async () => {
    const dir = fresh();
    const { plan, work, runs } = stage(dir);
    const first = await runStage(plan, work);
    expect(first.reused).toBe(false);
    expect(first.manifest).toMatchObject({
      stage: "copy",
      rows_in: 3,
      kept: 2,
      refused: 1,
      reasons: { bad: 1 },
      licences: ["synthetic"],
    });
    const again = await runStage(plan, work);
    expect([again.reused, runs()]).toEqual([true, 1]);
    expect(again.manifest).toEqual(first.manifest);
  });

  it("equal work gives equal manifests, byte for byte", async () => {
    const [a, b] = [fresh(), fresh()];
    for (const dir of [a, b]) {
      const { plan, work } = stage(dir);
      await runStage(plan, work);
    }
    expect(readFileSync(join(a, MANIFEST), "utf8")).toBe(readFileSync(join(b, MANIFEST), "utf8"));
  });

  it("runs again when the configuration or an output changed", async () => {
    const dir = fresh();
    const first = stage(dir);
    await runStage(first.plan, first.work);
    const other = stage(dir, { a: 2 });
    expect((await runStage(other.plan, other.work)).reused).toBe(false);
    writeFileSync(join(dir, "out.txt"), "tampered");
    expect((await runStage(other.plan, other.work)).reused).toBe(false);
    expect((await runStage(other.plan, other.work)).reused).toBe(true);
  });

  it("leaves no manifest when the work fails, even where an older one was", async () => {
    const dir = fresh();
    const { plan, work } = stage(dir);
    await runStage(plan, work);
    const failing = { ...plan, config: { a: 3 } };
    await expect(
      runStage(failing, async () => {
        throw new Error("disk");
      }),
    ).rejects.toThrow("disk");
    expect(await findManifest(dir)).toBeNull();
  });

  it("a row that vanished is our fault and says so", async () => {
    const { plan, work } = stage(fresh(), { a: 1 }, { rowsIn: 4, kept: 2, refused: 1 });
    await expect(runStage(plan, work)).rejects.toThrow("internal: copy: 4 rows in, but 2 kept and 1 refused");
  });
});

describe("requireManifest", () => {
  it("refuses folders without one, of another stage, changed or damaged", async () => {
    const dir = fresh();
    await expect(requireManifest(dir, ["copy"])).rejects.toThrow(InputError);
    await expect(requireManifest(dir, ["copy"])).rejects.toThrow(
      "holds no manifest.json, so no finished copy; run that stage first",
    );
    const { plan, work } = stage(dir);
    await runStage(plan, work);
    await expect(requireManifest(dir, ["ingest"])).rejects.toThrow('holds the output of "copy"; expected ingest');
    writeFileSync(join(dir, "out.txt"), "x");
    await expect(requireManifest(dir, ["copy"])).rejects.toThrow("out.txt: differs from what copy wrote");
    writeFileSync(join(dir, MANIFEST), "{");
    await expect(requireManifest(dir, ["copy"])).rejects.toThrow("is not JSON");
    writeFileSync(join(dir, MANIFEST), "{}");
    await expect(requireManifest(dir, ["copy"])).rejects.toThrow("is damaged");
  });

  it("describeFiles keeps names without folders, and refuses folders and missing files", async () => {
    const dir = fresh();
    writeFileSync(join(dir, "a.txt"), "abc");
    expect(await describeFiles([join(dir, "a.txt")])).toMatchObject([{ name: "a.txt", bytes: 3, rows: null }]);
    await expect(describeFiles([dir])).rejects.toThrow("is a folder; expected a file");
    await expect(describeFiles([join(dir, "b.txt")])).rejects.toThrow("cannot be read (ENOENT)");
  });
});
