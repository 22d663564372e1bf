/**
 * Rows of a schema as Parquet and back: each plain field is a typed column, each nested one a JSON column. A field that a
 * row lacks is null there; no top-level field of ours is null by itself.
 */
import { rename, rm } from "node:fs/promises";
import { basename } from "node:path";
import { parquetMetadataAsync, parquetReadObjects } from "hyparquet";
import { asyncBufferFromFile } from "hyparquet/src/node.js";
import { type BasicType, fileWriter, parquetWriteRows } from "hyparquet-writer";
import { z } from "zod";
import { InputError } from "../../data-schemas/errors.ts";
import { sha256File } from "./hash.ts";
import { assertFinite, parseJson } from "./json.ts";
import { describeIssues, type Row, type RowBatches } from "./jsonl.ts";

/** Few enough rows to hold in memory, enough to compress. */
const ROWS_A_GROUP = 10_000;

/** @returns Number of rows. The file appears under its name when it is whole. */
export async function writeParquet<S extends z.ZodObject>(
  path: string,
  schema: S,
  rows: AsyncIterable<z.output<S>>,
): Promise<{ rows: number; bytes: number; sha256: string }> {
  const columns = columnsOf(schema);
  const partial = `${path}.partial`;
  let count = 0;
  async function* counted(): AsyncGenerator<Record<string, unknown>> {
    for await (const row of rows) {
      assertFinite(row, "$");
      count++;
      const fields = row as Record<string, unknown>;
      yield Object.fromEntries(columns.map(({ name, type }) => [name, stored(fields[name], type)]));
    }
  }
  try {
    const writer = fileWriter(partial);
    await parquetWriteRows({
      writer,
      rows: counted(),
      columns,
      schema: schemaElements(columns),
      rowGroupSize: ROWS_A_GROUP,
    });
    const { byteLength: bytes } = await asyncBufferFromFile(partial);
    const sha256 = await sha256File(partial);
    await rename(partial, path);
    return { rows: count, bytes, sha256 };
  } catch (error) {
    await rm(partial, { force: true });
    throw error;
  }
}

/** One Row a row; `line` counts rows from 1. @throws {InputError} The file is no Parquet file. */
export async function* readParquet<S extends z.ZodObject>(path: string, schema: S): RowBatches<z.output<S>> {
  const file = await asyncBufferFromFile(path);
  const metadata = await parquetMetadataAsync(file).catch((cause: unknown) => {
    throw new InputError(`${basename(path)}: is no whole Parquet file; write it again`, { cause });
  });
  const json = new Set(columnsOf(schema).flatMap(({ name, type }) => (type === "JSON" ? [name] : [])));
  const total = Number(metadata.num_rows);
  for (let start = 0; start < total; start += ROWS_A_GROUP) {
    const rows = await parquetReadObjects({
      file,
      metadata,
      rowStart: start,
      rowEnd: Math.min(total, start + ROWS_A_GROUP),
    }).catch(() => {
      // The library's own message may quote a cell.
      throw new InputError(`${basename(path)}: rows from ${start + 1} on cannot be read; write the file again`);
    });
    yield rows.map((row, i) => toRow(row, start + i + 1, schema, json));
  }
}

function toRow<S extends z.ZodObject>(
  row: Readonly<Record<string, unknown>>,
  line: number,
  schema: S,
  json: ReadonlySet<string>,
): Row<z.output<S>> {
  const present = Object.entries(row).flatMap(([name, value]) =>
    value === null || value === undefined ? [] : [[name, json.has(name) ? parsed(value) : narrowed(value)]],
  );
  const checked = schema.safeParse(Object.fromEntries(present));
  return checked.success
    ? { ok: true, line, value: checked.data }
    : { ok: false, line, reason: "schema", detail: describeIssues(checked.error, schema) };
}

function stored(value: unknown, type: BasicType): unknown {
  if (value === undefined) return null;
  return type === "INT64" ? BigInt(value as number) : value;
}

/** Other writers give JSON as text. */
function parsed(value: unknown): unknown {
  const json = typeof value === "string" ? parseJson(value) : undefined;
  return json === undefined ? value : json;
}

function narrowed(value: unknown): unknown {
  return typeof value === "bigint" && Number.isSafeInteger(Number(value)) ? Number(value) : value;
}

interface Column {
  readonly name: string;
  readonly type: BasicType;
}

function columnsOf(schema: z.ZodObject): Column[] {
  return Object.entries(schema.shape).map(([name, field]) => ({ name, type: typeOf(field as z.ZodType) }));
}

function typeOf(field: z.ZodType): BasicType {
  if (field instanceof z.ZodOptional || field instanceof z.ZodNullable) return typeOf(field.unwrap() as z.ZodType);
  if (field instanceof z.ZodString || field instanceof z.ZodEnum) return "STRING";
  if (field instanceof z.ZodBoolean) return "BOOLEAN";
  if (field instanceof z.ZodNumber) return field.format === "safeint" ? "INT64" : "DOUBLE";
  if (field instanceof z.ZodLiteral && [...field.values].every((value) => Number.isInteger(value))) return "INT64";
  if (field instanceof z.ZodLiteral) return "STRING";
  return "JSON";
}

/** Written out, so that a column without a value still has its type. */
function schemaElements(columns: readonly Column[]) {
  const element = ({ name, type }: Column) => {
    const plain = { name, repetition_type: "OPTIONAL" as const };
    if (type === "STRING") return { ...plain, type: "BYTE_ARRAY" as const, converted_type: "UTF8" as const };
    if (type === "JSON") return { ...plain, type: "BYTE_ARRAY" as const, converted_type: "JSON" as const };
    return { ...plain, type: type as "BOOLEAN" | "DOUBLE" | "INT64" };
  };
  return [{ name: "root", num_children: columns.length }, ...columns.map(element)];
}
