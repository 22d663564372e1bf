/** The encoding that train, eval and others read: named, among the folders, or made on the spot. */
import { join } from "node:path";
import { InputError } from "../data-schemas/errors.ts";
import { encode } from "./encode/encode.ts";
import type { EncoderChoice } from "./encode/open-encoder.ts";
import type { Context } from "./io/context.ts";
import { ENCODE, PAIRS } from "./io/layout.ts";
import { findManifest } from "./io/manifest.ts";
import type { Folders } from "./io/reader-set.ts";

/**
 * @param folders  Finished ingests, and perhaps pairs and one encode.
 * @param named    What `--encoded` said.
 * @param out      Where to put an encoding that has to be made: a folder `encoded` in it.
 * @throws {InputError} Two encodings are named, or a folder is of another stage.
 */
export async function findEncoding(
  folders: readonly string[],
  named: string | undefined,
  out: string,
  choice: EncoderChoice,
  context: Context,
): Promise<Folders> {
  const stages = await Promise.all(folders.map(async (dir) => (await findManifest(dir))?.stage));
  const of = (stage: string): string[] => folders.filter((_, i) => stages[i] === stage);
  const pairs = of(PAIRS);
  const ingested = folders.filter((_, i) => stages[i] !== ENCODE && stages[i] !== PAIRS);
  const encodings = [...(named === undefined ? [] : [named]), ...of(ENCODE)];
  if (encodings.length > 1)
    throw new InputError(`${encodings.join(", ")}: are ${encodings.length} encodings; name one`);
  if (encodings.length === 1) return { ingested, pairs, encoded: encodings[0]! };
  const encoded = join(out, "encoded");
  await encode({ folders: [...ingested, ...pairs], out: encoded, ...choice }, context);
  context.log(`encode: ${encoded}`);
  return { ingested, pairs, encoded };
}
