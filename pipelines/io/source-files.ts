/** Paths that a user names, as single files: of a folder the files right in it, of a zip archive its members. */
import { readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import { InputError } from "../../data-schemas/errors.ts";
import { zipMembers } from "./zip.ts";

/** Sorted within each given path, so that the order of a folder listing does not matter. */
export async function expandPaths(paths: readonly string[]): Promise<string[]> {
  const files: string[] = [];
  for (const path of paths) {
    const info = await stat(path).catch((cause: NodeJS.ErrnoException) => {
      throw new InputError(`${path}: cannot be read (${cause.code ?? "unknown error"}); check the path`, { cause });
    });
    const found = info.isDirectory() ? await filesIn(path) : [path];
    for (const file of found)
      files.push(...(file.endsWith(".zip") ? (await zipMembers(file)).filter(isContent) : [file]));
  }
  return files;
}

/** macOS packs a shadow of every file. */
const isContent = (member: string): boolean => !/(?:::|\/)(?:__MACOSX\/|\._[^/]*$)/.test(member);

async function filesIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(folder, entry.name))
    .sort();
}
