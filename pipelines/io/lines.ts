/** Lines of a text file, plain or gzip, one at a time: memory does not grow with the file. */
import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import { basename } from "node:path";
import { Readable } from "node:stream";
import { createGunzip } from "node:zlib";
import { InputError } from "../../data-schemas/errors.ts";
import { MEMBER, zipChunks } from "./zip.ts";

/** A compressed file that ends in the middle. What was whole has been yielded before this is thrown. */
export class TruncatedFileError extends InputError {
  override readonly name = "TruncatedFileError";
}

export interface Line {
  /** From 1. */
  readonly number: number;
  readonly text: string;
}

/**
 * Yields lines without their ends ("\n" or "\r\n"), as many at a time as one read of the disk gives: a promise a line
 * costs more than the line. A byte order mark is dropped. The last line may lack its end.
 * @throws {InputError} The path is not a readable file.
 * @throws {TruncatedFileError} A gzip stream breaks off; the message names the last whole line.
 */
export async function* lineBatches(path: string): AsyncGenerator<readonly Line[]> {
  let number = 0;
  let rest = "";
  try {
    for await (const chunk of textChunks(path)) {
      const parts = (rest + chunk).split("\n");
      rest = parts.pop()!;
      const lines = numbered(parts, number + 1);
      number += parts.length;
      if (lines.length > 0) yield lines;
    }
  } catch (cause) {
    throw brokenOff(cause, path, number);
  }
  if (rest !== "") yield [{ number: number + 1, text: rest }];
}

/** Lines of a text that ends before its last newline. */
export function linesOf(text: string, first: number): Line[] {
  return numbered(text.split("\n"), first);
}

function numbered(parts: readonly string[], first: number): Line[] {
  return parts.map((part, i) => ({ number: first + i, text: part.endsWith("\r") ? part.slice(0, -1) : part }));
}

/** The same, one at a time. */
export async function* readLines(path: string): AsyncGenerator<Line> {
  for await (const lines of lineBatches(path)) yield* lines;
}

/** Decoded text of a file in pieces. A multi-byte character never falls between two. */
export async function* textChunks(path: string): AsyncGenerator<string> {
  const decoder = new TextDecoder("utf-8");
  for await (const chunk of await byteChunks(path)) yield decoder.decode(chunk, { stream: true });
  yield decoder.decode();
}

/** Bytes of a file, unpacked; `ARCHIVE.zip::MEMBER` is a member of an archive. */
export async function byteChunks(path: string): Promise<AsyncIterable<Uint8Array>> {
  if (path.includes(MEMBER)) return path.endsWith(".gz") ? gunzip(Readable.from(zipChunks(path))) : zipChunks(path);
  const info = await stat(path).catch((cause: NodeJS.ErrnoException) => {
    throw new InputError(
      `${path}: cannot be read (${cause.code ?? "unknown error"}); check the path and its permissions`,
      { cause },
    );
  });
  if (info.isDirectory()) throw new InputError(`${path}: is a folder; expected a file`);
  const bytes = createReadStream(path, { highWaterMark: 1 << 18 });
  return path.endsWith(".gz") ? gunzip(bytes) : bytes;
}

function gunzip(bytes: Readable): AsyncIterable<Uint8Array> {
  const unzipped = createGunzip();
  bytes.on("error", (error) => unzipped.destroy(error));
  return bytes.pipe(unzipped);
}

export function brokenOff(cause: unknown, path: string, lines: number): unknown {
  const code = (cause as NodeJS.ErrnoException).code;
  if (code !== "Z_BUF_ERROR" && code !== "Z_DATA_ERROR") return cause;
  return new TruncatedFileError(
    `${basename(path)}: the gzip stream breaks off after line ${lines}; fetch the file again`,
    { cause },
  );
}
