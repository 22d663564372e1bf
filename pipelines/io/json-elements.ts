/**
 * Elements of JSON arrays one at a time, for files that hold one array, several behind each other, or bare NaN. Memory
 * holds one element, not the file.
 */
import type { z } from "zod";
import { InputError } from "../../data-schemas/errors.ts";
import { parseLine, type Row, type RowBatches } from "./jsonl.ts";
import { brokenOff, textChunks } from "./lines.ts";

/**
 * Yields a Row for each element of the top-level arrays; `line` is that on which the element starts.
 * @throws {InputError} The file does not start with an array, or ends inside one.
 * @throws {TruncatedFileError} A gzip stream breaks off.
 */
export async function* readJsonElements<S extends z.ZodType>(path: string, schema: S): RowBatches<z.output<S>> {
  const splitter = new ElementSplitter(path);
  let batch: Row<z.output<S>>[] = [];
  try {
    for await (const chunk of textChunks(path)) {
      for (const { line, text } of splitter.push(chunk)) batch.push(parseLine(line, withoutNaN(text), schema));
      yield batch;
      batch = [];
    }
  } catch (cause) {
    // What was whole goes first.
    yield batch;
    throw brokenOff(cause, path, splitter.line - 1);
  }
  splitter.end();
}

interface Element {
  readonly line: number;
  readonly text: string;
}

/** Finds the borders of elements by brackets and quotes alone. */
class ElementSplitter {
  readonly #path: string;
  #line = 1;
  #depth = 0;
  #inString = false;
  #escaped = false;
  #text = "";
  #startLine = 1;

  constructor(path: string) {
    this.#path = path;
  }

  get line(): number {
    return this.#line;
  }

  *push(chunk: string): Generator<Element> {
    for (const character of chunk) {
      if (this.#inString) {
        this.#text += character;
        if (this.#escaped) this.#escaped = false;
        else if (character === "\\") this.#escaped = true;
        else if (character === '"') this.#inString = false;
      } else if (this.#depth === 0) {
        this.#open(character);
      } else {
        yield* this.#inside(character);
      }
      if (character === "\n") this.#line++;
    }
  }

  /** Between arrays: only white space and commas may stand there. */
  #open(character: string): void {
    if (character === "[") this.#depth = 1;
    else if (!/[\s,\uFEFF]/.test(character)) {
      throw new InputError(`${this.#path}:${this.#line}: expected a JSON array, got something else`);
    }
  }

  *#inside(character: string): Generator<Element> {
    const ends = this.#depth === 1 && (character === "," || character === "]");
    if (ends) yield* this.#take();
    else if (this.#text !== "" || !/\s/.test(character)) {
      if (this.#text === "") this.#startLine = this.#line;
      this.#text += character;
    }
    if (character === '"') this.#inString = true;
    else if (character === "[" || character === "{") this.#depth++;
    else if (character === "]" || character === "}") this.#depth--;
  }

  *#take(): Generator<Element> {
    const text = this.#text.trim();
    this.#text = "";
    if (text !== "") yield { line: this.#startLine, text };
  }

  end(): void {
    if (this.#depth > 0)
      throw new InputError(`${this.#path}: ends inside an array that is open at line ${this.#startLine}`);
  }
}

/** Python writes NaN where JSON has null. Only outside strings. */
function withoutNaN(text: string): string {
  if (!text.includes("NaN")) return text;
  return text.replace(/"(?:[^"\\]|\\.)*"|\bNaN\b/g, (found) => (found === "NaN" ? "null" : found));
}
