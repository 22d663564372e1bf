/**
 * Threads that share the lines of large files. Blocks of whole lines go out in turn and come back in order, so that what is
 * written is what one thread would write.
 */
import { Worker } from "node:worker_threads";
import { internal } from "../../data-schemas/errors.ts";
import { brokenOff, byteChunks, TruncatedFileError } from "../io/lines.ts";
import { prepare } from "./prepare.ts";
import type { Prepared } from "./prepared.ts";
import type { SplitUnit } from "./split.ts";

export interface LineWorkerData {
  readonly source: string;
  readonly unit: SplitUnit;
  readonly key: Uint8Array;
}

export interface LineRequest {
  readonly id: number;
  readonly file: string;
  readonly firstLine: number;
  /** Whole lines. */
  readonly bytes: Uint8Array;
}

type LineAnswer =
  | { readonly id: number; readonly prepared: Prepared }
  | { readonly id: number; readonly error: string };

interface Waiting {
  readonly resolve: (prepared: Prepared) => void;
  readonly reject: (error: Error) => void;
}

/** Large enough that passing it on costs little, small enough that few fill the memory. */
const BLOCK_BYTES = 1 << 20;
/** Blocks under way for each thread: one at work, one waiting. */
const AHEAD = 2;
const NEWLINE = 0x0a;

export class LinePool {
  readonly #unit: SplitUnit;
  readonly #workers: readonly Worker[];
  readonly #waiting = new Map<number, Waiting>();
  #next = 0;
  #failure: Error | null = null;
  #closed = false;

  constructor(threads: number, data: LineWorkerData) {
    this.#unit = data.unit;
    this.#workers = Array.from({ length: threads }, () => {
      const worker = new Worker(new URL("./line-worker.js", import.meta.url), { workerData: data });
      worker.on("message", (answer: LineAnswer) => this.#settle(answer));
      worker.on("error", (error: Error) => this.#fail(error));
      worker.on("messageerror", (error: Error) => this.#fail(error));
      worker.on("exit", () => this.#fail(internal("a thread of the ingest ended before its work")));
      return worker;
    });
  }

  /** What becomes of a file's lines, in their order. A file that breaks off ends with an item that says so. */
  async *read(file: string): AsyncGenerator<Prepared> {
    const under: Promise<Prepared>[] = [];
    try {
      for await (const { firstLine, bytes } of lineBlocks(file)) {
        under.push(this.#prepare({ file, firstLine, bytes }));
        if (under.length >= AHEAD * this.#workers.length) yield await under.shift()!;
      }
    } catch (error) {
      if (!(error instanceof TruncatedFileError)) throw error;
      under.push(Promise.resolve(prepare([{ kind: "broken", message: error.message }], this.#unit)));
    }
    for (const prepared of under) yield await prepared;
  }

  async close(): Promise<void> {
    this.#closed = true;
    await Promise.all(this.#workers.map((worker) => worker.terminate()));
  }

  #prepare(block: Omit<LineRequest, "id">): Promise<Prepared> {
    const answer = this.#failure === null ? this.#post(block) : Promise.reject(this.#failure);
    // Whoever awaits it hears of a failure; until then it is not "unhandled".
    answer.catch(() => undefined);
    return answer;
  }

  #post(block: Omit<LineRequest, "id">): Promise<Prepared> {
    const id = this.#next++;
    this.#workers[id % this.#workers.length]!.postMessage({ id, ...block }, [block.bytes.buffer as ArrayBuffer]);
    return new Promise((resolve, reject) => this.#waiting.set(id, { resolve, reject }));
  }

  #settle(answer: LineAnswer): void {
    const waiting = this.#waiting.get(answer.id);
    this.#waiting.delete(answer.id);
    if ("prepared" in answer) waiting?.resolve(answer.prepared);
    else waiting?.reject(internal(answer.error));
  }

  #fail(error: Error): void {
    if (this.#closed) return;
    this.#failure ??= error;
    for (const { reject } of this.#waiting.values()) reject(error);
    this.#waiting.clear();
  }
}

/** Blocks of whole lines; the last line may lack its end. @throws {TruncatedFileError} After the last whole line. */
async function* lineBlocks(file: string): AsyncGenerator<{ firstLine: number; bytes: Uint8Array }> {
  let firstLine = 1;
  let pending: Uint8Array[] = [];
  let size = 0;
  /** Everything up to the last newline, as a block; the rest stays. */
  const cut = (): { firstLine: number; bytes: Uint8Array } | null => {
    const all = new Uint8Array(Buffer.concat(pending));
    const end = all.lastIndexOf(NEWLINE) + 1;
    pending = [all.slice(end)];
    size = all.length - end;
    if (end === 0) return null;
    const block = { firstLine, bytes: all.slice(0, end) };
    for (const byte of block.bytes) if (byte === NEWLINE) firstLine++;
    return block;
  };
  try {
    for await (const chunk of await byteChunks(file)) {
      pending.push(chunk);
      size += chunk.length;
      // A line may be longer than many chunks: it is put together once.
      const block = size >= BLOCK_BYTES && chunk.includes(NEWLINE) ? cut() : null;
      if (block !== null) yield block;
    }
  } catch (cause) {
    const block = cut();
    if (block !== null) yield block;
    throw brokenOff(cause, file, firstLine - 1);
  }
  const block = cut();
  if (block !== null) yield block;
  const rest = pending[0]!;
  if (rest.length > 0) yield { firstLine, bytes: rest };
}
