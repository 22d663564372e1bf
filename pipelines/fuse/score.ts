/** `esus fuse score`: the table of finished runs, from their logs alone. */
import { join } from "node:path";
import { InputError } from "../../data-schemas/errors.ts";
import { type EpisodeLog, episodeLogSchema } from "../../data-schemas/fuse-log.ts";
import { type FuseTable, fuseTableSchema } from "../../data-schemas/fuse-table.ts";
import { scoreLogs } from "../../eval/fuse/score.ts";
import { makeRng } from "../../models/rng.ts";
import { writeFileAtomic } from "../io/atomic-file.ts";
import { toJson } from "../io/json.ts";
import { readOwnJsonl } from "../io/jsonl.ts";
import { FUSE_LOG_FILE, FUSE_RUN, FUSE_TABLE_FILE } from "../io/layout.ts";
import { requireManifest } from "../io/manifest.ts";

export const REFERENCE_AGENT = "raw-retrieval";
const ENTAILMENT = "same ontology axis and direction; poles and tags as written, other words through the labeller";
/** The bootstrap's: the same logs give the same table. */
const SEED = 1;

/**
 * @param dirs Finished runs, of one suite.
 * @throws {InputError} They are of several suites, or the judge judged nothing.
 */
export async function scoreFuse(dirs: readonly string[], judge: string): Promise<FuseTable> {
  const logs: EpisodeLog[] = [];
  for (const dir of dirs) {
    await requireManifest(dir, [FUSE_RUN]);
    for await (const row of readOwnJsonl(join(dir, FUSE_LOG_FILE), episodeLogSchema)) logs.push(row);
  }
  const suites = new Set(logs.map(({ suite }) => suite));
  if (suites.size > 1)
    throw new InputError(
      `${dirs.join(", ")}: are runs of ${suites.size} suites; their numbers cannot stand in one table`,
    );
  const seen = new Set(logs.map(({ agent, episode }) => `${agent}\0${episode}`));
  if (seen.size < logs.length)
    throw new InputError(`${dirs.join(", ")}: an agent stands in two of them; it would be counted twice`);
  const judges = [
    ...new Set(logs.flatMap(({ generations }) => generations.flatMap(({ judged }) => Object.keys(judged)))),
  ];
  if (!judges.includes(judge)) throw new InputError(`--judge ${judge}: these logs were judged by ${judges.join(", ")}`);
  const options = { judge, judges, reference: REFERENCE_AGENT, entailment: ENTAILMENT, rng: makeRng(SEED) };
  const table = fuseTableSchema.parse(scoreLogs(logs, options));
  for (const dir of dirs.slice(0, 1)) await writeFileAtomic(join(dir, FUSE_TABLE_FILE), `${toJson(table, 2)}\n`);
  return table;
}
