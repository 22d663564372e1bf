/** Every source. Adding an adapter here is the whole registration. */
import { closest } from "fastest-levenshtein";
import { UsageError } from "../../data-schemas/errors.ts";
import type { SourceAdapter } from "./adapter.ts";
import { longStoryEval } from "./longstoryeval.ts";
import { simulatorSample } from "./simulator-sample.ts";

export const SOURCES: readonly SourceAdapter[] = [longStoryEval, simulatorSample];

/** @throws {UsageError} There is no such source; the message names the nearest. */
export function findSource(name: string): SourceAdapter {
  const names = SOURCES.map((source) => source.name);
  const found = SOURCES.find((source) => source.name === name);
  if (found !== undefined) return found;
  throw new UsageError(`no source "${name}". Did you mean "${closest(name, names)}"? Known: ${names.join(", ")}`);
}
