/** `esus population`: planted readers, bilingual serials, logs with what is hidden; on request as spread as a real source. */
import { rm } from "node:fs/promises";
import { join } from "node:path";
import type { Calibration } from "../data-schemas/calibration.ts";
import type { FileEntry } from "../data-schemas/manifest.ts";
import type { PopulationSettings } from "../data-schemas/population.ts";
import { ingest } from "./ingest/ingest.ts";
import { SIMULATOR } from "./ingest/simulator.ts";
import type { SplitUnit } from "./ingest/split.ts";
import { writeFileAtomic } from "./io/atomic-file.ts";
import type { CommandResult } from "./io/command.ts";
import type { Context } from "./io/context.ts";
import { toJson } from "./io/json.ts";
import { INGEST, RECORDS_FILE } from "./io/layout.ts";
import { requireManifest } from "./io/manifest.ts";
import { stageResult } from "./io/stage-result.ts";
import { textTable } from "./io/text-table.ts";
import { calibrate } from "./population/calibrate.ts";

export interface PopulationRequest {
  readonly settings: PopulationSettings;
  /** Folder of a finished ingest to be as spread as; null: the defaults. */
  readonly calibrateTo: string | null;
  readonly out: string;
  readonly seed: number;
  readonly splitBy: SplitUnit;
}

/** Beside the records: not one of the stage's outputs, since it tells of the source. */
const CALIBRATION_FILE = "calibration.json";

export async function population(request: PopulationRequest, context: Context): Promise<CommandResult> {
  const { calibrateTo, out, seed, splitBy } = request;
  const calibration = calibrateTo === null ? null : await calibrate(calibrateTo, request.settings, seed, context);
  const settings: PopulationSettings =
    calibration === null
      ? request.settings
      : { ...request.settings, spread: calibration.spread, calibratedTo: calibration.source };
  const fittedTo = calibrateTo === null ? [] : await recordsOf(calibrateTo);
  const plan = { source: SIMULATOR, paths: [], out, seed, splitBy, population: settings, fittedTo };
  const outcome = await ingest(plan, context);
  const about = join(out, CALIBRATION_FILE);
  if (calibration === null) await rm(about, { force: true });
  else await writeFileAtomic(about, `${toJson(calibration, 2)}\n`);
  const { json, text } = stageResult(outcome, out);
  const parts = calibration === null ? [text] : [text, formatCalibration(calibration)];
  return {
    json: { ...json, readers: settings.readers, events: outcome.manifest.summary["records"], calibration },
    text: parts.join("\n\n"),
  };
}

async function recordsOf(dir: string): Promise<FileEntry[]> {
  const { outputs } = await requireManifest(dir, [INGEST]);
  return outputs.filter(({ name }) => name === RECORDS_FILE);
}

function formatCalibration({ source, readers, ratings, marginals, two_sample_auc }: Calibration): string {
  const number = (value: number | null): string => (value === null ? "n/a" : value.toFixed(3));
  const rows = marginals.map(({ name, observed, low, high, simulated, inside, generated }) => [
    name,
    `${number(observed)} [${number(low)}, ${number(high)}]`,
    number(simulated),
    inside ? "yes" : "no",
    number(generated),
  ]);
  const told = `two-sample classifier AUC (0.5: nobody can tell): ${number(two_sample_auc)}`;
  return `Calibrated to ${source}: ${ratings} ratings of ${readers} readers\n${textTable([["marginal", "source", "population, same design", "inside", "as generated"], ...rows])}\n${told}`;
}
