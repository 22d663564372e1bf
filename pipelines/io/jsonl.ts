/** Reading and writing JSON Lines: the only module that turns lines into records and back. */
import { z } from "zod";
import { InputError } from "../../data-schemas/errors.ts";
import { AtomicFile, type WrittenFile } from "./atomic-file.ts";
import { parseJson, toJson } from "./json.ts";
import { lineBatches } from "./lines.ts";

export type Row<T> =
  | { readonly ok: true; readonly line: number; readonly value: T }
  | { readonly ok: false; readonly line: number; readonly reason: string; readonly detail: string };

/** Rows in the order of their file, some at a time. */
export type RowBatches<T> = AsyncGenerator<readonly Row<T>[]>;

/** One Row a line. A bad line is yielded, never thrown and never skipped. */
export async function* readJsonl<S extends z.ZodType>(path: string, schema: S): RowBatches<z.output<S>> {
  for await (const lines of lineBatches(path)) yield lines.map(({ number, text }) => parseLine(number, text, schema));
}

export function parseLine<S extends z.ZodType>(line: number, text: string, schema: S): Row<z.output<S>> {
  const json = parseJson(text);
  if (json === undefined) return { ok: false, line, reason: "not-json", detail: "expected one JSON value" };
  const parsed = schema.safeParse(json);
  if (parsed.success) return { ok: true, line, value: parsed.data };
  return { ok: false, line, reason: "schema", detail: describeIssues(parsed.error, schema) };
}

/** Paths and what was expected there; no values, and no names but the schema's: others may be a reader's. */
export function describeIssues(error: z.ZodError, schema: z.ZodType): string {
  const issues = error.issues.map((issue) => {
    const path = issue.path.length === 0 ? "the row" : knownPath(schema, issue.path);
    const what = issue.code === "unrecognized_keys" ? `has ${issue.keys.length} unknown fields` : issue.message;
    return `${path}: ${what}`;
  });
  return issues.slice(0, 3).join("; ") + (issues.length > 3 ? `; and ${issues.length - 3} more` : "");
}

/** The path with "*" for each part that is a key of a record. */
function knownPath(schema: z.ZodType, path: readonly PropertyKey[]): string {
  let at: unknown = schema;
  return path
    .map((part) => {
      while (at instanceof z.ZodOptional || at instanceof z.ZodNullable || at instanceof z.ZodDefault) at = at.unwrap();
      if (at instanceof z.ZodPipe) at = at.in;
      const shape = at instanceof z.ZodObject ? (at.shape as Record<string, unknown>) : null;
      const known = typeof part === "number" || (shape !== null && Object.hasOwn(shape, String(part)));
      at = shape?.[String(part)] ?? (at instanceof z.ZodArray ? at.element : null);
      return known ? String(part) : "*";
    })
    .join(".");
}

/**
 * Rows of a file that we wrote ourselves: a bad one is an error, not a refusal.
 * @throws {InputError} A row does not fit the schema.
 */
export async function* readOwnJsonl<S extends z.ZodType>(path: string, schema: S): AsyncGenerator<z.output<S>> {
  for await (const rows of readJsonl(path, schema)) {
    for (const row of rows) {
      if (!row.ok)
        throw new InputError(`${path}:${row.line}: ${row.detail}; the file was changed after it was written`);
      yield row.value;
    }
  }
}

export interface WrittenRows extends WrittenFile {
  readonly rows: number;
}

export class JsonlWriter {
  readonly #file: AtomicFile;
  #rows = 0;

  private constructor(file: AtomicFile) {
    this.#file = file;
  }

  static async create(path: string): Promise<JsonlWriter> {
    return new JsonlWriter(await AtomicFile.create(path));
  }

  /** Takes `rows` lines that are ready, each with its end, without waiting. Drain now and then. */
  pushLines(lines: string, rows: number): void {
    if (rows === 0) return;
    this.#rows += rows;
    this.#file.push(lines);
  }

  /** Waits for the disk where much has come together. */
  drain(): Promise<void> | undefined {
    return this.#file.drain();
  }

  /** Await it: every now and then it waits for the disk. */
  write(record: unknown): Promise<void> | undefined {
    this.pushLines(`${toJson(record)}\n`, 1);
    return this.drain();
  }

  /** Takes encoded text with the ends of `rows` lines. */
  writeBytes(bytes: Uint8Array, rows: number): Promise<void> | undefined {
    this.#rows += rows;
    return this.#file.write(bytes);
  }

  /** @param durable As of AtomicFile.commit. */
  async commit(durable = true): Promise<WrittenRows> {
    return { ...(await this.#file.commit(durable)), rows: this.#rows };
  }

  async abort(): Promise<void> {
    await this.#file.abort();
  }
}
