/** Members of zip archives as streams. A member is named `ARCHIVE.zip::MEMBER` wherever a path is taken. */
import { basename } from "node:path";
import { type Entry, openPromise, type ZipFile } from "yauzl";
import { InputError } from "../../data-schemas/errors.ts";

export const MEMBER = "::";

/** A member that claims to unpack to more than this, at more than this ratio, is taken for a bomb. */
const BOMB_BYTES = 2 ** 30;
const BOMB_RATIO = 200;

export function archiveOf(path: string): string {
  return path.split(MEMBER)[0]!;
}

/** File names below a zip archive, as paths. @throws {InputError} It is no archive, or a bomb. */
export async function zipMembers(archive: string): Promise<string[]> {
  const names: string[] = [];
  await withArchive(archive, async (zip) => {
    for await (const entry of zip.eachEntry()) {
      checkSize(archive, entry);
      if (!entry.fileName.endsWith("/")) names.push(`${archive}${MEMBER}${entry.fileName}`);
    }
  });
  return names.sort();
}

/** Unpacked bytes of one member. */
export async function* zipChunks(path: string): AsyncGenerator<Uint8Array> {
  const archive = archiveOf(path);
  const member = path.slice(archive.length + MEMBER.length);
  const zip = await open(archive);
  try {
    for await (const entry of zip.eachEntry()) {
      if (entry.fileName !== member) continue;
      checkSize(archive, entry);
      for await (const chunk of await zip.openReadStreamPromise(entry)) yield chunk as Uint8Array;
      return;
    }
  } finally {
    zip.close();
  }
  throw new InputError(`${basename(archive)}: holds no "${member}"`);
}

async function withArchive(archive: string, work: (zip: ZipFile) => Promise<void>): Promise<void> {
  const zip = await open(archive);
  try {
    await work(zip);
  } finally {
    zip.close();
  }
}

function open(archive: string): Promise<ZipFile> {
  return openPromise(archive, { lazyEntries: true, autoClose: false }).catch((cause: Error) => {
    throw new InputError(`${basename(archive)}: is not a readable zip archive (${cause.message})`, { cause });
  });
}

function checkSize(archive: string, { fileName, compressedSize, uncompressedSize }: Entry): void {
  if (uncompressedSize > BOMB_BYTES && uncompressedSize > BOMB_RATIO * compressedSize) {
    throw new InputError(
      `${basename(archive)}: member "${fileName}" claims to unpack from ${compressedSize} to ${uncompressedSize} bytes; ` +
        "if that is really so, unpack it and pass the folder",
    );
  }
}
