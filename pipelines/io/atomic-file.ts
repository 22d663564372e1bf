/** Files that appear under their name only when they are whole. */
import { createHash, type Hash } from "node:crypto";
import { type FileHandle, mkdir, open, rename, rm } from "node:fs/promises";
import { dirname } from "node:path";

const FLUSH_LENGTH = 1 << 20;

export interface WrittenFile {
  readonly sha256: string;
  readonly bytes: number;
}

/** Collects bytes in `PATH.partial` and renames it on commit. */
export class AtomicFile {
  readonly path: string;
  readonly #handle: FileHandle;
  readonly #hash: Hash = createHash("sha256");
  #pending: (string | Uint8Array)[] = [];
  #pendingLength = 0;
  #bytes = 0;

  private constructor(path: string, handle: FileHandle) {
    this.path = path;
    this.#handle = handle;
  }

  static async create(path: string): Promise<AtomicFile> {
    await mkdir(dirname(path), { recursive: true });
    return new AtomicFile(path, await open(`${path}.partial`, "w"));
  }

  /** Takes a chunk without waiting. Drain now and then. */
  push(chunk: string | Uint8Array): void {
    this.#pending.push(chunk);
    this.#pendingLength += chunk.length;
  }

  /** Waits for the disk where much has come together. */
  drain(): Promise<void> | undefined {
    return this.#pendingLength >= FLUSH_LENGTH ? this.#flush() : undefined;
  }

  /** Await it: every now and then it waits for the disk. */
  write(chunk: string | Uint8Array): Promise<void> | undefined {
    this.push(chunk);
    return this.drain();
  }

  /** @param durable Whether to wait until the disk has it: what can be made again need not survive a power cut. */
  async commit(durable = true): Promise<WrittenFile> {
    await this.#flush();
    if (durable) await this.#handle.sync();
    await this.#handle.close();
    await rename(`${this.path}.partial`, this.path);
    return { sha256: this.#hash.digest("hex"), bytes: this.#bytes };
  }

  /** Drops what was written. */
  async abort(): Promise<void> {
    await this.#handle.close().catch(() => undefined);
    await rm(`${this.path}.partial`, { force: true });
  }

  async #flush(): Promise<void> {
    const blocks = encoded(this.#pending);
    this.#pending = [];
    this.#pendingLength = 0;
    for (const block of blocks) {
      this.#hash.update(block);
      this.#bytes += block.length;
      await this.#handle.writeFile(block);
    }
  }
}

/** Runs of texts are encoded together: much cheaper than one by one. */
function encoded(chunks: readonly (string | Uint8Array)[]): Uint8Array[] {
  const blocks: Uint8Array[] = [];
  let texts: string[] = [];
  const closeTexts = (): void => {
    if (texts.length > 0) blocks.push(Buffer.from(texts.join("")));
    texts = [];
  };
  for (const chunk of chunks) {
    if (typeof chunk === "string") texts.push(chunk);
    else {
      closeTexts();
      blocks.push(chunk);
    }
  }
  closeTexts();
  return blocks;
}

/** Writes a whole file at once, atomically. */
export async function writeFileAtomic(path: string, content: string | Uint8Array): Promise<WrittenFile> {
  const file = await AtomicFile.create(path);
  try {
    await file.write(content);
    return await file.commit();
  } catch (error) {
    await file.abort();
    throw error;
  }
}
