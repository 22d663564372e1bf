/** Training files of several trainers, written side by side. */
import { createReadStream } from "node:fs";
import { join } from "node:path";
import type { FileEntry } from "../../data-schemas/manifest.ts";
import type { ChatSample } from "../../models/select/chat-sample.ts";
import { type Trainer, trainerRows } from "../../models/select/trainer-rows.ts";
import { writeFileAtomic } from "../io/atomic-file.ts";
import { toJson } from "../io/json.ts";
import { JsonlWriter } from "../io/jsonl.ts";
import { DATASET_INFO_FILE, METADATA_FILE } from "../io/layout.ts";

/** Bytes that are copied at a time. */
const CHUNK = 1 << 20;

export const trainerFile = (trainer: Trainer): string => `${trainer}.jsonl`;

/** Where a sample came from: a row of the metadata file, which says how many rows of each trainer file are its own. */
export type Origin = Readonly<Record<string, unknown>>;

export class ExportFiles {
  readonly #writers: ReadonlyMap<Trainer, JsonlWriter>;
  readonly #metadata: JsonlWriter;
  rows = 0;

  private constructor(writers: ReadonlyMap<Trainer, JsonlWriter>, metadata: JsonlWriter) {
    this.#writers = writers;
    this.#metadata = metadata;
  }

  /** @param prefix In front of the files' names. */
  static async create(dir: string, trainers: readonly Trainer[], prefix = ""): Promise<ExportFiles> {
    const writers = new Map<Trainer, JsonlWriter>();
    for (const trainer of trainers)
      writers.set(trainer, await JsonlWriter.create(join(dir, `${prefix}${trainerFile(trainer)}`)));
    return new ExportFiles(writers, await JsonlWriter.create(join(dir, `${prefix}${METADATA_FILE}`)));
  }

  async write(sample: ChatSample, origin: Origin): Promise<void> {
    const counts: Record<string, number> = {};
    for (const [trainer, writer] of this.#writers) {
      const rows = trainerRows(trainer, sample);
      counts[trainer] = rows.length;
      for (const row of rows) await writer.write(row);
    }
    await this.#metadata.write({ ...origin, rows: counts });
    this.rows++;
  }

  /** Takes over what another set of files holds. @param counts Rows of each of its files, as `commitShard` gave them. */
  async append(dir: string, prefix: string, counts: Readonly<Record<string, number>>): Promise<void> {
    for (const [name, writer] of [...this.#writers, ["metadata", this.#metadata] as const]) {
      const file = name === "metadata" ? METADATA_FILE : trainerFile(name);
      for await (const chunk of createReadStream(join(dir, `${prefix}${file}`), { highWaterMark: CHUNK }))
        await writer.writeBytes(chunk as Uint8Array, 0);
      await writer.writeBytes(new Uint8Array(), counts[name]!);
    }
    this.rows += counts["metadata"]!;
  }

  /** As part of a whole that is written later. @returns Rows of each file. */
  async commitShard(): Promise<Record<string, number>> {
    const counts: Record<string, number> = {};
    for (const [name, writer] of [...this.#writers, ["metadata", this.#metadata] as const])
      counts[name] = (await writer.commit(false)).rows;
    return counts;
  }

  async commit(): Promise<FileEntry[]> {
    const entries: FileEntry[] = [];
    for (const [trainer, writer] of this.#writers)
      entries.push({ name: trainerFile(trainer), ...(await writer.commit()) });
    entries.push({ name: METADATA_FILE, ...(await this.#metadata.commit()) });
    return entries;
  }

  async abort(): Promise<void> {
    await Promise.all([...this.#writers.values(), this.#metadata].map((writer) => writer.abort()));
  }
}

/** How LLaMA-Factory finds and reads the ShareGPT file; train it with mask_history: true. */
export async function writeDatasetInfo(dir: string): Promise<FileEntry> {
  const info = {
    esus: {
      file_name: trainerFile("sharegpt"),
      formatting: "sharegpt",
      columns: { messages: "conversations", system: "system", tools: "tools" },
    },
  };
  return {
    name: DATASET_INFO_FILE,
    ...(await writeFileAtomic(join(dir, DATASET_INFO_FILE), `${toJson(info, 2)}\n`)),
    rows: null,
  };
}
