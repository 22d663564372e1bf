/** The text encoder that comes with ESUS: its table is read from checkpoints/. `npm run encoder` fits it anew. */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import { InputError } from "../../data-schemas/errors.ts";
import { LSA_BUCKETS, LSA_ENCODER, type LsaEncoder } from "../../models/content/lsa-encoder.ts";
import { writeFileAtomic } from "../io/atomic-file.ts";
import { parseJson, toJson } from "../io/json.ts";
import { PACKAGE_ROOT } from "../io/package-root.ts";

export const EMBEDDED_FILE = join(PACKAGE_ROOT, "checkpoints", "encoder.bin");

/** First line of the file; behind it the table: idf as float32, then the projection as int8. */
const headerSchema = z.strictObject({
  encoder: z.literal(LSA_ENCODER),
  width: z.int().min(1),
  buckets: z.literal(LSA_BUCKETS),
  scale: z.array(z.number()),
  /** Whose texts it was fitted on, and how many windows of each. */
  fitted_on: z.record(z.string(), z.int()),
});
export type FittedOn = z.infer<typeof headerSchema>["fitted_on"];

const NEWLINE = 10;

/** @throws {InputError} The file is missing or damaged. */
export async function readEmbeddedEncoder(file = EMBEDDED_FILE): Promise<LsaEncoder> {
  const bytes = await readFile(file).catch((cause: NodeJS.ErrnoException) => {
    throw new InputError(`${file}: cannot be read (${cause.code}); it comes with ESUS: restore it`, { cause });
  });
  const end = bytes.indexOf(NEWLINE);
  const header = headerSchema.safeParse(parseJson(bytes.toString("utf8", 0, Math.max(0, end))));
  const body = bytes.subarray(end + 1);
  const expected = header.success ? LSA_BUCKETS * (4 + header.data.width) : -1;
  if (!header.success || body.length !== expected)
    throw new InputError(`${file}: is no table of ${LSA_ENCODER}; it comes with ESUS: restore it`);
  const { width, scale } = header.data;
  const idf = new Float32Array(LSA_BUCKETS);
  const view = new DataView(body.buffer, body.byteOffset, body.byteLength);
  for (let place = 0; place < LSA_BUCKETS; place++) idf[place] = view.getFloat32(4 * place, true);
  const projection = new Int8Array(body.buffer, body.byteOffset + 4 * LSA_BUCKETS, LSA_BUCKETS * width);
  return { width, idf, projection, scale: Float32Array.from(scale) };
}

export async function writeEmbeddedEncoder(encoder: LsaEncoder, fittedOn: FittedOn, file = EMBEDDED_FILE) {
  const { width, idf, projection, scale } = encoder;
  const header = { encoder: LSA_ENCODER, width, buckets: LSA_BUCKETS, scale: [...scale], fitted_on: fittedOn } as const;
  const table = Buffer.alloc(4 * LSA_BUCKETS);
  for (const [place, weight] of idf.entries()) table.writeFloatLE(weight, 4 * place);
  return writeFileAtomic(
    file,
    Buffer.concat([Buffer.from(`${toJson(headerSchema.parse(header))}\n`), table, Buffer.from(projection.buffer)]),
  );
}
