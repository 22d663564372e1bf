/** Selection from one run, in a process of its own: prints seconds and the most memory that it held. */
import { LIFE } from "../../models/life/society.ts";
import type { Trainer } from "../../models/select/trainer-rows.ts";
import { SILENT } from "../../pipelines/io/progress.ts";
import { selectLifeReward } from "../../pipelines/select/life-reward.ts";
import { EMBEDDED_TOKENIZER } from "../../pipelines/select/tokenizer.ts";

const [run, out, trainers] = process.argv.slice(2) as [string, string, string];
const started = performance.now();
await selectLifeReward(
  {
    run,
    out,
    options: LIFE,
    filter: { keepFailedCalls: false },
    tokenizer: EMBEDDED_TOKENIZER,
    trainers: trainers.split(",") as Trainer[],
    general: undefined,
    generalShare: 0.5,
    seed: 1,
  },
  { progress: SILENT, log: () => undefined, signal: new AbortController().signal },
);
const seconds = (performance.now() - started) / 1000;
console.log(JSON.stringify({ seconds, peakMiB: process.resourceUsage().maxRSS / 1024 }));
