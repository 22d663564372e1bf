/** The one writer of JSON, which refuses the NaN and infinities that JSON.stringify turns into null; and its parser. */
import { NonFiniteError } from "../../data-schemas/errors.ts";

/**
 * Serialises a value to one line, keys in the order the producer gave them.
 * @throws {NonFiniteError} A number in it is not finite; the message has its path, never its neighbours.
 */
export function toJson(value: unknown, indent = 0): string {
  assertFinite(value, "$");
  return JSON.stringify(value, null, indent);
}

/** The value, or undefined for a text that is no JSON: the parser's own message would quote it, and it may hold readers' words. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** @throws {NonFiniteError} A number in it is not finite. */
export function assertFinite(value: unknown, path: string): void {
  if (typeof value === "number" && !Number.isFinite(value)) {
    throw new NonFiniteError(`toJson: ${path} is ${value}; fix what made it, or write null with a reason`);
  }
  if (value === null || typeof value !== "object") return;
  // The path is spelled out only for what is refused: most values are not.
  for (const key in value) {
    const child = (value as Record<string, unknown>)[key];
    if (typeof child === "number" ? !Number.isFinite(child) : typeof child === "object")
      assertFinite(child, `${path}.${key}`);
  }
}
