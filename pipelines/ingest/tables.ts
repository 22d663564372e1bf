/** Sources that are made of tables: which file is which by its name, and one item for every row of it. */
import { basename, extname } from "node:path";
import type { z } from "zod";
import { parseLine, type Row } from "../io/jsonl.ts";
import { type Line, lineBatches, TruncatedFileError } from "../io/lines.ts";
import { archiveOf } from "../io/zip.ts";
import type { Item, ItemBatches, ReadOptions, SourceAbout, SourceAdapter } from "./adapter.ts";

export interface Table {
  /** Of the file's name, without folder and without .gz; a member of an archive may have it from the archive's name. */
  readonly pattern: RegExp;
  read(file: string, options: ReadOptions): ItemBatches;
  /** Of a table whose lines each stand alone: what becomes of a line, so that threads can share the file. */
  lineItem?(file: string, options: ReadOptions): (line: Line) => Item;
}

/** A file takes the first table whose pattern fits; files that fit none are left alone. */
export function tableSource(about: SourceAbout, tables: readonly Table[]): SourceAdapter {
  const tableOf = (file: string): Table | undefined =>
    [tableName(file), archiveName(file)].map((name) => tables.find(({ pattern }) => pattern.test(name))).find(Boolean);
  return {
    ...about,
    select: (files) => files.filter((file) => tableOf(file) !== undefined),
    async *read(files, options) {
      for (const file of files) yield* wholeRows(tableOf(file)!.read(file, options));
    },
    lineItem: (file, options) => tableOf(file)?.lineItem?.(file, options),
  };
}

/** "x.csv" of "dir/x.csv.gz" and of "archive.zip::dir/x.csv". */
export function tableName(file: string): string {
  return basename(file.replaceAll("::", "/")).replace(/\.gz$/, "");
}

/** "reviews.csv" for members of "reviews.zip" that are CSV files. */
function archiveName(file: string): string {
  const archive = archiveOf(file);
  return archive === file ? "" : basename(archive).replace(/\.zip$/, extname(tableName(file)));
}

/** A file that breaks off ends with an item that says so; the files after it are read all the same. */
export async function* wholeRows(items: ItemBatches): ItemBatches {
  try {
    yield* items;
  } catch (error) {
    if (!(error instanceof TruncatedFileError)) throw error;
    yield [{ kind: "broken", message: error.message }];
  }
}

type Kept = Omit<Extract<Item, { kind: "kept" }>, "kind">;

/** A table of JSON lines, each a row. `toItem` refuses by throwing RowRefused. */
export function lineTable<S extends z.ZodType>(
  pattern: RegExp,
  schema: S,
  toItem: (value: z.output<S>, line: number, file: string, options: ReadOptions) => Kept,
): Table {
  const lineItem = (file: string, options: ReadOptions): ((line: Line) => Item) => {
    const ofRow = itemOf<z.output<S>>(file, (value, line) => toItem(value, line, file, options));
    return ({ number, text }) => ofRow(parseLine(number, text, schema));
  };
  return {
    pattern,
    lineItem,
    async *read(file, options) {
      const ofLine = lineItem(file, options);
      for await (const lines of lineBatches(file)) yield lines.map(ofLine);
    },
  };
}

/** A reason code, and what was expected and came. */
export class RowRefused extends Error {
  override readonly name = "RowRefused";
  readonly reason: string;

  constructor(reason: string, detail: string) {
    super(detail);
    this.reason = reason;
  }
}

/**
 * One item a row: what `toItem` makes of it, or its refusal. `toItem` refuses by throwing RowRefused.
 */
export async function* itemsOf<T>(
  file: string,
  rows: AsyncIterable<readonly Row<T>[]>,
  toItem: (value: T, line: number) => Kept,
): ItemBatches {
  const ofRow = itemOf(file, toItem);
  for await (const batch of rows) yield batch.map(ofRow);
}

function itemOf<T>(file: string, toItem: (value: T, line: number) => Kept): (row: Row<T>) => Item {
  return (row) => {
    if (!row.ok) return refusedRow(file, row.line, row.reason, row.detail);
    try {
      return { kind: "kept", ...toItem(row.value, row.line) };
    } catch (error) {
      if (!(error instanceof RowRefused)) throw error;
      return refusedRow(file, row.line, error.reason, error.message);
    }
  };
}

function refusedRow(file: string, line: number, reason: string, detail: string): Item {
  return { kind: "refused", refusal: { file: basename(file), line, reason, detail } };
}
