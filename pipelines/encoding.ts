/** The encoding that train and eval read: named, among the folders, or made on the spot. */
import { join } from "node:path";
import { InputError } from "../data-schemas/errors.ts";
import { encode } from "./encode/encode.ts";
import type { Context } from "./io/context.ts";
import { ENCODE } from "./io/layout.ts";
import { findManifest } from "./io/manifest.ts";

export interface Encoded {
  readonly ingested: readonly string[];
  readonly encoded: string;
}

/**
 * @param folders  Finished ingests, and perhaps one finished encode.
 * @param named    What `--encoded` said.
 * @param out      Where to put an encoding that has to be made: a folder `encoded` in it.
 * @throws {InputError} Two encodings are named, or a folder is neither.
 */
export async function findEncoding(
  folders: readonly string[],
  named: string | undefined,
  out: string,
  width: number,
  context: Context,
): Promise<Encoded> {
  const stages = await Promise.all(folders.map(async (dir) => (await findManifest(dir))?.stage));
  const found = folders.filter((_, i) => stages[i] === ENCODE);
  const ingested = folders.filter((_, i) => stages[i] !== ENCODE);
  const encodings = [...(named === undefined ? [] : [named]), ...found];
  if (encodings.length > 1)
    throw new InputError(`${encodings.join(", ")}: are ${encodings.length} encodings; name one`);
  if (encodings.length === 1) return { ingested, encoded: encodings[0]! };
  const encoded = join(out, "encoded");
  await encode({ ingested, out: encoded, width }, context);
  context.log(`encode: ${encoded}`);
  return { ingested, encoded };
}
