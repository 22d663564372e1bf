/** Rows of a CSV file with a header, plain or gzip. Quoted newlines, a byte order mark and CRLF are understood. */
import { basename } from "node:path";
import { Readable } from "node:stream";
import { parse } from "csv-parse";
import type { z } from "zod";
import { InputError } from "../../data-schemas/errors.ts";
import { describeIssues, type Row, type RowBatches } from "./jsonl.ts";
import { brokenOff, textChunks } from "./lines.ts";

const BATCH = 512;

export interface CsvOptions {
  readonly delimiter?: string;
  /** Changes the names of the header, where a source leaves one empty or varies it. */
  readonly header?: (names: readonly string[]) => readonly string[];
}

/**
 * One Row a record; every field is a string. A record with too few or too many fields is yielded as refused.
 * `line` is the line on which the record starts.
 * @throws {TruncatedFileError} A gzip stream breaks off.
 */
export async function* readCsv<S extends z.ZodType>(
  path: string,
  schema: S,
  { delimiter = ",", header: rename = (names) => names }: CsvOptions = {},
): RowBatches<z.output<S>> {
  const parser = Readable.from(textChunks(path)).compose(
    parse({ delimiter, bom: true, info: true, relax_column_count: true, relax_quotes: true, skip_empty_lines: true }),
  );
  let header: readonly string[] | null = null;
  let nextLine = 1;
  let batch: Row<z.output<S>>[] = [];
  try {
    for await (const { record, info } of parser as AsyncIterable<{ record: string[]; info: { lines: number } }>) {
      const line = nextLine;
      nextLine = info.lines + 1;
      if (header === null) {
        header = rename(record);
        continue;
      }
      batch.push(toRow(header, record, line, schema));
      if (batch.length < BATCH) continue;
      yield batch;
      batch = [];
    }
  } catch (cause) {
    // What was whole goes first.
    yield batch;
    throw csvBroken(cause, path, nextLine);
  }
  yield batch;
  if (header === null) throw new InputError(`${path}: is empty; expected a header line`);
}

/** A quote that is never closed swallows the rest of the file: no row after it can be told. */
function csvBroken(cause: unknown, path: string, line: number): unknown {
  const { code } = cause as { code?: string };
  if (code === undefined || !code.startsWith("CSV_")) return brokenOff(cause, path, line - 1);
  return new InputError(
    `${basename(path)}: the record that starts at line ${line} never ends (${code}); mend the file`,
  );
}

function toRow<S extends z.ZodType>(
  header: readonly string[],
  record: readonly string[],
  line: number,
  schema: S,
): Row<z.output<S>> {
  if (record.length !== header.length) {
    const detail = `expected ${header.length} fields, got ${record.length}`;
    return { ok: false, line, reason: "field-count", detail };
  }
  const parsed = schema.safeParse(Object.fromEntries(header.map((name, i) => [name, record[i]])));
  if (parsed.success) return { ok: true, line, value: parsed.data };
  return { ok: false, line, reason: "schema", detail: describeIssues(parsed.error, schema) };
}
