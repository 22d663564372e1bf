/** Commands of selection: life reward, best of n, and candidates with known truth to try it on. */

import { type Command, Option } from "@commander-js/extra-typings";
import { GAMMA, TOP } from "../models/life/returns.ts";
import { LIFE, type LifeOptions } from "../models/life/society.ts";
import { PROTOTYPES } from "../models/population/prototypes.ts";
import { TRAINERS } from "../models/select/trainer-rows.ts";
import { DEFAULT_SEED, device, encoded, json, out, seed, threads } from "./cli-options.ts";
import { openTextCoder } from "./encode/encode-texts.ts";
import { findEncoding } from "./encoding.ts";
import { readCheckpointConfig } from "./io/checkpoint.ts";
import type { CommandResult } from "./io/command.ts";
import { runCommand, type Terminal } from "./io/command.ts";
import { withDevice } from "./io/device.ts";
import { collect, listOf, number, oneOf, wholeNumber } from "./io/options.ts";
import type { StageOutcome } from "./io/stage.ts";
import { stageResult } from "./io/stage-result.ts";
import { grouped, textTable } from "./io/text-table.ts";
import { SHIPPED_READER } from "./reader-library.ts";
import { type BestOfRequest, planBestOf, selectBestOf } from "./select/best-of-n.ts";
import { type LifeRewardRequest, planLifeReward, selectLifeReward } from "./select/life-reward.ts";
import { makeCandidates } from "./select/make-candidates.ts";
import { selectionText } from "./select/selection-text.ts";
import { EMBEDDED_TOKENIZER } from "./select/tokenizer.ts";

const share = (flag: string) => number(flag, 0, 1);
const tokenizer = () =>
  new Option("--tokenizer <name>", `${EMBEDDED_TOKENIZER}, or the path of the target model's tokenizer.json`).default(
    EMBEDDED_TOKENIZER,
  );
const formats = () =>
  new Option("--formats <list>", `trainers to write for, with commas between: ${TRAINERS.join(", ")}`)
    .default([...TRAINERS])
    .argParser(listOf("--formats", TRAINERS));
const dryRun = () => new Option("--dry-run", "say what would be kept, and write nothing");

export function addSelectCommands(program: Command, terminal: Terminal): void {
  const select = program
    .command("select")
    .description("fine-tuning data: the best of simulated lives, or of candidates");

  select
    .command("life-reward")
    .description("simulated years that improved most against their agents' own past, as training files")
    .argument(
      "<run>",
      "folder of a run in Agentopia's layout, or a .jsonl file of the flat form (data-schemas/life.ts)",
    )
    .option("--general <file.jsonl>", "general instruction data to mix in, rows of {messages}")
    .option(
      "--general-share <share>",
      "of general data among the tokens that carry loss",
      number("--general-share", 0, 0.99),
      0.5,
    )
    .option("--top <share>", "of the agents of a period that are kept", share("--top"), TOP)
    .option("--gamma <discount>", "of later years", share("--gamma"), GAMMA)
    .option(
      "--ties <how>",
      "equal ratings: by name (released code) or average",
      oneOf("--ties", ["name", "average"] as const),
      "name" as const,
    )
    .option(
      "--outsiders <what>",
      "rated names that are no agents: nodes (released code) or dropped",
      oneOf("--outsiders", ["nodes", "dropped"] as const),
      "nodes" as const,
    )
    .option(
      "--misery <pool>",
      "thresholds over agents-and-weeks (released code) or week (paper)",
      oneOf("--misery", ["agents-and-weeks", "week"] as const),
      "agents-and-weeks" as const,
    )
    .option("--keep-failed-calls", "keep turns whose calls a tool answered with an error")
    .addOption(tokenizer())
    .addOption(formats())
    .addOption(dryRun())
    .addOption(out("runs/life-reward"))
    .addOption(seed())
    .addOption(json())
    .addHelpText("after", "\nExample: npx esus select life-reward my_run --general tulu.jsonl --out runs/life-reward")
    .action(async (run, options) => {
      await runCommand(terminal, options, async (context) => {
        const { top, gamma, ties, outsiders, misery, general, generalShare, formats, out } = options;
        const life: LifeOptions = {
          ...LIFE,
          outsiders,
          top,
          gamma,
          social: { ...LIFE.social, ties },
          subjective: { ...LIFE.subjective, pooled: misery },
        };
        const request: LifeRewardRequest = {
          run,
          out,
          options: life,
          filter: { keepFailedCalls: options.keepFailedCalls === true },
          tokenizer: options.tokenizer,
          trainers: formats,
          general,
          generalShare,
          seed: options.seed ?? DEFAULT_SEED,
        };
        if (options.dryRun === true) {
          const { scored, selected } = await planLifeReward(request);
          const rows = selected.map(({ agent, start, end, value }) => [agent, start, end, value.toFixed(3)]);
          return {
            json: { agentYears: scored.rewards.length, selected, missing: scored.missing },
            text: textTable([["agent", "from", "to", "advantage"], ...rows]),
          };
        }
        return selectionResult(await selectLifeReward(request, context), out);
      });
    });

  select
    .command("best-of-n")
    .description("candidates judged by simulated readers; the best of each prompt become training files")
    .argument("<candidates>", "JSON Lines of prompts with their candidates (data-schemas/candidates.ts)")
    .option("--checkpoint <dir>", "the reader that judges", SHIPPED_READER)
    .option("--keep <n>", "candidates a prompt", wholeNumber("--keep", 1, 1000), 1)
    .option("--threshold <reward>", "that a candidate must reach, from 0 to 1", share("--threshold"))
    .option("--alike <share>", "of common word trigrams from which on two texts are the same", share("--alike"), 1)
    .option("--no-length-control", "let a text keep what it gets for its length")
    .option("--histories <dir>", "finished ingest of the readers that prompts name; may be repeated", collect)
    .addOption(encoded())
    .option(
      "--kinds <list>",
      "kinds of readers in the panel (default: all)",
      listOf(
        "--kinds",
        PROTOTYPES.map(({ id }) => id),
      ),
    )
    .option("--of-a-kind <n>", "readers of each kind", wholeNumber("--of-a-kind", 1, 100), 4)
    .addOption(tokenizer())
    .addOption(formats())
    .addOption(dryRun())
    .addOption(out("runs/best-of-n"))
    .addOption(device())
    .addOption(threads())
    .addOption(seed())
    .addOption(json())
    .addHelpText("after", "\nExample: npx esus select best-of-n candidates.jsonl --keep 1 --out runs/best-of-n")
    .action(async (candidates, options) => {
      await runCommand(terminal, options, async (context) => {
        const { checkpoint, keep, threshold, alike, lengthControl, kinds = [], ofAKind, formats, out } = options;
        const { encoder } = await readCheckpointConfig(checkpoint);
        const choice = { encoder, remote: false };
        const histories = options.histories ?? [];
        const found =
          histories.length === 0 ? null : await findEncoding(histories, options.encoded, out, choice, context);
        return withDevice(options.device, options.threads, context, async (engine): Promise<CommandResult> => {
          const request: BestOfRequest = {
            candidates,
            checkpoint,
            out,
            keep: { keep, threshold: threshold ?? null, alike },
            lengthControl,
            histories: found?.ingested ?? [],
            encoded: found?.encoded ?? null,
            kinds,
            ofAKind,
            tokenizer: options.tokenizer,
            trainers: formats,
            seed: options.seed ?? DEFAULT_SEED,
            openCoder: () => openTextCoder(choice),
            engine,
          };
          if (options.dryRun !== true) return selectionResult(await selectBestOf(request, context), out);
          const plan = await planBestOf(request, context);
          const rows = plan.thresholds.map((each) => [
            each.threshold.toFixed(3),
            grouped(each.rows),
            grouped(each.tokens),
          ]);
          return { json: { ...plan }, text: textTable([["threshold", "rows", "tokens"], ...rows]) };
        });
      });
    });

  select
    .command("candidates")
    .description("candidates with known truth, for readers of a planted population: to try best-of-n on")
    .argument("<population>", "folder of a finished esus population")
    .option("--prompts <n>", "how many", wholeNumber("--prompts", 1, 1_000_000), 200)
    .option("--each <n>", "candidates a prompt", wholeNumber("--each", 2, 1000), 8)
    .addOption(out("runs/candidates"))
    .addOption(seed())
    .addOption(json())
    .addHelpText("after", "\nExample: npx esus select candidates runs/default/ingest-simulator --out runs/candidates")
    .action(async (population, options) => {
      await runCommand(terminal, options, async (context) => {
        const { prompts, each, out } = options;
        const request = { population, prompts, each, seed: options.seed ?? DEFAULT_SEED, out };
        return stageResult(await makeCandidates(request, context), out);
      });
    });
}

/** What a selection prints. */
function selectionResult(outcome: StageOutcome, out: string): CommandResult {
  const { json, text } = stageResult(outcome, out);
  return { json, text: `${text}\n${selectionText(outcome)}` };
}
