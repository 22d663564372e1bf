/** `esus fuse generate`: a suite as files, and read back. */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { InputError } from "../../data-schemas/errors.ts";
import {
  publicEpisodeSchema,
  type SealedEpisode,
  SUITE_VERSION,
  type SuiteInfo,
  sealedEpisodeSchema,
  suiteInfoSchema,
  TASKS,
} from "../../data-schemas/fuse-episode.ts";
import { WantReader } from "../../models/agent/wants.ts";
import type { Episode, Knobs, Part } from "../../models/fuse/episode-maker.ts";
import { makeSuite } from "../../models/fuse/suite.ts";
import { FuseWorld } from "../../models/fuse/world.ts";
import type { Labeller } from "../../models/label/atoms.ts";
import { type WrittenFile, writeFileAtomic } from "../io/atomic-file.ts";
import { type Context, stopIfAsked } from "../io/context.ts";
import { parseJson, toJson } from "../io/json.ts";
import { JsonlWriter, readOwnJsonl } from "../io/jsonl.ts";
import { EPISODES_FILE, FUSE_SUITE, SEALED_FILE, SUITE_FILE } from "../io/layout.ts";
import { requireManifest } from "../io/manifest.ts";
import { runStage, type StageOutcome } from "../io/stage.ts";

export interface SuiteRequest {
  readonly seed: number;
  readonly part: Part;
  readonly perTask: number;
  /** Chapters that each reader has read before. */
  readonly historyTurns: number;
  readonly knobs: Knobs;
  /** Reads what contents and comments ask for. */
  readonly labeller: Labeller;
  readonly out: string;
}

/** The sealed part is made of other readers and stories. */
const SEALED_SEED = 1_000_003;

export async function generateSuite(request: SuiteRequest, context: Context): Promise<StageOutcome> {
  const { part, perTask, historyTurns, knobs, out } = request;
  const seed = part === "sealed" ? request.seed + SEALED_SEED : request.seed;
  const config = { seed, part, perTask, historyTurns, knobs: { ...knobs }, version: SUITE_VERSION };
  return runStage({ stage: FUSE_SUITE, dir: out, config, inputs: [] }, async () => {
    const world = new FuseWorld(seed, historyTurns);
    const wants = new WantReader(request.labeller);
    const shown = await JsonlWriter.create(join(out, EPISODES_FILE));
    const sealed = await JsonlWriter.create(join(out, SEALED_FILE));
    const total = TASKS.length * perTask;
    const byTask: Record<string, number> = {};
    context.progress.start("fuse generate", total);
    let done = 0;
    try {
      for (const episode of makeSuite({ world, part, knobs, read: (content) => wants.read(content) }, perTask)) {
        await shown.write(episode.shown);
        await sealed.write(episode.sealed);
        byTask[episode.shown.task] = (byTask[episode.shown.task] ?? 0) + 1;
        context.progress.update(++done);
        stopIfAsked(context);
      }
    } catch (error) {
      await Promise.all([shown.abort(), sealed.abort()]);
      throw error;
    } finally {
      context.progress.stop();
    }
    const info: SuiteInfo = { suite_version: SUITE_VERSION, seed, part, episodes: done, historyTurns };
    const files: WrittenFile[] = [await shown.commit(), await sealed.commit()];
    const about = await writeFileAtomic(join(out, SUITE_FILE), `${toJson(info, 2)}\n`);
    const [episodes, truths] = files as [WrittenFile, WrittenFile];
    return {
      outputs: [
        { name: EPISODES_FILE, ...episodes, rows: done },
        { name: SEALED_FILE, ...truths, rows: done },
        { name: SUITE_FILE, ...about, rows: null },
      ],
      rowsIn: done,
      kept: done,
      refused: 0,
      reasons: {},
      licences: ["synthetic"],
      summary: { tasks: byTask },
    };
  });
}

export interface ReadSuite {
  readonly info: SuiteInfo;
  /** Hash of the suite. */
  readonly id: string;
  readonly episodes: readonly Episode[];
  readonly sealedOf: (episode: string) => SealedEpisode;
}

/** @throws {InputError} The folder holds no finished suite. */
export async function readSuite(dir: string): Promise<ReadSuite> {
  const { key } = await requireManifest(dir, [FUSE_SUITE]);
  const info = suiteInfoSchema.parse(parseJson(await readFile(join(dir, SUITE_FILE), "utf8")));
  const sealed = new Map<string, SealedEpisode>();
  for await (const truth of readOwnJsonl(join(dir, SEALED_FILE), sealedEpisodeSchema)) sealed.set(truth.id, truth);
  const sealedOf = (id: string): SealedEpisode => {
    const truth = sealed.get(id);
    if (truth === undefined) throw new InputError(`${dir}: the episode ${id} has no sealed part`);
    return truth;
  };
  const episodes: Episode[] = [];
  for await (const shown of readOwnJsonl(join(dir, EPISODES_FILE), publicEpisodeSchema))
    episodes.push({ shown, sealed: sealedOf(shown.id) });
  return { info, id: key.slice(0, 16), episodes, sealedOf };
}
