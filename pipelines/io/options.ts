/** Options that several commands take, and how their values are read. */
import { readFile } from "node:fs/promises";
import type { z } from "zod";
import { InputError, UsageError } from "../../data-schemas/errors.ts";
import { unknownName } from "./did-you-mean.ts";
import { parseJson } from "./json.ts";
import { describeIssues } from "./jsonl.ts";

/** For commander: a whole number in a closed range. @throws {UsageError} */
export function wholeNumber(flag: string, least: number, most: number): (text: string) => number {
  return (text) => {
    const value = Number(text);
    if (!/^\d+$/.test(text) || value < least || value > most) {
      throw new UsageError(`${flag}: expected a whole number from ${least} to ${most}, got "${text}"`);
    }
    return value;
  };
}

/** For commander: a number in a closed range. @throws {UsageError} */
export function number(flag: string, least: number, most: number): (text: string) => number {
  return (text) => {
    const value = Number(text);
    if (text.trim() === "" || !(value >= least && value <= most))
      throw new UsageError(`${flag}: expected a number from ${least} to ${most}, got "${text}"`);
    return value;
  };
}

/** For commander: collects a repeated option. */
export function collect(value: string, before: readonly string[] = []): string[] {
  return [...before, value];
}

/** @throws {UsageError} Not one of the names; the message has the nearest. */
export function oneOf<T extends string>(flag: string, names: readonly T[]): (text: string) => T {
  return (text) => {
    const found = names.find((name) => name === text);
    if (found !== undefined) return found;
    throw unknownName(`${flag}: no`, text, names);
  };
}

/** Several names with commas between. @throws {UsageError} One is unknown, or there is none. */
export function listOf<T extends string>(flag: string, names: readonly T[]): (text: string) => T[] {
  return (text) => [...new Set(text.split(",").map((name) => oneOf(flag, names)(name.trim())))];
}

/**
 * A configuration from the schema's defaults, then a file, then flags of their own, then `--set key=value`.
 * Values are JSON where they parse as JSON, else text.
 * @throws {UsageError | InputError} A key is unknown, a value does not fit, or the file cannot be read.
 */
export async function readConfig<S extends z.ZodObject>(
  schema: S,
  file: string | undefined,
  sets: readonly string[],
  flags: Readonly<Record<string, unknown>> = {},
): Promise<z.output<S>> {
  const values: Record<string, unknown> = { ...(file === undefined ? {} : await readJsonObject(file)), ...flags };
  for (const set of sets) {
    const at = set.indexOf("=");
    if (at < 1) throw new UsageError(`--set ${set}: expected key=value`);
    setAt(values, set.slice(0, at).split("."), parseValue(set.slice(at + 1)));
  }
  const known = Object.keys(schema.shape);
  for (const key of Object.keys(values)) {
    if (!known.includes(key)) throw unknownName("no setting", key, known);
  }
  const parsed = schema.safeParse(values);
  if (!parsed.success) throw new UsageError(`configuration: ${describeIssues(parsed.error, schema)}`);
  return parsed.data;
}

/** Puts a value under a dotted key: lossWeights.swap. */
function setAt(values: Record<string, unknown>, [key, ...rest]: readonly string[], value: unknown): void {
  if (rest.length === 0) {
    values[key!] = value;
    return;
  }
  const before = values[key!];
  const inner = { ...(typeof before === "object" && before !== null ? before : {}) } as Record<string, unknown>;
  setAt(inner, rest, value);
  values[key!] = inner;
}

function parseValue(text: string): unknown {
  const json = parseJson(text);
  return json === undefined ? text : json;
}

async function readJsonObject(file: string): Promise<Record<string, unknown>> {
  const text = await readFile(file, "utf8").catch((cause: NodeJS.ErrnoException) => {
    throw new InputError(`--config ${file}: cannot be read (${cause.code ?? "unknown error"})`, { cause });
  });
  const value = parseJson(text);
  if (value === null || typeof value !== "object" || Array.isArray(value)) {
    throw new InputError(`--config ${file}: expected one JSON object`);
  }
  return value as Record<string, unknown>;
}
