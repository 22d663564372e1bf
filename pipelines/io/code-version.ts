/** The package version and a hash of its source, so that results of other code are never reused. */
import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import { PACKAGE_ROOT } from "./package-root.ts";

const SOURCE_FOLDERS = ["data-schemas", "models", "eval", "pipelines"];

let cached: Promise<string> | null = null;

export function codeVersion(): Promise<string> {
  cached ??= compute();
  return cached;
}

export async function packageVersion(): Promise<string> {
  const text = await readFile(join(PACKAGE_ROOT, "package.json"), "utf8");
  return z.looseObject({ version: z.string() }).parse(JSON.parse(text)).version;
}

async function compute(): Promise<string> {
  const hash = createHash("sha256");
  for (const folder of SOURCE_FOLDERS) {
    const names = await readdir(join(PACKAGE_ROOT, folder), { recursive: true });
    for (const name of names.filter((path) => /\.(ts|js)$/.test(path)).sort()) {
      hash.update(name).update(await readFile(join(PACKAGE_ROOT, folder, name)));
    }
  }
  return `${await packageVersion()}+${hash.digest("hex").slice(0, 12)}`;
}
