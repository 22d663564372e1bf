/** Reading and checking manifests: a folder without one is not finished, and no stage takes it as input. */
import { readFile, stat } from "node:fs/promises";
import { basename, join } from "node:path";
import { InputError } from "../../data-schemas/errors.ts";
import { type FileEntry, type Manifest, manifestSchema } from "../../data-schemas/manifest.ts";
import { sha256File } from "./hash.ts";
import { parseJson } from "./json.ts";

export const MANIFEST = "manifest.json";

/** The manifest of a folder, or null when the stage there did not finish. @throws {InputError} It is damaged. */
export async function findManifest(dir: string): Promise<Manifest | null> {
  let text: string;
  try {
    text = await readFile(join(dir, MANIFEST), "utf8");
  } catch {
    return null;
  }
  const json = parseJson(text);
  if (json === undefined)
    throw new InputError(
      `${join(dir, MANIFEST)}: is not JSON; choose another folder, or run the stage that wrote it again`,
    );
  const parsed = manifestSchema.safeParse(json);
  if (!parsed.success)
    throw new InputError(
      `${join(dir, MANIFEST)}: is damaged or not ours; choose another folder, or run the stage that wrote it again`,
    );
  return parsed.data;
}

/**
 * The manifest of a finished stage of one of the given kinds.
 * @throws {InputError} There is none, it is of another stage, or a file differs from what was written.
 */
export async function requireManifest(dir: string, stages: readonly string[]): Promise<Manifest> {
  const manifest = await findManifest(dir);
  if (manifest === null) {
    throw new InputError(`${dir}: holds no ${MANIFEST}, so no finished ${stages.join(" or ")}; run that stage first`);
  }
  if (!stages.includes(manifest.stage)) {
    throw new InputError(`${dir}: holds the output of "${manifest.stage}"; expected ${stages.join(" or ")}`);
  }
  const changed = await firstChanged(dir, manifest);
  if (changed !== null) {
    throw new InputError(`${join(dir, changed)}: differs from what ${manifest.stage} wrote; run the stage again`);
  }
  return manifest;
}

/** Name of an output that is gone or has other bytes than when it was written; null when all are intact. */
export async function firstChanged(dir: string, manifest: Manifest): Promise<string | null> {
  for (const { name, bytes, sha256 } of manifest.outputs) {
    const info = await stat(join(dir, name)).catch(() => null);
    if (info === null || info.size !== bytes || (await sha256File(join(dir, name))) !== sha256) return name;
  }
  return null;
}

/** Describes input files; names are kept without their folders, which differ between machines. */
export async function describeFiles(paths: readonly string[]): Promise<FileEntry[]> {
  return Promise.all(
    paths.map(async (path) => {
      const info = await stat(path).catch((cause: NodeJS.ErrnoException) => {
        throw new InputError(`${path}: cannot be read (${cause.code ?? "unknown error"}); check the path`, { cause });
      });
      if (info.isDirectory()) throw new InputError(`${path}: is a folder; expected a file`);
      return { name: basename(path), sha256: await sha256File(path), bytes: info.size, rows: null };
    }),
  );
}
