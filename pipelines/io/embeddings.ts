/**
 * Embeddings of texts as an Arrow IPC file: a row a text, `content_id` and `embedding` (a fixed-size list of float32), so
 * that Python, R and DuckDB read it as it is.
 */
import { readFile } from "node:fs/promises";
import type { DataType as ArrowType, Table } from "apache-arrow";
import { InputError } from "../../data-schemas/errors.ts";
import { type WrittenFile, writeFileAtomic } from "./atomic-file.ts";

type Arrow = typeof import("apache-arrow");

/** Loaded when it is needed: it would be a tenth of the time that every command takes to start. */
const loadArrow = (): Promise<Arrow> => import("apache-arrow");

export interface Embeddings {
  readonly ids: readonly string[];
  /** Shape [ids, width], row-major. */
  readonly embedding: Float32Array;
  readonly width: number;
}

/** @param about  Written into the file's schema: which encoder, for instance. */
export async function writeEmbeddings(
  path: string,
  { ids, embedding, width }: Embeddings,
  about: Readonly<Record<string, string>>,
): Promise<WrittenFile> {
  const { Field, FixedSizeList, Float32, makeData, makeVector, Table, tableToIPC, Utf8, vectorFromArray } =
    await loadArrow();
  const type = new FixedSizeList(width, new Field("item", new Float32(), false));
  const child = makeData({ type: new Float32(), data: embedding });
  const lists = makeVector(makeData({ type, length: ids.length, nullCount: 0, child }));
  const table = new Table({ content_id: vectorFromArray([...ids], new Utf8()), embedding: lists });
  for (const [key, value] of Object.entries(about)) table.schema.metadata.set(key, value);
  return writeFileAtomic(path, tableToIPC(table, "file"));
}

/** @throws {InputError} The file is not such a table. */
export async function readEmbeddings(path: string): Promise<Embeddings> {
  const arrow = await loadArrow();
  const { DataType, Precision } = arrow;
  const isFloat32 = (type: ArrowType): boolean => DataType.isFloat(type) && type.precision === Precision.SINGLE;
  const table = readTable(arrow, await readFile(path), path);
  const ids = table.getChild("content_id");
  const lists = table.getChild("embedding");
  const type: ArrowType | undefined = lists?.type;
  if (ids === null || !DataType.isFixedSizeList(type) || !isFloat32(type.children[0]!.type)) {
    throw new InputError(
      `${path}: expected columns content_id and embedding, a fixed-size list of float32; run esus encode`,
    );
  }
  const width = type.listSize;
  const embedding = new Float32Array(table.numRows * width);
  let at = 0;
  for (const part of lists!.data) {
    const values = part.children[0]!.values as Float32Array;
    embedding.set(values.subarray(0, part.length * width), at);
    at += part.length * width;
  }
  return { ids: Array.from(ids as Iterable<string>), embedding, width };
}

function readTable({ tableFromIPC }: Arrow, bytes: Uint8Array, path: string): Table {
  try {
    return tableFromIPC(bytes);
  } catch (cause) {
    throw new InputError(`${path}: is no whole Arrow file; run esus encode`, { cause });
  }
}
