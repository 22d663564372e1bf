/**
 * Runs one stage into a folder: reuses a finished one, writes the manifest last, and checks that no row vanished.
 */
import { mkdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { InputError, internal } from "../../data-schemas/errors.ts";
import type { FileEntry, Manifest } from "../../data-schemas/manifest.ts";
import { writeFileAtomic } from "./atomic-file.ts";
import { codeVersion } from "./code-version.ts";
import { hashValue } from "./hash.ts";
import { toJson } from "./json.ts";
import { findManifest, firstChanged, MANIFEST } from "./manifest.ts";

type Json = Manifest["config"];

export interface StagePlan {
  readonly stage: string;
  readonly dir: string;
  readonly config: Json;
  readonly inputs: readonly FileEntry[];
  /** Only continue unfinished work: a finished result of other settings stays as it is. */
  readonly continueOnly?: boolean;
}

/** What the work of a stage reports; the manifest is made of it. */
export interface StageReport {
  readonly outputs: readonly FileEntry[];
  readonly rowsIn: number;
  readonly kept: number;
  readonly refused: number;
  readonly reasons: Readonly<Record<string, number>>;
  readonly licences: readonly string[];
  readonly summary: Json;
}

export interface StageOutcome {
  readonly manifest: Manifest;
  /** The folder already held this very result. */
  readonly reused: boolean;
  readonly seconds: number;
}

/**
 * @param work  Gets the key of this very run, which tells its unfinished state from that of another.
 * @throws {InputError} The folder holds the finished result of another stage.
 */
export async function runStage(plan: StagePlan, work: (key: string) => Promise<StageReport>): Promise<StageOutcome> {
  const started = performance.now();
  const seconds = (): number => (performance.now() - started) / 1000;
  const version = await codeVersion();
  const key = hashValue({ stage: plan.stage, version, config: plan.config, inputs: plan.inputs });
  const finished = await findManifest(plan.dir);
  const whole = finished?.summary["incomplete"] !== true;
  if (finished !== null && whole && finished.key === key && (await firstChanged(plan.dir, finished)) === null) {
    return { manifest: finished, reused: true, seconds: seconds() };
  }
  if (finished !== null && finished.stage !== plan.stage) {
    throw new InputError(
      `${plan.dir}: holds the result of "${finished.stage}"; choose another --out for ${plan.stage}`,
    );
  }
  if (finished !== null && plan.continueOnly === true) {
    throw new InputError(
      `${plan.dir}: holds a finished ${plan.stage} of other data, settings or code; leave out --resume to replace it`,
    );
  }
  await mkdir(plan.dir, { recursive: true });
  // From here until the new manifest the folder is unfinished, and says so.
  await rm(join(plan.dir, MANIFEST), { force: true });
  const report = await work(key);
  if (report.rowsIn !== report.kept + report.refused) {
    throw internal(`${plan.stage}: ${report.rowsIn} rows in, but ${report.kept} kept and ${report.refused} refused`);
  }
  const manifest: Manifest = {
    manifest_version: 1,
    stage: plan.stage,
    code_version: version,
    key,
    config: plan.config,
    inputs: [...plan.inputs],
    outputs: [...report.outputs],
    rows_in: report.rowsIn,
    kept: report.kept,
    refused: report.refused,
    reasons: Object.fromEntries(Object.entries(report.reasons).sort()),
    licences: [...report.licences].sort(),
    summary: report.summary,
  };
  await writeFileAtomic(join(plan.dir, MANIFEST), `${toJson(manifest, 2)}\n`);
  return { manifest, reused: false, seconds: seconds() };
}
