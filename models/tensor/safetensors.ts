/**
 * Named arrays as safetensors bytes: 8 bytes of header length (little-endian), a JSON header, the data.
 * Format: github.com/huggingface/safetensors, README "Format". Data starts on a multiple of 8 bytes, names are sorted,
 * ranges leave no gap; so equal trees give equal bytes.
 */
import { InputError } from "../../data-schemas/errors.ts";
import { safetensorsHeaderSchema } from "../../data-schemas/safetensors.ts";
import { type DType, HostArray, storageOf } from "./host-array.ts";
import { sizeOf } from "./shape.ts";
import { entries, fromEntries, type Tree } from "./tree.ts";

const NAMES: Readonly<Record<DType, "F32" | "I32" | "BOOL">> = { float32: "F32", int32: "I32", bool: "BOOL" };
const DTYPES = { F32: "float32", I32: "int32", BOOL: "bool" } as const;
/** The reference implementation refuses longer headers. */
const MAX_HEADER_BYTES = 100_000_000;

export function encodeSafetensors(tree: object, metadata: Readonly<Record<string, string>> = {}): Uint8Array {
  const leaves = entries<HostArray>(tree);
  const header: Record<string, unknown> = {};
  if (Object.keys(metadata).length > 0) header["__metadata__"] = Object.fromEntries(Object.entries(metadata).sort());
  let end = 0;
  for (const { path, leaf } of leaves) {
    const start = end;
    end += leaf.data.byteLength;
    header[path] = { dtype: NAMES[leaf.dtype], shape: leaf.shape, data_offsets: [start, end] };
  }
  const json = new TextEncoder().encode(JSON.stringify(header));
  const padded = Math.ceil(json.length / 8) * 8;
  const file = new Uint8Array(8 + padded + end);
  new DataView(file.buffer).setBigUint64(0, BigInt(padded), true);
  file.fill(0x20, 8 + json.length, 8 + padded);
  file.set(json, 8);
  let at = 8 + padded;
  for (const { leaf } of leaves) {
    file.set(new Uint8Array(leaf.data.buffer, leaf.data.byteOffset, leaf.data.byteLength), at);
    at += leaf.data.byteLength;
  }
  return file;
}

export interface Safetensors {
  readonly tree: Tree<HostArray>;
  readonly metadata: Readonly<Record<string, string>>;
}

/**
 * @param where  Names the file in messages.
 * @throws {InputError} The bytes are not a safetensors file of float32, int32 or bool arrays.
 */
export function decodeSafetensors(file: Uint8Array, where: string): Safetensors {
  const refuse = (what: string): InputError => new InputError(`${where}: not a safetensors file of ours: ${what}`);
  if (file.length < 8) throw refuse(`it has ${file.length} bytes, a header length alone has 8`);
  const length = Number(new DataView(file.buffer, file.byteOffset, 8).getBigUint64(0, true));
  if (length > MAX_HEADER_BYTES || 8 + length > file.length) {
    throw refuse(`its header claims ${length} bytes, the file has ${file.length}`);
  }
  const parsed = safetensorsHeaderSchema.safeParse(parseJson(file.subarray(8, 8 + length), refuse));
  if (!parsed.success) throw refuse(parsed.error.issues.map((issue) => issue.message).join("; "));
  // A plain view: the slice() of a Node Buffer would not copy.
  const data = new Uint8Array(file.buffer, file.byteOffset + 8 + length, file.length - 8 - length);
  let next = 0;
  const byRange = Object.entries(parsed.data.arrays).sort(([, a], [, b]) => a.data_offsets[0] - b.data_offsets[0]);
  for (const [
    path,
    {
      data_offsets: [start, end],
    },
  ] of byRange) {
    if (start !== next) throw refuse(`"${path}" starts at byte ${start}, the array before it ends at ${next}`);
    next = end;
  }
  if (next !== data.length) throw refuse(`its arrays end at byte ${next} of ${data.length}`);
  const leaves = Object.entries(parsed.data.arrays).map(
    ([
      path,
      {
        dtype,
        shape,
        data_offsets: [start, end],
      },
    ]) => {
      const type = DTYPES[dtype];
      const storage = storageOf(type);
      const bytes = sizeOf(shape) * storage.BYTES_PER_ELEMENT;
      if (end - start !== bytes || end > data.length) {
        throw refuse(`"${path}" spans bytes ${start} to ${end}, its shape [${shape}] needs ${bytes} of ${data.length}`);
      }
      if (type === "bool" && data.subarray(start, end).some((byte) => byte > 1))
        throw refuse(`"${path}" holds a BOOL above 1`);
      // A copy: the range need not be aligned for the element size.
      return { path, leaf: new HostArray(type, shape, new storage(data.slice(start, end).buffer as ArrayBuffer)) };
    },
  );
  return { tree: treeOf(leaves, refuse), metadata: parsed.data.metadata };
}

function treeOf(leaves: { path: string; leaf: HostArray }[], refuse: (what: string) => InputError): Tree<HostArray> {
  try {
    return fromEntries(leaves.sort((a, b) => (a.path < b.path ? -1 : 1)));
  } catch (error) {
    throw refuse((error as Error).message);
  }
}

function parseJson(bytes: Uint8Array, refuse: (what: string) => InputError): unknown {
  try {
    return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
  } catch {
    throw refuse("its header is not JSON");
  }
}
