/** Every source. Adding an adapter here is the whole registration. */
import { unknownName } from "../io/did-you-mean.ts";
import type { SourceAdapter } from "./adapter.ts";
import { longStoryEval } from "./longstoryeval.ts";
import { simulatorSample } from "./simulator-sample.ts";

export const SOURCES: readonly SourceAdapter[] = [longStoryEval, simulatorSample];

/** @throws {UsageError} There is no such source; the message names the nearest. */
export function findSource(name: string): SourceAdapter {
  const found = SOURCES.find((source) => source.name === name);
  if (found !== undefined) return found;
  throw unknownName(
    "no source",
    name,
    SOURCES.map((source) => source.name),
  );
}
