/** Commands of FUSE-Hard: generate a suite, run agents through it, score their logs. */

import { type Command, Option } from "@commander-js/extra-typings";
import { KNOBS } from "../models/fuse/episode-maker.ts";
import { DEFAULT_SEED, device, json, out, seed, threads } from "./cli-options.ts";
import { openTextCoder } from "./encode/encode-texts.ts";
import { EMBEDDED_AGENTS, requireAgent } from "./fuse/agents.ts";
import { formatFuse, fuseJson } from "./fuse/format.ts";
import { ESUS } from "./fuse/judging.ts";
import { runFuse } from "./fuse/run.ts";
import { scoreFuse } from "./fuse/score.ts";
import { generateSuite } from "./fuse/suite.ts";
import { readCheckpointConfig } from "./io/checkpoint.ts";
import { runCommand, type Terminal } from "./io/command.ts";
import { withDevice } from "./io/device.ts";
import { collect, number, oneOf, wholeNumber } from "./io/options.ts";
import { stageResult } from "./io/stage-result.ts";
import { readShipped } from "./label/shipped.ts";
import { SHIPPED_READER } from "./reader-library.ts";

const share = (flag: string) => number(flag, 0, 1);

export function addFuseCommands(program: Command, terminal: Terminal): void {
  const fuse = program
    .command("fuse")
    .description("FUSE-Hard: does feedback change an agent, and only where it should?");

  fuse
    .command("generate")
    .description("a suite of episodes from the population, by seed")
    .option(
      "--per-task <n>",
      "episodes of each of the six hard tasks and the easy one",
      wholeNumber("--per-task", 1, 10_000),
      100,
    )
    .option(
      "--part <name>",
      "public or sealed: other readers, stories and axes",
      oneOf("--part", ["public", "sealed"] as const),
      "public" as const,
    )
    .option("--history <n>", "chapters that each reader has read before", wholeNumber("--history", 1, 400), 24)
    .option(
      "--near <share>",
      "episodes whose scenes to leave alone are near to those complained of",
      share("--near"),
      KNOBS.near,
    )
    .option(
      "--delay <n>",
      "turns that feedback on a long trace comes late",
      wholeNumber("--delay", 0, 7),
      KNOBS.delayTurns,
    )
    .option(
      "--interleaved <n>",
      "readers in an episode of isolation",
      wholeNumber("--interleaved", 2, 8),
      KNOBS.readers,
    )
    .option("--noise <share>", "chance of a tag that does not belong", share("--noise"), KNOBS.noise)
    .option("--implicit <share>", "episodes in which nothing is said", share("--implicit"), KNOBS.implicit)
    .addOption(out("runs/suite"))
    .addOption(seed())
    .addOption(json())
    .addHelpText("after", "\nExample: npx esus fuse generate --per-task 100 --out runs/suite")
    .action(async (options) => {
      await runCommand(terminal, options, async (context) => {
        const { perTask, part, history, near, delay, interleaved, noise, implicit } = options;
        const knobs = { near, delayTurns: delay, readers: interleaved, noise, implicit };
        const labeller = { tone: await readShipped(), aspect: null };
        const request = { seed: options.seed ?? DEFAULT_SEED, part, perTask, historyTurns: history, knobs, labeller };
        return stageResult(await generateSuite({ ...request, out: options.out }, context), options.out);
      });
    });

  fuse
    .command("run")
    .description("agents through a suite; every call and every judgement is logged")
    .argument("<suite>", "folder of a finished fuse generate")
    .option(
      "--agent <name>",
      `${EMBEDDED_AGENTS.join(", ")}, "COMMAND", a URL, or chat:FILE.json; may be repeated (default: all embedded)`,
      collect,
    )
    .option("--checkpoint <dir>", "the reader that judges and that agents may rehearse with", SHIPPED_READER)
    .option("--judge <name>", "esus or oracle; or chat:FILE.json, besides those two", ESUS)
    .addOption(
      new Option("--narrator <who>", "who writes the scenes: the embedded narrator, or the external agent")
        .default("embedded" as "embedded" | "agent")
        .argParser(oneOf("--narrator", ["embedded", "agent"] as const)),
    )
    .option("--concurrency <n>", "episodes of an external agent at once", wholeNumber("--concurrency", 1, 64), 2)
    .option(
      "--timeout-seconds <n>",
      "for one answer of an external agent",
      wholeNumber("--timeout-seconds", 1, 3600),
      60,
    )
    .addOption(out("runs/fuse"))
    .addOption(device())
    .addOption(threads())
    .addOption(json())
    .addHelpText(
      "after",
      '\nExample: npx esus fuse run runs/suite --agent audit-f2s --agent "python3 my_agent.py" --out runs/fuse',
    )
    .action(async (suite, options) => {
      await runCommand(terminal, options, async (context) => {
        const agents = [...new Set(options.agent ?? EMBEDDED_AGENTS)];
        for (const agent of agents) requireAgent(agent);
        const { checkpoint, judge, narrator, concurrency, timeoutSeconds, out } = options;
        const { encoder } = await readCheckpointConfig(checkpoint);
        const labeller = { tone: await readShipped(), aspect: null };
        const outcome = await withDevice(options.device, options.threads, context, (engine) =>
          runFuse(
            {
              suite,
              checkpoint,
              agents,
              judges: judge.startsWith("chat:") ? [judge] : [],
              agentWrites: narrator === "agent",
              concurrency,
              timeoutSeconds,
              key: process.env["OPENAI_API_KEY"],
              labeller,
              openCoder: () => openTextCoder({ encoder, remote: false }),
              engine,
              out,
            },
            context,
          ),
        );
        const table = await scoreFuse([out], judge);
        const { json, text } = stageResult(outcome, out);
        return { json: { ...json, ...fuseJson(table) }, text: `${text}\n\n${formatFuse(table, false)}` };
      });
    });

  fuse
    .command("score")
    .description("every metric from logs alone; several runs of one suite stand in one table")
    .argument("<runs...>", "folders of finished fuse runs")
    .option("--judge <name>", "whose judgement J is", ESUS)
    .addOption(json())
    .addHelpText("after", "\nExample: npx esus fuse score runs/fuse --judge oracle")
    .action(async (runs, options) => {
      await runCommand(terminal, options, async () => {
        const table = await scoreFuse(runs, options.judge);
        return { json: fuseJson(table), text: formatFuse(table, true) };
      });
    });
}
