/** The commands around the planted population: population and pairs. */
import { type Command, Option } from "@commander-js/extra-typings";
import { UsageError } from "../data-schemas/errors.ts";
import { PAIR_KINDS } from "../data-schemas/pair.ts";
import { populationSchema } from "../data-schemas/population.ts";
import { type WriterSettings, writerSchema } from "../data-schemas/writer.ts";
import { LANGUAGES } from "../models/content/language.ts";
import { DEFAULT_SEED, device, encoded, json, out, seed, splitBy, threads } from "./cli-options.ts";
import { findEncoding } from "./encoding.ts";
import { DEFAULT_SPLIT } from "./ingest/split.ts";
import { readCheckpointConfig } from "./io/checkpoint.ts";
import { runCommand, type Terminal } from "./io/command.ts";
import { withDevice } from "./io/device.ts";
import { collect, listOf, readConfig, wholeNumber } from "./io/options.ts";
import { stageResult } from "./io/stage-result.ts";
import { chooseActivePairs } from "./pairs/active.ts";
import { readAnswers } from "./pairs/answers.ts";
import { formatLeakage } from "./pairs/format.ts";
import { makePairs } from "./pairs/pairs.ts";
import { population } from "./population.ts";

const KINDS = [...PAIR_KINDS, "active"] as const;

export function addPopulationCommands(program: Command, terminal: Terminal): void {
  const defaults = populationSchema.parse({});
  const many = (flag: string, most: number) => wholeNumber(flag, 1, most);
  program
    .command("population")
    .description("planted readers, bilingual serials, logs with hidden truth")
    .option("--readers <n>", "planted readers", many("--readers", 1_000_000), defaults.readers)
    .option("--stories <n>", "serials", many("--stories", 100_000), defaults.stories)
    .option("--turns <n>", "chapters that each reads", many("--turns", 400), defaults.turns)
    .option("--lang <list>", "languages, with commas between", listOf("--lang", LANGUAGES), [...defaults.languages])
    .option("--calibrate <dir>", "finished ingest whose marginals the readers are to have")
    .addOption(out("runs/population"))
    .addOption(splitBy())
    .addOption(seed())
    .addOption(json())
    .addHelpText("after", "\nExample: npx esus population --readers 100 --turns 20 --lang zh,en --out runs/population")
    .action(async (options) => {
      await runCommand(terminal, options, async (context) => {
        const { readers, stories, turns, lang, calibrate, out, splitBy } = options;
        const settings = populationSchema.parse({ readers, stories, turns, languages: lang });
        const calibrateTo = calibrate ?? null;
        const request = { settings, calibrateTo, out, seed: options.seed ?? DEFAULT_SEED };
        return population({ ...request, splitBy: splitBy ?? DEFAULT_SPLIT.population }, context);
      });
    });

  program
    .command("pairs")
    .description("counterfactual pairs, checked; or a sheet of pairs worth asking people about, and its answers")
    .argument("[dirs...]", "folders of finished ingests; without them the grammar alone, in both languages")
    .option("--kind <list>", `with commas between: ${KINDS.join(", ")}`, listOf("--kind", KINDS), [...PAIR_KINDS])
    .option("--per-axis <n>", "minimal pairs of each axis and language", many("--per-axis", 1000), 6)
    .option("--edits-per-chapter <n>", "edits of each public-domain chapter", many("--edits-per-chapter", 100), 4)
    .option("--count <n>", "pairs on the sheet (kind active)", many("--count", 5000), 40)
    .option("--checkpoint <dir>", "finished train that chooses the pairs (kind active)")
    .addOption(encoded())
    .option("--after <dir>", "answers that were read back and tell already (kind active); may be repeated", collect)
    .option(
      "--answers <file>",
      "filled sheet to read back, CSV or JSON; may be repeated; DIR is the sheet's folder",
      collect,
    )
    .option("--writer <file.json>", "model that writes the rewrites (data-schemas/writer.ts); key from OPENAI_API_KEY")
    .addOption(
      new Option("--writer-set <key=value>", "one setting of the writer").default([] as string[]).argParser(collect),
    )
    .addOption(out("runs/pairs"))
    .addOption(device())
    .addOption(threads())
    .addOption(seed())
    .addOption(json())
    .addHelpText("after", "\nExample: npx esus pairs runs/population --kind axis,swap --out runs/pairs")
    .action(async (dirs, options) => {
      await runCommand(terminal, options, async (context) => {
        const { out, kind, count, checkpoint, answers } = options;
        const seed = options.seed ?? DEFAULT_SEED;
        if (answers !== undefined) {
          if (dirs.length !== 1) throw new UsageError("--answers: expected one folder, that of the sheet");
          return stageResult(await readAnswers({ sheet: dirs[0]!, filled: answers, out }), out);
        }
        if (kind.includes("active")) {
          if (kind.length > 1) throw new UsageError("--kind active makes a sheet; run the other kinds apart");
          const active = { out, seed, count, after: options.after ?? [] };
          if (checkpoint === undefined)
            return stageResult(await chooseActivePairs({ ...active, ingested: dirs, model: null }, context), out);
          const choice = { ...(await readCheckpointConfig(checkpoint)), remote: false };
          const { ingested, encoded } = await findEncoding(dirs, options.encoded, out, choice, context);
          return withDevice(options.device, options.threads, context, async (engine) => {
            const model = { checkpoint, encoded, engine };
            return stageResult(await chooseActivePairs({ ...active, ingested, model }, context), out);
          });
        }
        const kinds = kind.filter((each) => each !== "active");
        const { perAxis, editsPerChapter } = options;
        const writer = await writerOf(options.writer, options.writerSet);
        const outcome = await makePairs(
          { ingested: dirs, out, kinds, seed, perAxis, editsPerChapter, writer },
          context,
        );
        const { json, text } = stageResult(outcome, out);
        const { failed, table } = await formatLeakage(out);
        // An axis that cannot be moved alone was refused by name: the exit code says so.
        return { json, text: `${text}${table}`, exitCode: failed.length > 0 ? 1 : 0 };
      });
    });
}

async function writerOf(
  file: string | undefined,
  sets: readonly string[],
): Promise<{ settings: WriterSettings; key: string } | null> {
  if (file === undefined && sets.length === 0) return null;
  const settings = await readConfig(writerSchema, file, sets);
  if (settings.costCap !== undefined && settings.pricePerMillionIn + settings.pricePerMillionOut === 0)
    throw new UsageError(
      "writer: costCap needs pricePerMillionIn or pricePerMillionOut, else it would never be reached",
    );
  const key = process.env["OPENAI_API_KEY"];
  if (key === undefined || key === "")
    throw new UsageError(
      `--writer: expected the key of ${settings.url} in OPENAI_API_KEY; any word where it needs none`,
    );
  return { settings, key };
}
