/** Commands on a trained reader: simulate, export. */
import type { Command } from "@commander-js/extra-typings";
import { PROTOTYPES } from "../models/population/prototypes.ts";
import { DEFAULT_SEED, device, encoded, json, out, seed, threads } from "./cli-options.ts";
import { findEncoding } from "./encoding.ts";
import { exportCheckpoint } from "./export/export.ts";
import { readCheckpointConfig } from "./io/checkpoint.ts";
import { runCommand, type Terminal } from "./io/command.ts";
import { withDevice } from "./io/device.ts";
import { oneOf, wholeNumber } from "./io/options.ts";
import { stageResult } from "./io/stage-result.ts";
import { simulate } from "./simulate/simulate.ts";

const PERSONAS = ["any", ...PROTOTYPES.map(({ id }) => id)] as const;

export function addSimulatorCommands(program: Command, terminal: Terminal): void {
  program
    .command("simulate")
    .description("readers of a checkpoint read stories: feedback out, what they hide beside")
    .argument("<checkpoint>", "folder of a finished train")
    .argument("<stories...>", "folders of finished ingests with stories, and perhaps of their encode")
    .option("--readers <n>", "how many at once", wholeNumber("--readers", 1, 1_000_000), 1000)
    .option("--turns <n>", "chapters that each reads", wholeNumber("--turns", 1, 10_000), 20)
    .option("--persona <name>", `kind of reader: ${PERSONAS.join(", ")}`, oneOf("--persona", PERSONAS), "any")
    .addOption(encoded())
    .option("--encoder <folder>", "the ONNX encoder that the checkpoint reads, where stories are not encoded yet")
    .addOption(out("runs/simulated"))
    .addOption(device())
    .addOption(threads())
    .addOption(seed())
    .addOption(json())
    .addHelpText(
      "after",
      "\nExample: npx esus simulate runs/default/train runs/default/ingest-simulator --readers 1000 --turns 20",
    )
    .action(async (checkpoint, folders, options) => {
      await runCommand(terminal, options, async (context) => {
        const choice = { encoder: options.encoder ?? (await readCheckpointConfig(checkpoint)).encoder, remote: false };
        const { ingested: stories, encoded } = await findEncoding(
          folders,
          options.encoded,
          options.out,
          choice,
          context,
        );
        const { readers, turns, persona, out } = options;
        const outcome = await withDevice(options.device, options.threads, context, (engine) =>
          simulate(
            { checkpoint, stories, encoded, readers, turns, persona, seed: options.seed ?? DEFAULT_SEED, out, engine },
            context,
          ),
        );
        const { json, text } = stageResult(outcome, out);
        const { eventsPerSecond, explained } = outcome;
        const speed =
          eventsPerSecond === null ? "" : `\n${Math.round(eventsPerSecond)} reader-turns/s, without writing`;
        return {
          json: { ...json, events: outcome.manifest.kept, eventsPerSecond, explained },
          text: [`${text}${speed}`, ...explained].join("\n"),
        };
      });
    });

  program
    .command("export")
    .description(
      "a checkpoint as one .onnx file: encode a history, emit an answer; compared in onnxruntime before it is written",
    )
    .argument("<checkpoint>", "folder of a finished train")
    .addOption(out("runs/esus.onnx"))
    .addOption(device())
    .addOption(threads())
    .addOption(json())
    .addHelpText("after", "\nExample: npx esus export runs/default/train --out runs/esus.onnx")
    .action(async (checkpoint, options) => {
      await runCommand(terminal, options, (context) =>
        withDevice(options.device, options.threads, context, (engine) =>
          exportCheckpoint(checkpoint, options.out, engine),
        ),
      );
    });
}
