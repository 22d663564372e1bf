/** Training files of several trainers, written side by side. */
import { join } from "node:path";
import type { FileEntry } from "../../data-schemas/manifest.ts";
import type { ChatSample } from "../../models/select/chat-sample.ts";
import { type Trainer, trainerRows } from "../../models/select/trainer-rows.ts";
import { writeFileAtomic } from "../io/atomic-file.ts";
import { toJson } from "../io/json.ts";
import { JsonlWriter } from "../io/jsonl.ts";
import { DATASET_INFO_FILE, METADATA_FILE } from "../io/layout.ts";

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

  /** Lines of shards that are ready. */
  async append(name: Trainer | "metadata", lines: string, rows: number): Promise<void> {
    const writer = name === "metadata" ? this.#metadata : this.#writers.get(name)!;
    writer.pushLines(lines, rows);
    await writer.drain();
    if (name === "metadata") this.rows += rows;
  }

  /** Of shards: under their names, without an entry. */
  async commitAs(): Promise<void> {
    for (const writer of [...this.#writers.values(), this.#metadata]) await writer.commit();
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
