/** `esus run`: every stage in order. Finished stages are reused; what depends on a change runs again. */
import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { UsageError } from "../data-schemas/errors.ts";
import type { FuseTable } from "../data-schemas/fuse-table.ts";
import { PAIR_KINDS } from "../data-schemas/pair.ts";
import type { TrainConfig } from "../data-schemas/train-config.ts";
import { KNOBS } from "../models/fuse/episode-maker.ts";
import { encode } from "./encode/encode.ts";
import { openTextCoder } from "./encode/encode-texts.ts";
import { evaluate } from "./eval/eval.ts";
import { formatTable, metricsJson } from "./eval/format.ts";
import { EMBEDDED_AGENTS } from "./fuse/agents.ts";
import { formatFuse, fuseJson } from "./fuse/format.ts";
import { ESUS } from "./fuse/judging.ts";
import { runFuse } from "./fuse/run.ts";
import { scoreFuse } from "./fuse/score.ts";
import { generateSuite } from "./fuse/suite.ts";
import { ingest } from "./ingest/ingest.ts";
import { findSource } from "./ingest/registry.ts";
import { DEFAULT_SPLIT, type SplitUnit } from "./ingest/split.ts";
import type { CommandResult } from "./io/command.ts";
import type { Context } from "./io/context.ts";
import { type DeviceName, withDevice } from "./io/device.ts";
import { readEvalTable } from "./io/eval-table.ts";
import { INGEST, TABLE_FILE } from "./io/layout.ts";
import { findManifest, requireManifest } from "./io/manifest.ts";
import type { StageOutcome } from "./io/stage.ts";
import { grouped, textTable } from "./io/text-table.ts";
import { label } from "./label/label.ts";
import { formatLabelTable, readLabelTable } from "./label/label-table.ts";
import { readShipped } from "./label/shipped.ts";
import { formatLeakage } from "./pairs/format.ts";
import { makePairs, type PairsRequest } from "./pairs/pairs.ts";
import { simulate } from "./simulate/simulate.ts";
import { train } from "./train/train.ts";

export interface RunRequest {
  /** SOURCE=PATH, or the folder of a finished ingest. Empty: the embedded population. */
  readonly data: readonly string[];
  readonly out: string;
  readonly device: DeviceName;
  readonly threads: number;
  /** What the user said; undefined: what suits the data. */
  readonly splitBy?: SplitUnit | undefined;
  readonly encoder: string;
  readonly remote: boolean;
  readonly config: TrainConfig;
  /** Minimal pairs of each axis and language. */
  readonly perAxis: number;
  readonly dryRun: boolean;
}

interface SourceRequest {
  readonly source: string;
  readonly paths: readonly string[];
  readonly out: string;
}

export async function run(request: RunRequest, context: Context): Promise<CommandResult> {
  const finished = await finishedIngests(request);
  const sources = planSources(request);
  const dirs = {
    label: join(request.out, "label"),
    pairs: join(request.out, "pairs"),
    encode: join(request.out, "encode"),
    train: join(request.out, "train"),
    eval: join(request.out, "eval"),
    simulate: join(request.out, "simulate"),
    suite: join(request.out, "fuse-suite"),
    fuse: join(request.out, "fuse"),
  };
  if (request.dryRun) return describePlan(sources, finished, dirs);

  const stages: StageLine[] = [];
  const report = (name: string, outcome: StageOutcome): void => void stages.push(lineOf(name, outcome));
  for (const { source, paths, out } of sources) {
    const outcome = await ingest(
      { source, paths, out, seed: request.config.seed, splitBy: splitOf(request), threads: request.threads },
      context,
    );
    report(`ingest ${source}`, outcome);
  }
  const ingested = [...finished, ...sources.map(({ out }) => out)];
  report("label", await label({ ingested, teachers: [], out: dirs.label }, context));
  // Pairs are made of stories: of the population, or of real chapters.
  const storied = await withChapters(ingested);
  if (storied.length > 0) report("pairs", await makePairs(pairsRequest(storied, dirs.pairs, request), context));
  const pairs = storied.length > 0 ? [dirs.pairs] : [];
  let explained: readonly string[] = [];
  let fuse: FuseTable | null = null;
  const { encoder, remote } = request;
  report("encode", await encode({ folders: [...ingested, ...pairs], out: dirs.encode, encoder, remote }, context));
  await withDevice(request.device, request.threads, context, async (engine) => {
    const common = { ingested, pairs, encoded: dirs.encode, engine };
    report("train", await train({ ...common, out: dirs.train, config: request.config }, context));
    report("eval", await evaluate({ ...common, checkpoint: dirs.train, compared: [], out: dirs.eval }, context));
    if (storied.length === 0) return;
    const about = { checkpoint: dirs.train, stories: storied, encoded: dirs.encode, out: dirs.simulate, engine };
    const simulated = await simulate({ ...about, ...SIMULATED, seed: request.config.seed }, context);
    report("simulate", simulated);
    explained = simulated.explained;
    // FUSE asks planted readers: a reader that learnt from others cannot judge for them.
    if (!(await withPopulation(ingested))) return;
    const labeller = { tone: await readShipped(), aspect: null };
    const suite = { ...FUSED, seed: request.config.seed, knobs: KNOBS, labeller, out: dirs.suite };
    report("fuse suite", await generateSuite(suite, context));
    const agents = {
      agents: EMBEDDED_AGENTS,
      judges: [],
      agentWrites: false,
      concurrency: 1,
      timeoutSeconds: 60,
      key: undefined,
      labeller,
      openCoder: () => openTextCoder({ encoder, remote }),
    };
    const played = { ...agents, suite: dirs.suite, checkpoint: dirs.train, engine, out: dirs.fuse };
    report("fuse run", await runFuse(played, context));
    fuse = await scoreFuse([dirs.fuse], ESUS);
  });
  const table = await readEvalTable(dirs.eval);
  const labels = await readLabelTable(dirs.label);
  const leakage = storied.length > 0 ? (await formatLeakage(dirs.pairs)).table.trim() : "";
  const parts = [
    stageTable(stages),
    leakage,
    formatLabelTable(labels, false),
    formatTable(table),
    explained.join("\n"),
    fuse === null ? "" : formatFuse(fuse, false),
  ];
  return {
    json: {
      stages,
      ...metricsJson(table),
      labels: labels.cells,
      explained,
      fuse: fuse && fuseJson(fuse),
      report: join(dirs.eval, TABLE_FILE),
    },
    text: `${parts.filter((part) => part !== "").join("\n\n")}\n\nresults: ${join(dirs.eval, TABLE_FILE)}`,
  };
}

/**
 * Folders of finished ingests among the data, each once.
 * @throws {UsageError} What is neither SOURCE=PATH nor a folder, or was split otherwise.
 */
async function finishedIngests({ data, splitBy }: RunRequest): Promise<string[]> {
  const folders = new Map(data.filter(isFolder).map((entry) => [resolve(entry), entry]));
  for (const entry of folders.values()) {
    if (!existsSync(entry))
      throw new UsageError(
        `--data ${entry}: expected SOURCE=PATH, such as longstoryeval=../data/longstoryeval, or the folder of a finished ingest`,
      );
    const { config } = await requireManifest(entry, [INGEST]);
    if (splitBy !== undefined && config["splitBy"] !== splitBy)
      throw new UsageError(
        `--data ${entry}: was split by ${String(config["splitBy"])}; give --split-by ${String(config["splitBy"])}`,
      );
  }
  return [...folders.values()];
}

function splitOf({ splitBy, data }: RunRequest): SplitUnit {
  return splitBy ?? (data.length === 0 ? DEFAULT_SPLIT.population : DEFAULT_SPLIT.others);
}

/** A path may hold "=", a source's name may not be a path. */
function isFolder(entry: string): boolean {
  return !entry.includes("=") || existsSync(entry);
}

function planSources({ data: given, out }: RunRequest): SourceRequest[] {
  const data = given.filter((entry) => !isFolder(entry));
  if (given.length === 0) return [{ source: "simulator", paths: [], out: join(out, "ingest-simulator") }];
  const bySource = new Map<string, string[]>();
  for (const entry of data) {
    const at = entry.indexOf("=");
    if (at < 1 || at === entry.length - 1)
      throw new UsageError(`--data ${entry}: expected SOURCE=PATH, such as longstoryeval=../data/longstoryeval`);
    const { name } = findSource(entry.slice(0, at));
    bySource.set(name, [...(bySource.get(name) ?? []), entry.slice(at + 1)]);
  }
  return [...bySource].map(([source, paths]) => ({ source, paths, out: join(out, `ingest-${source}`) }));
}

/** Folders whose texts are chapters that anyone may change. */
async function withChapters(ingested: readonly string[]): Promise<string[]> {
  // Whether its files are whole the stages ask themselves.
  const manifests = await Promise.all(ingested.map((dir) => findManifest(dir)));
  return ingested.filter((_, i) => {
    const { licences = [], summary = {} } = manifests[i] ?? {};
    return Number(summary["contents"]) > 0 && licences.some((each) => ["synthetic", "public_domain"].includes(each));
  });
}

/** Whether the data are the embedded population's. */
async function withPopulation(ingested: readonly string[]): Promise<boolean> {
  const manifests = await Promise.all(ingested.map((dir) => findManifest(dir)));
  return manifests.every((manifest) => manifest?.licences.every((licence) => licence === "synthetic"));
}

/** Enough to see every task and agent; `esus fuse generate` makes more. */
const FUSED = { part: "public", perTask: 8, historyTurns: 20 } as const;

const EDITS_PER_CHAPTER = 4;
/** Enough to see that the trained reader reads. */
const SIMULATED = { readers: 200, turns: 10, persona: "any" } as const;

function pairsRequest(ingested: readonly string[], out: string, { config, perAxis }: RunRequest): PairsRequest {
  const { seed } = config;
  return {
    ingested,
    out,
    kinds: PAIR_KINDS,
    seed,
    perAxis,
    editsPerChapter: EDITS_PER_CHAPTER,
    writer: null,
  };
}

interface StageLine {
  readonly name: string;
  readonly rowsIn: number;
  readonly kept: number;
  readonly refused: number;
  readonly seconds: number;
  readonly reused: boolean;
}

function lineOf(name: string, { manifest, reused, seconds }: StageOutcome): StageLine {
  const { rows_in: rowsIn, kept, refused } = manifest;
  return { name, rowsIn, kept, refused, seconds: Math.round(seconds * 100) / 100, reused };
}

function stageTable(stages: readonly StageLine[]): string {
  const rows = stages.map(({ name, rowsIn, kept, refused, seconds, reused }) => [
    name,
    grouped(rowsIn),
    grouped(kept),
    grouped(refused),
    reused ? "reused" : seconds.toFixed(1),
  ]);
  return textTable([["stage", "rows in", "kept", "not used", "seconds"], ...rows]);
}

function describePlan(
  sources: readonly SourceRequest[],
  finished: readonly string[],
  dirs: Readonly<Record<string, string>>,
): CommandResult {
  const ingested = [...finished, ...sources.map(({ out }) => out)];
  const plan = [
    ...sources.map(({ source, paths, out }) => ({ stage: `ingest ${source}`, reads: [...paths], writes: out })),
    { stage: "label", reads: ingested, writes: dirs["label"]! },
    { stage: "pairs", reads: ingested, writes: dirs["pairs"]! },
    { stage: "encode", reads: ingested, writes: dirs["encode"]! },
    { stage: "train", reads: [...ingested, dirs["encode"]!], writes: dirs["train"]! },
    { stage: "eval", reads: [dirs["train"]!, dirs["encode"]!], writes: dirs["eval"]! },
    { stage: "simulate", reads: [dirs["train"]!, dirs["encode"]!], writes: dirs["simulate"]! },
    { stage: "fuse suite", reads: [], writes: dirs["suite"]! },
    { stage: "fuse run", reads: [dirs["suite"]!, dirs["train"]!], writes: dirs["fuse"]! },
  ];
  const text = plan
    .map(({ stage, reads, writes }) => `${stage}: ${reads.join(", ") || "a seed"} -> ${writes}`)
    .join("\n");
  return { json: { plan }, text };
}
