/** Where do agents fail in FUSE? Task by task and kind of failure, from the log. */
import { join } from "node:path";
import { type EpisodeLog, episodeLogSchema } from "../data-schemas/fuse-log.ts";
import { falseGeneralisationRate } from "../eval/fuse/metrics/fgr.ts";
import { ncfu } from "../eval/fuse/metrics/ncfu.ts";
import { scarRate } from "../eval/fuse/metrics/scar-rate.ts";
import { readOwnJsonl } from "../pipelines/io/jsonl.ts";
import { FUSE_LOG_FILE } from "../pipelines/io/layout.ts";
import { textTable } from "../pipelines/io/text-table.ts";

const JUDGE = "esus";
/** What counts as failing. */
const FAILURES: Readonly<Record<string, (log: EpisodeLog) => boolean | null>> = {
  "changes too little": (log) => below(ncfu.of(log, JUDGE), 0.5),
  "changes what it should not": (log) => above(falseGeneralisationRate.of(log, JUDGE), 0),
  "leaves a scar": (log) => above(scarRate.of(log, JUDGE), 0),
  "loses the episode": (log) => log.lost !== null,
};
const below = (value: number | null, limit: number): boolean | null => (value === null ? null : value < limit);
const above = (value: number | null, limit: number): boolean | null => (value === null ? null : value > limit);

/** @param dir Of `esus run`, or of a finished fuse run. @returns Markdown. */
export async function fuseFailures(dir: string): Promise<string> {
  const logs: EpisodeLog[] = [];
  for await (const row of readOwnJsonl(join(dir, "fuse", FUSE_LOG_FILE), episodeLogSchema)) logs.push(row);
  const agents = [...new Set(logs.map(({ agent }) => agent))];
  const tasks = [...new Set(logs.map(({ task }) => task))].filter((task) => task !== "label");
  const parts = agents.map((agent) => {
    const rows = Object.entries(FAILURES).map(([failure, fails]) => [
      failure,
      ...tasks.map((task) => {
        const judged = logs.filter((log) => log.agent === agent && log.task === task).map(fails);
        const known = judged.filter((each) => each !== null);
        return known.length === 0 ? "n/a" : `${known.filter(Boolean).length} of ${known.length}`;
      }),
    ]);
    return `## ${agent}\n\n\`\`\`text\n${textTable([["failure", ...tasks], ...rows])}\n\`\`\``;
  });
  return `# Where do agents fail? / 智能体败在哪里？\n\nEpisodes that fail, of those that can be measured; judged by ${JUDGE}.\n\n${parts.join("\n\n")}\n`;
}
