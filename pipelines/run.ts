/** `esus run`: every stage in order. Finished stages are reused; what depends on a change runs again. */
import type { FuseTable } from "../data-schemas/fuse-table.ts";
import { PAIR_KINDS } from "../data-schemas/pair.ts";
import { encode } from "./encode/encode.ts";
import { evaluate } from "./eval/eval.ts";
import { metricsJson } from "./eval/format.ts";
import { fuseJson } from "./fuse/format.ts";
import { ingest } from "./ingest/ingest.ts";
import type { CommandResult } from "./io/command.ts";
import type { Context } from "./io/context.ts";
import { withDevice } from "./io/device.ts";
import { readEvalTable } from "./io/eval-table.ts";
import type { StageOutcome } from "./io/stage.ts";
import { label } from "./label/label.ts";
import { readLabelTable } from "./label/label-table.ts";
import { makePairs } from "./pairs/pairs.ts";
import { publish } from "./publish/publish.ts";
import { describeFindings, describePlan, lineOf, type StageLine } from "./run-output.ts";
import {
  dirsOf,
  finishedIngests,
  isPopulation,
  planSources,
  type RunRequest,
  splitOf,
  withChapters,
} from "./run-plan.ts";
import { bestOfStages, fuseStages, lifeRewardStage } from "./run-planted.ts";
import { selectionText } from "./select/selection-text.ts";
import { simulate } from "./simulate/simulate.ts";
import { train } from "./train/train.ts";

const EDITS_PER_CHAPTER = 4;
/** Enough to see that the trained reader reads. */
const SIMULATED = { readers: 200, turns: 10, persona: "any" } as const;

export async function run(request: RunRequest, context: Context): Promise<CommandResult> {
  const { out } = request;
  const { seed } = request.config;
  const finished = await finishedIngests(request);
  const planned = planSources(request);
  const dirs = dirsOf(out);
  if (request.dryRun) return describePlan(planned, finished, dirs);

  const stages: StageLine[] = [];
  const report = (name: string, outcome: StageOutcome): void => void stages.push(lineOf(name, outcome));
  for (const { source, paths, out: dir } of planned.sources) {
    const settings = { source, paths, out: dir, seed, splitBy: splitOf(request), threads: request.threads };
    report(`ingest ${source}`, await ingest(settings, context));
  }
  const ingested = [...finished, ...planned.sources.map(({ out: dir }) => dir)];
  const read = ingested.length > 0 ? await readersOf(request, ingested, report, context) : null;
  const selections: string[] = [...(read?.selections ?? [])];
  for (const [i, lives] of planned.lives.entries()) {
    // The first, or only one, lies where the report looks for it.
    const taken = (read?.selections.length ?? 0) > 0;
    const own = i === 0 && !taken ? dirs : { ...dirs, lifeReward: `${dirs.lifeReward}-${i + 1}` };
    const outcome = await lifeRewardStage(lives, request, own, context);
    report("life reward", outcome);
    selections.push(selectionText(outcome));
  }
  const { report: writeReport } = await import("./report/report.ts");
  const page = await writeReport(out);
  report("report", page);
  const findings = { stages, table: read?.table ?? null, fuse: read?.fuse ?? null, selections, report: page.path };
  return {
    json: {
      stages,
      ...(read === null ? { metrics: [], baselines: [] } : metricsJson(read.table)),
      labels: read?.labels ?? [],
      explained: read?.explained ?? [],
      fuse: findings.fuse && fuseJson(findings.fuse),
      selections,
      report: page.path,
    },
    text: describeFindings(findings),
  };
}

/** What is learnt of readers, and, where they are planted, tried on them. */
async function readersOf(
  request: RunRequest,
  ingested: readonly string[],
  report: (name: string, outcome: StageOutcome) => void,
  context: Context,
) {
  const { config, encoder, remote } = request;
  const { seed } = config;
  const dirs = dirsOf(request.out);
  report("label", await label({ ingested, teachers: [], out: dirs.label }, context));
  // Pairs are made of stories: of the population, or of real chapters.
  const storied = await withChapters(ingested);
  if (storied.length > 0) {
    const made = { kinds: PAIR_KINDS, perAxis: request.perAxis, editsPerChapter: EDITS_PER_CHAPTER, writer: null };
    report("pairs", await makePairs({ ...made, ingested: storied, out: dirs.pairs, seed }, context));
  }
  const pairs = storied.length > 0 ? [dirs.pairs] : [];
  report("encode", await encode({ folders: [...ingested, ...pairs], out: dirs.encode, encoder, remote }, context));
  let explained: readonly string[] = [];
  let fuse: FuseTable | null = null;
  const selections: string[] = [];
  await withDevice(request.device, request.threads, context, async (engine) => {
    const common = { ingested, pairs, encoded: dirs.encode, engine };
    report("train", await train({ ...common, out: dirs.train, config }, context));
    report("eval", await evaluate({ ...common, checkpoint: dirs.train, compared: [], out: dirs.eval }, context));
    if (storied.length === 0) return;
    const about = { checkpoint: dirs.train, stories: storied, encoded: dirs.encode, out: dirs.simulate, engine };
    const simulated = await simulate({ ...about, ...SIMULATED, seed }, context);
    report("simulate", simulated);
    explained = simulated.explained;
    // These ask planted readers: a reader that learnt from others cannot judge for them.
    if (request.until === "simulate" || !(await isPopulation(ingested))) return;
    fuse = await fuseStages(request, dirs, engine, report, context);
    const lives = await lifeRewardStage(null, request, dirs, context);
    report("life reward", lives);
    const best = await bestOfStages(request, ingested[0]!, dirs, engine, report, context);
    selections.push(selectionText(lives), selectionText(best));
  });
  report("publish", await publish({ folders: [...ingested, dirs.label], out: dirs.publish }, context));
  const [table, labels] = [await readEvalTable(dirs.eval), (await readLabelTable(dirs.label)).cells];
  return { table, labels, explained, fuse: fuse as FuseTable | null, selections };
}
