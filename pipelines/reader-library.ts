/** Simulated readers of chapters in hand, in one call. */
import { join } from "node:path";
import { makeTables } from "../models/content/normaliser.ts";
import { ReaderEnv } from "../models/simulator/reader-env.ts";
import { OrtEngine } from "../models/tensor/ort-engine.ts";
import { codesOf } from "../models/training/content-codes.ts";
import { encodeTexts } from "./encode/encode-texts.ts";
import { loadCheckpoint } from "./io/checkpoint.ts";
import { PACKAGE_ROOT } from "./io/package-root.ts";
import type { Chapter } from "./io/text-coder.ts";

/** The reader that comes with ESUS. */
export const SHIPPED_READER = join(PACKAGE_ROOT, "checkpoints", "reader");

export interface ReaderLibraryOptions {
  /** Shown by their place in the list. */
  readonly chapters: readonly Chapter[];
  readonly readers: number;
  readonly seed: number;
  /** Folder of a finished train; by default the reader that comes with ESUS. */
  readonly checkpoint?: string;
  /** Processor threads; by default two. */
  readonly threads?: number;
}

/**
 * Readers who have read nothing yet: `reset` says who they are, `step` shows them chapters.
 * @throws {InputError} The folder is no checkpoint, or there is no chapter.
 */
export async function openReaderEnv(options: ReaderLibraryOptions): Promise<ReaderEnv> {
  const { chapters, readers, seed, checkpoint = SHIPPED_READER, threads = 2 } = options;
  const engine = new OrtEngine({ threads });
  const { about, params, normaliser, marginal } = await loadCheckpoint(checkpoint);
  const { texts, words } = await encodeTexts(chapters, { encoder: about.encoder, remote: false });
  const library = { codes: await codesOf(engine, params, makeTables(texts, normaliser)), words };
  return ReaderEnv.create(engine, params, marginal, library, { readers, seed });
}
