/** The command line: names, flags and help. Each action is a call of one stage or of `run`. */
import { Command, CommanderError, Option } from "@commander-js/extra-typings";
import { columnMapSchema } from "../data-schemas/column-map.ts";
import { UsageError } from "../data-schemas/errors.ts";
import { trainConfigSchema } from "../data-schemas/train-config.ts";
import { closeDawn } from "../models/tensor/webgpu.ts";
import { addFuseCommands } from "./cli-fuse.ts";
import {
  configFile,
  DEFAULT_SEED,
  device,
  encoded,
  encoder,
  json,
  out,
  remote,
  seed,
  set,
  size,
  splitBy,
  threads,
} from "./cli-options.ts";
import { addOutputCommands } from "./cli-output.ts";
import { addPopulationCommands } from "./cli-population.ts";
import { addSelectCommands } from "./cli-select.ts";
import { addSimulatorCommands } from "./cli-simulator.ts";
import { doctor } from "./doctor.ts";
import { encode } from "./encode/encode.ts";
import { findEncoding } from "./encoding.ts";
import { evaluate } from "./eval/eval.ts";
import { formatTable, metricsJson } from "./eval/format.ts";
import { describeSources } from "./ingest/describe.ts";
import { ingest } from "./ingest/ingest.ts";
import { SOURCES } from "./ingest/registry.ts";
import { DEFAULT_SPLIT } from "./ingest/split.ts";
import { readCheckpointConfig } from "./io/checkpoint.ts";
import { packageVersion } from "./io/code-version.ts";
import { EXIT, exitCodeOf, runCommand, type Terminal } from "./io/command.ts";
import { withDevice } from "./io/device.ts";
import { readEvalTable } from "./io/eval-table.ts";
import { collect, oneOf, readConfig, wholeNumber } from "./io/options.ts";
import { stageResult } from "./io/stage-result.ts";
import { label } from "./label/label.ts";
import { formatLabelTable, readLabelTable } from "./label/label-table.ts";
import { run } from "./run.ts";
import { UNTIL } from "./run-plan.ts";
import { train } from "./train/train.ts";

export function buildProgram(version: string, terminal: Terminal): Command {
  const program = new Command("esus")
    .description("ESUS, a reader you can train: an encoder-state user simulator for long-form interactive fiction")
    .version(version)
    .showHelpAfterError("(esus --help lists the commands)")
    .addHelpText(
      "after",
      "\nExit codes: 0 done, 1 input or device refused, 2 wrong usage, 3 our fault, 130 interrupted.\nFirst run: npx esus run",
    );

  program
    .command("run")
    .description("the main job: every stage in order; finished stages are reused")
    .option("--data <source=path>", "upstream data; may be repeated; without it the embedded population", collect)
    .addOption(out("runs/default"))
    .option("--per-axis <n>", "minimal pairs of each axis and language", wholeNumber("--per-axis", 1, 1000), 6)
    .addOption(size())
    .addOption(device())
    .addOption(threads())
    .addOption(encoder())
    .addOption(remote())
    .addOption(splitBy())
    .addOption(seed())
    .addOption(configFile())
    .addOption(set())
    .addOption(
      new Option("--until <stage>", `where to stop: ${UNTIL.join(", ")}`)
        .default("report" as (typeof UNTIL)[number])
        .argParser(oneOf("--until", UNTIL)),
    )
    .option("--dry-run", "print the plan and stop")
    .addOption(json())
    .addHelpText(
      "after",
      "\nExample: npx esus run --data longstoryeval=../shared/data/longstoryeval --out runs/longstoryeval",
    )
    .action(async (options) => {
      await runCommand(terminal, options, async (context) => {
        const config = await trainSettings(options);
        const { dryRun = false, data = [] } = options;
        return run({ ...options, data, config, dryRun }, context);
      });
    });

  program
    .command("doctor")
    .description("engines found, the one that would run and why, versions, encoders, disk")
    .addOption(device())
    .addOption(threads())
    .addOption(json())
    .addHelpText("after", "\nExample: npx esus doctor --device cuda")
    .action(async (options) => {
      await runCommand(terminal, options, () => doctor(options.device, options.threads));
    });

  program
    .command("sources")
    .description("every source: format, licence class, what it permits, where to get it")
    .addOption(json())
    .addHelpText("after", "\nExample: npx esus sources")
    .action(async (options) => {
      await runCommand(terminal, options, async () => describeSources(SOURCES));
    });

  program
    .command("ingest")
    .description("upstream files to validated records")
    .argument("<source>", "name of the source; esus sources lists them")
    .argument("[paths...]", "its files, folders or zip archives")
    .option("--map <file.json>", 'for the source "generic": which column is what (data-schemas/column-map.ts)')
    .addOption(out("runs/ingest"))
    .addOption(splitBy())
    .addOption(threads())
    .option("--parquet", "write the records as Parquet too: kept.parquet, for pandas, DuckDB and the like")
    .addOption(seed())
    .addOption(json())
    .addHelpText("after", "\nExample: npx esus ingest longstoryeval ../shared/data/longstoryeval --out runs/lse")
    .action(async (source, paths, options) => {
      await runCommand(terminal, options, async (context) =>
        stageResult(
          await ingest(
            {
              source,
              paths,
              ...options,
              splitBy: options.splitBy ?? DEFAULT_SPLIT.others,
              seed: options.seed ?? DEFAULT_SEED,
              columnMap: await readColumnMap(options.map),
            },
            context,
          ),
          options.out,
        ),
      );
    });

  program
    .command("label")
    .description("comments to sentiment, aspects, requests, and what they mean for an agent; silent where unsure")
    .argument("<dirs...>", "folders of finished ingests")
    .option("--teach <dir>", "finished ingest whose labelled comments teach too; may be repeated", collect)
    .addOption(out("runs/label"))
    .addOption(json())
    .addHelpText("after", "\nExample: npx esus label runs/qidian --out runs/qidian-labels")
    .action(async (ingested, options) => {
      await runCommand(terminal, options, async (context) => {
        const outcome = await label({ ingested, teachers: options.teach ?? [], out: options.out }, context);
        const table = await readLabelTable(options.out);
        const { json, text } = stageResult(outcome, options.out);
        const measured = table.cells.length > 0 ? `\n\n${formatLabelTable(table, true)}` : "";
        return { json: { ...json, metrics: table.cells, confusions: table.confusions }, text: `${text}${measured}` };
      });
    });

  program
    .command("encode")
    .description("texts to vectors and narrative columns; what is encoded already is not encoded again")
    .argument("<dirs...>", "folders of finished ingests and pairs")
    .addOption(out("runs/encode"))
    .addOption(encoder())
    .addOption(remote())
    .addOption(json())
    .addHelpText("after", "\nExample: npx esus encode runs/lse --out runs/lse-encoded")
    .action(async (folders, options) => {
      await runCommand(terminal, options, async (context) =>
        stageResult(await encode({ folders, ...options }, context), options.out),
      );
    });

  program
    .command("train")
    .description("train the simulator; an interrupted run continues where it stopped")
    .argument("<dirs...>", "folders of finished ingests, pairs, and of their encode")
    .addOption(encoded())
    .addOption(encoder())
    .addOption(remote())
    .option("--resume", "only continue an interrupted run; without it one is continued too, and else begun")
    .addOption(out("runs/checkpoint"))
    .addOption(size())
    .addOption(device())
    .addOption(threads())
    .addOption(seed())
    .addOption(configFile())
    .addOption(set())
    .addOption(json())
    .addHelpText(
      "after",
      "\nExample: npx esus train runs/lse runs/lse-encoded --out runs/lse-checkpoint --set epochs=5",
    )
    .action(async (folders, options) => {
      await runCommand(terminal, options, async (context) => {
        const config = await trainSettings(options);
        const { out, resume = false } = options;
        const inputs = await findEncoding(folders, options.encoded, out, options, context);
        const outcome = await withDevice(options.device, options.threads, context, (engine) =>
          train({ ...inputs, out, config, engine, resume }, context),
        );
        const { json, text } = stageResult(outcome, options.out);
        return { json: { ...json, eventsPerSecond: outcome.eventsPerSecond }, text };
      });
    });

  program
    .command("eval")
    .description("every metric with its interval, beside its baselines")
    .argument("<checkpoint>", "folder of a finished train")
    .argument("<dirs...>", "folders of finished ingests, pairs, and of their encode")
    .addOption(encoded())
    .option("--encoder <folder>", "the ONNX encoder that the checkpoint reads, where texts are not encoded yet")
    .option("--compare <name=dir>", "another checkpoint for the same table; may be repeated", collect)
    .addOption(out("runs/eval"))
    .addOption(device())
    .addOption(threads())
    .addOption(json())
    .addHelpText("after", "\nExample: npx esus eval runs/lse-checkpoint runs/lse runs/lse-encoded --out runs/lse-eval")
    .action(async (checkpoint, folders, options) => {
      await runCommand(terminal, options, async (context) => {
        const choice = { encoder: options.encoder ?? (await readCheckpointConfig(checkpoint)).encoder, remote: false };
        const inputs = await findEncoding(folders, options.encoded, options.out, choice, context);
        const compared = (options.compare ?? []).map(namedFolder);
        await withDevice(options.device, options.threads, context, (engine) =>
          evaluate({ ...inputs, checkpoint, compared, out: options.out, engine }, context),
        );
        const table = await readEvalTable(options.out);
        return { json: { ...metricsJson(table), reference: table.reference }, text: formatTable(table) };
      });
    });

  addOutputCommands(program as unknown as Command, terminal);
  addPopulationCommands(program as unknown as Command, terminal);
  addSimulatorCommands(program as unknown as Command, terminal);
  addFuseCommands(program as unknown as Command, terminal);
  addSelectCommands(program as unknown as Command, terminal);
  return program as unknown as Command;
}

function namedFolder(entry: string): { name: string; dir: string } {
  const at = entry.indexOf("=");
  if (at < 1 || at === entry.length - 1)
    throw new UsageError(`--compare ${entry}: expected NAME=DIR, such as noswap=runs/no-swap`);
  return { name: entry.slice(0, at), dir: entry.slice(at + 1) };
}

async function readColumnMap(file: string | undefined) {
  return file === undefined ? undefined : readConfig(columnMapSchema, file, []);
}

function trainSettings({
  seed,
  size,
  config,
  set,
}: {
  seed?: number | undefined;
  size?: string | undefined;
  config?: string | undefined;
  set: readonly string[];
}) {
  const flags = { ...(seed === undefined ? {} : { seed }), ...(size === undefined ? {} : { size }) };
  return readConfig(trainConfigSchema, config, set, flags);
}

/** @returns The exit code. */
export async function main(argv: readonly string[]): Promise<number> {
  const terminal: Terminal = { stdout: process.stdout, stderr: process.stderr, exitCode: EXIT.done };
  const program = buildProgram(await packageVersion(), terminal);
  for (const command of [program, ...program.commands]) command.exitOverride();
  try {
    await program.parseAsync([...argv], { from: "user" });
  } catch (error) {
    // Help and version are not errors; anything else that the parser refuses is wrong usage, and it said so already.
    if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.done : EXIT.usage;
    terminal.stderr.write(`esus: ${error instanceof UsageError ? error.message : String(error)}\n`);
    return exitCodeOf(error);
  } finally {
    closeDawn();
  }
  return terminal.exitCode;
}
