/** What a run left behind, as far as it is there: a report is made of any part of it. */
import { existsSync } from "node:fs";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import { type EvalTable, evalTableSchema } from "../../data-schemas/eval-table.ts";
import { type FuseTable, fuseTableSchema } from "../../data-schemas/fuse-table.ts";
import type { Manifest } from "../../data-schemas/manifest.ts";
import { type LeakageTable, leakageTableSchema, pairSchema } from "../../data-schemas/pair.ts";
import { type Prediction, predictionSchema } from "../../data-schemas/prediction.ts";
import { type EsusRecord, recordSchema } from "../../data-schemas/record.ts";
import { type SimulatedState, simulatedStateSchema } from "../../data-schemas/simulated-state.ts";
import { parseJson } from "../io/json.ts";
import { readOwnJsonl } from "../io/jsonl.ts";
import {
  FUSE_TABLE_FILE,
  HIDDEN_FILE,
  LEAKAGE_FILE,
  LOG_FILE,
  PAIRS_FILE,
  PREDICTIONS_FILE,
  RECORDS_FILE,
  SELECTION_REPORT_FILE,
  TABLE_FILE,
} from "../io/layout.ts";
import { findManifest } from "../io/manifest.ts";

const epochSchema = z.looseObject({
  epoch: z.number(),
  loss: z.number(),
  ordinal: z.number(),
  validationLoss: z.number().nullable(),
});
export type EpochLine = z.infer<typeof epochSchema>;

export interface AxisPair {
  readonly axis: string;
  readonly language: string;
  readonly low: string;
  readonly high: string;
}

export interface StageSummary {
  readonly name: string;
  readonly manifest: Manifest;
}

export interface Artefacts {
  readonly stages: readonly StageSummary[];
  readonly epochs: readonly EpochLine[];
  readonly predictions: readonly Prediction[];
  readonly table: EvalTable | null;
  readonly leakage: LeakageTable | null;
  readonly pairs: readonly AxisPair[];
  /** Answers of simulated readers and what they hid, of the first readers. */
  readonly simulated: readonly { readonly record: EsusRecord; readonly hidden: SimulatedState }[];
  readonly fuse: FuseTable | null;
  readonly lifeReward: Readonly<Record<string, unknown>> | null;
  readonly bestOf: Readonly<Record<string, unknown>> | null;
}

/** Pairs that are shown, and simulated answers that are drawn. */
const PAIRS = 4;
const ANSWERS = 4000;

/** @param dir Of `esus run`: each stage in a folder of its own. */
export async function readArtefacts(dir: string): Promise<Artefacts> {
  const folders = (await readdir(dir, { withFileTypes: true })).filter((entry) => entry.isDirectory());
  const stages: StageSummary[] = [];
  for (const { name } of folders.sort((a, b) => (a.name < b.name ? -1 : 1))) {
    const manifest = await findManifest(join(dir, name));
    if (manifest !== null && manifest.stage !== "report") stages.push({ name, manifest });
  }
  const at = (...names: string[]): string => join(dir, ...names);
  return {
    stages,
    epochs: await some(at("train", LOG_FILE), epochSchema),
    predictions: await some(at("eval", PREDICTIONS_FILE), predictionSchema),
    table: await whole(at("eval", TABLE_FILE), evalTableSchema),
    leakage: await whole(at("pairs", LEAKAGE_FILE), leakageTableSchema),
    pairs: await readPairs(at("pairs", PAIRS_FILE)),
    simulated: await readSimulated(at("simulate")),
    fuse: await whole(at("fuse", FUSE_TABLE_FILE), fuseTableSchema),
    lifeReward: await whole(at("life-reward", SELECTION_REPORT_FILE), z.record(z.string(), z.unknown())),
    bestOf: await whole(at("best-of-n", SELECTION_REPORT_FILE), z.record(z.string(), z.unknown())),
  };
}

async function whole<S extends z.ZodType>(path: string, schema: S): Promise<z.output<S> | null> {
  if (!existsSync(path)) return null;
  return schema.safeParse(parseJson(await readFile(path, "utf8"))).data ?? null;
}

async function some<S extends z.ZodType>(
  path: string,
  schema: S,
  most = Number.POSITIVE_INFINITY,
): Promise<z.output<S>[]> {
  const rows: z.output<S>[] = [];
  if (!existsSync(path)) return rows;
  for await (const row of readOwnJsonl(path, schema)) {
    rows.push(row);
    if (rows.length >= most) break;
  }
  return rows;
}

/** Of made texts only: a real chapter's edit stays where its text may be. */
async function readPairs(path: string): Promise<AxisPair[]> {
  const found: AxisPair[] = [];
  if (!existsSync(path)) return found;
  for await (const pair of readOwnJsonl(path, pairSchema)) {
    if (pair.kind !== "axis" || pair.license_class !== "synthetic") continue;
    if (
      found.some(
        ({ axis, language }) =>
          axis === pair.axis ||
          (language === pair.language &&
            found.length >= PAIRS / 2 &&
            found.filter((f) => f.language === language).length >= PAIRS / 2),
      )
    )
      continue;
    found.push({ axis: pair.axis, language: pair.language, low: pair.low.text, high: pair.high.text });
    if (found.length >= PAIRS) break;
  }
  return found;
}

async function readSimulated(dir: string): Promise<Artefacts["simulated"]> {
  const records = await some(join(dir, RECORDS_FILE), recordSchema, ANSWERS);
  const hidden = await some(join(dir, HIDDEN_FILE), simulatedStateSchema, ANSWERS);
  const byId = new Map(hidden.map((state) => [state.example_id, state]));
  return records.flatMap((record) => {
    const state = byId.get(record.example_id);
    return state === undefined ? [] : [{ record, hidden: state }];
  });
}
