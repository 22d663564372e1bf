/** What `esus run` is to do with the data it is given: which stages, and in which folders. */
import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { UsageError } from "../data-schemas/errors.ts";
import type { TrainConfig } from "../data-schemas/train-config.ts";
import { findSource } from "./ingest/registry.ts";
import { DEFAULT_SPLIT, type SplitUnit } from "./ingest/split.ts";
import type { DeviceName } from "./io/device.ts";
import { INGEST } from "./io/layout.ts";
import { findManifest, requireManifest } from "./io/manifest.ts";

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
  /** The last thing to do: readers simulated, or all of it. */
  readonly until: (typeof UNTIL)[number];
}

export const UNTIL = ["simulate", "report"] as const;

export interface SourceRequest {
  readonly source: string;
  readonly paths: readonly string[];
  readonly out: string;
}

/** Folder of each stage. */
export type RunDirs = ReturnType<typeof dirsOf>;

export function dirsOf(out: string) {
  const at = (name: string): string => join(out, name);
  return {
    label: at("label"),
    pairs: at("pairs"),
    encode: at("encode"),
    train: at("train"),
    eval: at("eval"),
    simulate: at("simulate"),
    suite: at("fuse-suite"),
    fuse: at("fuse"),
    lives: at("made-lives"),
    lifeReward: at("life-reward"),
    candidates: at("candidates"),
    bestOf: at("best-of-n"),
    publish: at("publish"),
  };
}

/**
 * Folders of finished ingests among the data, each once.
 * @throws {UsageError} What is neither SOURCE=PATH nor a folder, or was split otherwise.
 */
export async function finishedIngests({ data, splitBy }: RunRequest): Promise<string[]> {
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

export function splitOf({ splitBy, data }: RunRequest): SplitUnit {
  return splitBy ?? (data.length === 0 ? DEFAULT_SPLIT.population : DEFAULT_SPLIT.others);
}

/** A path may hold "=", a source's name may not be a path. */
function isFolder(entry: string): boolean {
  return !entry.includes("=") || existsSync(entry);
}

export interface PlannedSources {
  readonly sources: readonly SourceRequest[];
  /** Runs of simulated lives: not read by readers, but selected from. */
  readonly lives: readonly string[];
}

/** Name under which --data takes a run of simulated lives. */
const LIVES = "lives";

export function planSources({ data: given, out }: RunRequest): PlannedSources {
  const data = given.filter((entry) => !isFolder(entry));
  if (given.length === 0)
    return { sources: [{ source: "simulator", paths: [], out: join(out, "ingest-simulator") }], lives: [] };
  const bySource = new Map<string, string[]>();
  const lives: string[] = [];
  for (const entry of data) {
    const at = entry.indexOf("=");
    if (at < 1 || at === entry.length - 1)
      throw new UsageError(`--data ${entry}: expected SOURCE=PATH, such as longstoryeval=../data/longstoryeval`);
    const [name, path] = [entry.slice(0, at), entry.slice(at + 1)];
    if (name === LIVES) {
      lives.push(path);
      continue;
    }
    const source = findSource(name).name;
    bySource.set(source, [...(bySource.get(source) ?? []), path]);
  }
  const sources = [...bySource].map(([source, paths]) => ({ source, paths, out: join(out, `ingest-${source}`) }));
  return { sources, lives };
}

/** Folders whose texts are chapters that anyone may change. */
export async function withChapters(ingested: readonly string[]): Promise<string[]> {
  // Whether its files are whole the stages ask themselves.
  const manifests = await Promise.all(ingested.map((dir) => findManifest(dir)));
  return ingested.filter((_, i) => {
    const { licences = [], summary = {} } = manifests[i] ?? {};
    return Number(summary["contents"]) > 0 && licences.some((each) => ["synthetic", "public_domain"].includes(each));
  });
}

/** Whether the data are the embedded population's. */
export async function isPopulation(ingested: readonly string[]): Promise<boolean> {
  const manifests = await Promise.all(ingested.map((dir) => findManifest(dir)));
  return manifests.every((manifest) => manifest?.licences.every((licence) => licence === "synthetic"));
}
