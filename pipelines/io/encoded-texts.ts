/**
 * Encoded texts as an Arrow IPC file, a row a text, so that Python, R and DuckDB read it as it is: content_id, text_hash,
 * language, segments (how many windows), embedding (their vectors, one after the other, then zeros), measured, columns
 * (the narrative columns as measured; zeros where `measured` is false).
 */
import { readFile } from "node:fs/promises";
import type { FixedSizeList, Table } from "apache-arrow";
import { InputError } from "../../data-schemas/errors.ts";
import type { Language } from "../../models/content/language.ts";
import { type WrittenFile, writeFileAtomic } from "./atomic-file.ts";

type Arrow = typeof import("apache-arrow");

/** Loaded when it is needed: it would be a tenth of the time that every command takes to start. */
const loadArrow = (): Promise<Arrow> => import("apache-arrow");

/** C texts, S segments, E width of a vector, F narrative columns. */
export interface EncodedTexts {
  readonly ids: readonly string[];
  readonly hashes: readonly string[];
  readonly languages: readonly Language[];
  /** Vectors of each text, in [0, S]. Shape [C]. */
  readonly segments: Uint8Array;
  /** Shape [C, S, E], row-major. */
  readonly embedding: Float32Array;
  /** Whether the columns were measured. Shape [C]; 0 or 1. */
  readonly measured: Uint8Array;
  /** Shape [C, F], row-major. */
  readonly columns: Float32Array;
  readonly width: number;
  readonly encoder: string;
  /** Of the program that measured the columns. */
  readonly code: string;
  readonly columnNames: readonly string[];
}

export async function writeEncodedTexts(path: string, texts: EncodedTexts): Promise<WrittenFile> {
  const { Field, FixedSizeList, Float32, makeData, makeVector, Table, tableToIPC, Uint8, Utf8, vectorFromArray } =
    await loadArrow();
  const rows = texts.ids.length;
  const lists = (values: Float32Array, size: number) => {
    const type = new FixedSizeList(size, new Field("item", new Float32(), false));
    const child = makeData({ type: new Float32(), data: values });
    return makeVector(makeData({ type, length: rows, nullCount: 0, child }));
  };
  const words = (values: readonly string[]) => vectorFromArray([...values], new Utf8());
  const bytes = (values: Uint8Array) => makeVector(makeData({ type: new Uint8(), data: values }));
  const table = new Table({
    content_id: words(texts.ids),
    text_hash: words(texts.hashes),
    language: words(texts.languages),
    segments: bytes(texts.segments),
    embedding: lists(texts.embedding, rows === 0 ? texts.width : texts.embedding.length / rows),
    measured: bytes(texts.measured),
    columns: lists(texts.columns, texts.columnNames.length),
  });
  table.schema.metadata.set("encoder", texts.encoder);
  table.schema.metadata.set("code", texts.code);
  table.schema.metadata.set("width", String(texts.width));
  table.schema.metadata.set("narrative_columns", texts.columnNames.join(" "));
  return writeFileAtomic(path, tableToIPC(table, "file"));
}

/** @throws {InputError} The file is not such a table. */
export async function readEncodedTexts(path: string): Promise<EncodedTexts> {
  const table = readTable(await loadArrow(), await readFile(path), path);
  const metadata = (name: string): string => table.schema.metadata.get(name) ?? "";
  const names = ["content_id", "text_hash", "language", "segments", "embedding", "measured", "columns"];
  const missing = names.filter((name) => table.getChild(name) === null);
  const width = Number(metadata("width"));
  if (missing.length > 0 || !(width >= 1))
    throw new InputError(`${path}: lacks ${[...missing, "width"].join(", ")}; run esus encode again`);
  const words = (name: string): string[] => Array.from(table.getChild(name) as Iterable<string>);
  const bytes = (name: string): Uint8Array => Uint8Array.from(table.getChild(name) as Iterable<number>);
  return {
    ids: words("content_id"),
    hashes: words("text_hash"),
    languages: words("language") as Language[],
    segments: bytes("segments"),
    embedding: floats(table, "embedding"),
    measured: bytes("measured"),
    columns: floats(table, "columns"),
    width,
    encoder: metadata("encoder"),
    code: metadata("code"),
    columnNames: metadata("narrative_columns").split(" "),
  };
}

/** All values of a column of fixed-size lists, one after the other. */
function floats(table: Table, name: string): Float32Array {
  const lists = table.getChild(name)!;
  const { listSize } = lists.type as FixedSizeList;
  const parts = lists.data.map((part) =>
    (part.children[0]!.values as Float32Array).subarray(0, part.length * listSize),
  );
  const out = new Float32Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    out.set(part, at);
    at += part.length;
  }
  return out;
}

function readTable({ tableFromIPC }: Arrow, bytes: Uint8Array, path: string): Table {
  try {
    return tableFromIPC(bytes);
  } catch (cause) {
    throw new InputError(`${path}: is no whole Arrow file; run esus encode`, { cause });
  }
}
