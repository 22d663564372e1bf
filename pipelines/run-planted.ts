/** The stages of `esus run` that need planted readers: agents under test, and selection whose truth is known. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import type { FuseTable } from "../data-schemas/fuse-table.ts";
import { KNOBS } from "../models/fuse/episode-maker.ts";
import { LIFE } from "../models/life/society.ts";
import { TRAINERS } from "../models/select/trainer-rows.ts";
import type { Engine } from "../models/tensor/engine.ts";
import { openTextCoder } from "./encode/encode-texts.ts";
import { EMBEDDED_AGENTS } from "./fuse/agents.ts";
import { ESUS } from "./fuse/judging.ts";
import { runFuse } from "./fuse/run.ts";
import { scoreFuse } from "./fuse/score.ts";
import { generateSuite } from "./fuse/suite.ts";
import type { Context } from "./io/context.ts";
import { CANDIDATES_FILE } from "./io/layout.ts";
import type { StageOutcome } from "./io/stage.ts";
import { readShipped } from "./label/shipped.ts";
import type { RunDirs, RunRequest } from "./run-plan.ts";
import { selectBestOf } from "./select/best-of-n.ts";
import { selectLifeReward } from "./select/life-reward.ts";
import { makeCandidates } from "./select/make-candidates.ts";
import { EMBEDDED_TOKENIZER } from "./select/tokenizer.ts";
import { writeSociety } from "./select/write-society.ts";

export type Report = (name: string, outcome: StageOutcome) => void;

/** Enough to see every task and agent; `esus fuse generate` makes more. */
const FUSED = { part: "public", perTask: 8, historyTurns: 20 } as const;
/** Enough to see what is selected. */
const LIVES = { agents: 12, years: 4, weeks: 6, rowsAWeek: 4, language: "zh", historyLength: 400 } as const;
const CANDIDATES = { prompts: 100, each: 8 } as const;

export async function fuseStages(
  { encoder, remote, config }: RunRequest,
  dirs: RunDirs,
  engine: Engine,
  report: Report,
  context: Context,
): Promise<FuseTable> {
  const labeller = { tone: await readShipped(), aspect: null };
  const suite = { ...FUSED, seed: config.seed, knobs: KNOBS, labeller, out: dirs.suite };
  report("fuse suite", await generateSuite(suite, context));
  const played = {
    agents: EMBEDDED_AGENTS,
    judges: [],
    agentWrites: false,
    concurrency: 1,
    timeoutSeconds: 60,
    key: undefined,
    labeller,
    openCoder: () => openTextCoder({ encoder, remote }),
    suite: dirs.suite,
    checkpoint: dirs.train,
    engine,
    out: dirs.fuse,
  };
  report("fuse run", await runFuse(played, context));
  return scoreFuse([dirs.fuse], ESUS);
}

/** @param run Of simulated lives; null: a made one. */
export async function lifeRewardStage(
  run: string | null,
  { config }: RunRequest,
  dirs: RunDirs,
  context: Context,
): Promise<StageOutcome> {
  const made = join(dirs.lives, `seed-${config.seed}`);
  if (run === null && !existsSync(join(made, "config.json"))) await writeSociety(made, { ...LIVES, seed: config.seed });
  const settings = {
    run: run ?? made,
    out: dirs.lifeReward,
    options: LIFE,
    filter: { keepFailedCalls: false },
    tokenizer: EMBEDDED_TOKENIZER,
    trainers: TRAINERS,
    general: undefined,
    generalShare: 0.5,
    seed: config.seed,
  };
  return selectLifeReward(settings, context);
}

/** Candidates for the population's held-out readers, and the best of each eight. */
export async function bestOfStages(
  { encoder, remote, config }: RunRequest,
  population: string,
  dirs: RunDirs,
  engine: Engine,
  report: Report,
  context: Context,
): Promise<StageOutcome> {
  const { seed } = config;
  report("candidates", await makeCandidates({ ...CANDIDATES, population, seed, out: dirs.candidates }, context));
  const outcome = await selectBestOf(
    {
      candidates: join(dirs.candidates, CANDIDATES_FILE),
      checkpoint: dirs.train,
      out: dirs.bestOf,
      keep: { keep: 1, threshold: null, alike: 1 },
      lengthControl: true,
      histories: [population],
      encoded: dirs.encode,
      kinds: [],
      ofAKind: 1,
      tokenizer: EMBEDDED_TOKENIZER,
      trainers: TRAINERS,
      seed,
      openCoder: () => openTextCoder({ encoder, remote }),
      engine,
    },
    context,
  );
  report("best of n", outcome);
  return outcome;
}
