/**
 * Sentence encoders as ONNX folders in the layout of the Hugging Face hub (config.json, tokenizer.json, onnx/model.onnx).
 * Nothing is downloaded unless the user asks for it.
 */
import { existsSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { InputError } from "../../data-schemas/errors.ts";
import { hashValue, sha256File } from "../io/hash.ts";
import type { TextEncoder } from "./text-encoder.ts";

/** Files of the weights, best first, and what the package calls their precision. */
const WEIGHTS = [
  ["onnx/model.onnx", "fp32"],
  ["onnx/model_fp16.onnx", "fp16"],
  ["onnx/model_quantized.onnx", "q8"],
  ["onnx/model_int8.onnx", "int8"],
] as const;
const NEEDED = ["config.json", "tokenizer.json", "tokenizer_config.json"];

/** @throws {InputError} The folder lacks a file, or is no encoder of texts. */
export async function openOnnxEncoder(name: string, remote: boolean): Promise<TextEncoder> {
  if (name.startsWith("onnx:"))
    throw new InputError(
      `the texts are read by ${name}: give its folder with --encoder, or texts that it has encoded with --encoded`,
    );
  const folder = resolve(name);
  const local = existsSync(folder);
  if (!local && !remote)
    throw new InputError(
      `--encoder ${name}: is neither the embedded encoder nor a folder; give a folder with ${NEEDED.join(", ")} and onnx/model.onnx, or --remote to download`,
    );
  const weights = local ? WEIGHTS.find(([file]) => existsSync(join(folder, file))) : WEIGHTS[0];
  const missing = local ? NEEDED.filter((file) => !existsSync(join(folder, file))) : [];
  if (weights === undefined || missing.length > 0)
    throw new InputError(
      `${name}: lacks ${[...missing, ...(weights === undefined ? ["onnx/model.onnx"] : [])].join(", ")}`,
    );
  // Loaded when it is needed: it takes longer to start than most commands to run.
  const { env, pipeline } = await import("@huggingface/transformers");
  env.allowRemoteModels = remote && !local;
  env.allowLocalModels = true;
  if (local) env.localModelPath = dirname(folder);
  const id = local ? basename(folder) : name;
  const extract = await pipeline("feature-extraction", id, { dtype: weights[1], device: "cpu" }).catch(
    (cause: Error) => {
      throw new InputError(`${name}: does not load as a sentence encoder: ${cause.message}`, { cause });
    },
  );
  const embed = async (texts: readonly string[]): Promise<Float32Array> => {
    const output = await extract([...texts], { pooling: "mean", normalize: true });
    return Float32Array.from(output.data as Float32Array);
  };
  const width = (await embed(["a"])).length;
  const digest = local ? await digestOf(folder, weights[0]) : "remote";
  return { name: `onnx:${id}:${digest}`, width, embed, close: async () => void (await extract.dispose()) };
}

async function digestOf(folder: string, weights: string): Promise<string> {
  const digests = [...NEEDED, weights].map((file) => sha256File(join(folder, file)));
  return hashValue(await Promise.all(digests)).slice(0, 12);
}
