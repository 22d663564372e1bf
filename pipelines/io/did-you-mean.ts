/** Unknown names get the nearest known one. */
import { closest } from "fastest-levenshtein";
import { UsageError } from "../../data-schemas/errors.ts";

/** @param what  What was asked for, such as `no source` or `--device: no`. */
export function unknownName(what: string, name: string, known: readonly string[]): UsageError {
  return new UsageError(`${what} "${name}". Did you mean "${closest(name, [...known])}"? Known: ${known.join(", ")}`);
}
