/** Tokens as the model to be trained counts them: its tokenizer.json, or cl100k_base, which comes with ESUS. */
import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { InputError } from "../../data-schemas/errors.ts";
import { sha256File } from "../io/hash.ts";
import { parseJson } from "../io/json.ts";

export const EMBEDDED_TOKENIZER = "cl100k_base";

export type CountTokens = (text: string) => number;

/** What tells one tokenizer from another: the name of the embedded one, the hash of a file. */
export async function tokenizerKey(name: string): Promise<string> {
  return name === EMBEDDED_TOKENIZER || !existsSync(name) ? name : sha256File(name);
}

/** @param name EMBEDDED_TOKENIZER, or the path of a tokenizer.json. @throws {InputError} The file is no tokenizer. */
export async function openTokenizer(name: string): Promise<CountTokens> {
  if (name === EMBEDDED_TOKENIZER) {
    const { countTokens } = await import("gpt-tokenizer/encoding/cl100k_base");
    // Words that look like control tokens are words here.
    return (text) => countTokens(text, { disallowedSpecial: new Set() });
  }
  const { Tokenizer } = await import("@huggingface/tokenizers");
  const tokenizer = await readFile(name, "utf8").then(parseJson, (cause: NodeJS.ErrnoException) => {
    throw new InputError(
      `--tokenizer ${name}: cannot be read (${cause.code}); expected ${EMBEDDED_TOKENIZER} or a tokenizer.json`,
      { cause },
    );
  });
  const config = await readFile(join(dirname(name), "tokenizer_config.json"), "utf8").then(parseJson, () => ({}));
  try {
    const opened = new Tokenizer(tokenizer as object, (config ?? {}) as object);
    return (text) => opened.encode(text, { add_special_tokens: false }).ids.length;
  } catch (cause) {
    throw new InputError(`--tokenizer ${name}: is no tokenizer that can be read`, { cause });
  }
}
