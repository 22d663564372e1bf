/** Commands for what leaves a run: the report, and what licences let out. */
import type { Command } from "@commander-js/extra-typings";
import { json, out } from "./cli-options.ts";
import { runCommand, type Terminal } from "./io/command.ts";
import { stageResult } from "./io/stage-result.ts";
import { publish } from "./publish/publish.ts";

export function addOutputCommands(program: Command, terminal: Terminal): void {
  program
    .command("report")
    .description("what a run found, as one self-contained page with plots, in Chinese and English")
    .argument("<dir>", "folder of esus run")
    .addOption(json())
    .addHelpText("after", "\nExample: npx esus report runs/default")
    .action(async (dir, options) => {
      await runCommand(terminal, options, async () => {
        // The plots' packages would be a third of the time that every command takes to start.
        const { report } = await import("./report/report.ts");
        const { path } = await report(dir);
        return { json: { path }, text: path };
      });
    });

  program
    .command("publish")
    .description("what the licences let out: synthetic and public-domain text, ids and labels of others")
    .argument("<dirs...>", "folders of finished ingests and labels")
    .addOption(out("runs/publish"))
    .addOption(json())
    .addHelpText("after", "\nExample: npx esus publish runs/lse --out runs/lse-published")
    .action(async (folders, options) => {
      await runCommand(terminal, options, async (context) =>
        stageResult(await publish({ folders, out: options.out }, context), options.out),
      );
    });
}
