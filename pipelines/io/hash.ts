/** Checksums. */
import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { toJson } from "./json.ts";

export function sha256File(path: string): Promise<string> {
  return sha256Chunks(createReadStream(path) as AsyncIterable<Uint8Array>);
}

export async function sha256Chunks(chunks: AsyncIterable<Uint8Array>): Promise<string> {
  const hash = createHash("sha256");
  for await (const chunk of chunks) hash.update(chunk);
  return hash.digest("hex");
}

export function sha256(content: string | Uint8Array): string {
  return createHash("sha256").update(content).digest("hex");
}

/** A hash of a value that does not depend on the order of its keys. */
export function hashValue(value: unknown): string {
  return sha256(toJson(sortKeys(value)));
}

function sortKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sortKeys);
  if (value === null || typeof value !== "object") return value;
  const sorted = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(sorted.map(([key, child]) => [key, sortKeys(child)]));
}
