/** General instruction data that is mixed in: counted first, then the rows that were chosen are written. */
import { generalRowSchema } from "../../data-schemas/chat.ts";
import { generalSample, lossTokens } from "../../models/select/chat-sample.ts";
import { type Mix, mixIn } from "../../models/select/mix.ts";
import { type Context, stopIfAsked } from "../io/context.ts";
import { readJsonl } from "../io/jsonl.ts";
import type { ExportFiles } from "./export-files.ts";
import type { CountTokens } from "./tokenizer.ts";

export interface MixedIn {
  readonly rows: number;
  readonly tokens: number;
  /** Rows that were there, and those that could not be read or carry no loss. */
  readonly available: number;
  readonly unusable: number;
}

/** @param wanted Tokens that carry loss. */
export async function mixGeneral(
  path: string,
  wanted: number,
  seed: number,
  count: CountTokens,
  files: ExportFiles,
  context: Context,
): Promise<MixedIn> {
  const tokens: number[] = [];
  let [available, unusable] = [0, 0];
  for await (const rows of readJsonl(path, generalRowSchema)) {
    for (const row of rows) {
      available++;
      const carried = row.ok ? lossTokens(generalSample(row.value.messages), count) : 0;
      if (carried === 0) unusable++;
      // A row without loss adds nothing: it is never the one that comes nearer.
      tokens.push(carried === 0 ? Number.POSITIVE_INFINITY : carried);
    }
    stopIfAsked(context);
  }
  const mix: Mix = mixIn(tokens, wanted, seed);
  const taken = new Set(mix.taken);
  let index = 0;
  for await (const rows of readJsonl(path, generalRowSchema)) {
    for (const row of rows) {
      const i = index++;
      if (!row.ok || !taken.has(i)) continue;
      const sample = generalSample(row.value.messages, row.value.tools ?? null);
      await files.write(sample, { kind: "general", line: row.line, tokens: tokens[i]! });
    }
    stopIfAsked(context);
  }
  return { rows: mix.taken.length, tokens: mix.tokens, available, unusable };
}
