/** Options that several commands take. */
import { Option } from "@commander-js/extra-typings";
import { SIZES } from "../data-schemas/train-config.ts";
import { LSA_ENCODER } from "../models/content/lsa-encoder.ts";
import { SPLIT_UNITS } from "./ingest/split.ts";
import { DEVICE_NAMES, defaultThreads, mostThreads } from "./io/device.ts";
import { collect, oneOf, wholeNumber } from "./io/options.ts";

export const DEFAULT_SEED = 1;

export const json = () => new Option("--json", "print one JSON object on stdout and nothing else there");
export const seed = () =>
  new Option("--seed <n>", "seed of everything random (default: 1)").argParser(wholeNumber("--seed", 0, 2 ** 32 - 1));
export const device = () =>
  new Option("--device <name>", `what computes: ${DEVICE_NAMES.join(", ")}`)
    .default("auto" as (typeof DEVICE_NAMES)[number])
    .argParser(oneOf("--device", DEVICE_NAMES));
export const threads = () =>
  new Option("--threads <n>", "processor threads")
    .default(defaultThreads())
    .argParser(wholeNumber("--threads", 1, mostThreads()));
export const encoder = () =>
  new Option(
    "--encoder <name>",
    "what encodes texts: the embedded one, or a folder of an ONNX sentence encoder",
  ).default(LSA_ENCODER as string);
export const remote = () =>
  new Option("--remote", "let --encoder name a model of the hub, and download it").default(false);
export const splitBy = () =>
  new Option(
    "--split-by <unit>",
    `what may not straddle splits: ${SPLIT_UNITS.join(", ")} (default: reader for the embedded population, else answer)`,
  ).argParser(oneOf("--split-by", SPLIT_UNITS));
export const configFile = () => new Option("--config <file.json>", "settings of training");
export const set = () =>
  new Option("--set <key=value>", "one setting of training; may be repeated")
    .default([] as string[])
    .argParser(collect);
export const size = () =>
  new Option("--size <name>", `width of the model: ${SIZES.join(", ")}`).argParser(oneOf("--size", SIZES));
export const out = (fallback: string) => new Option("--out <dir>", "folder for the results").default(fallback);
export const encoded = () =>
  new Option("--encoded <dir>", "folder of a finished encode; by default one among the folders, else it is made");
