/** Files that appear under their name only when they are whole. */
import { createHash, type Hash } from "node:crypto";
import { type FileHandle, mkdir, open, rename, rm } from "node:fs/promises";
import { dirname } from "node:path";

const FLUSH_BYTES = 1 << 20;

export interface WrittenFile {
  readonly sha256: string;
  readonly bytes: number;
}

/** Collects bytes in `PATH.partial` and renames it on commit. */
export class AtomicFile {
  readonly path: string;
  readonly #handle: FileHandle;
  readonly #hash: Hash = createHash("sha256");
  #pending: Buffer[] = [];
  #pendingBytes = 0;
  #bytes = 0;

  private constructor(path: string, handle: FileHandle) {
    this.path = path;
    this.#handle = handle;
  }

  static async create(path: string): Promise<AtomicFile> {
    await mkdir(dirname(path), { recursive: true });
    return new AtomicFile(path, await open(`${path}.partial`, "w"));
  }

  /** Await it: every now and then it waits for the disk. */
  write(chunk: string | Uint8Array): Promise<void> | undefined {
    const bytes =
      typeof chunk === "string" ? Buffer.from(chunk) : Buffer.from(chunk.buffer, chunk.byteOffset, chunk.length);
    this.#pending.push(bytes);
    this.#pendingBytes += bytes.length;
    return this.#pendingBytes >= FLUSH_BYTES ? this.#flush() : undefined;
  }

  async commit(): Promise<WrittenFile> {
    await this.#flush();
    await this.#handle.sync();
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
    const block = Buffer.concat(this.#pending);
    this.#pending = [];
    this.#pendingBytes = 0;
    this.#hash.update(block);
    this.#bytes += block.length;
    await this.#handle.writeFile(block);
  }
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
