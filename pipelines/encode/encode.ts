/** Contents to embeddings, once for all records that point at them. */
import { join } from "node:path";
import { contentSchema } from "../../data-schemas/content.ts";
import { InputError } from "../../data-schemas/errors.ts";
import type { Language } from "../../models/content/language.ts";
import {
  languageOf,
  measureColumns,
  NARRATIVE_COLUMNS,
  standardColumns,
} from "../../models/content/narrative-columns.ts";
import { encodeText, fitNgramEncoder, NGRAM_ENCODER } from "../../models/content/ngram-encoder.ts";
import { type Context, stopIfAsked } from "../io/context.ts";
import { writeEmbeddings } from "../io/embeddings.ts";
import { readOwnJsonl } from "../io/jsonl.ts";
import { CONTENTS_FILE, EMBEDDINGS_FILE, ENCODE, INGEST } from "../io/layout.ts";
import { requireManifest } from "../io/manifest.ts";
import { runStage, type StageOutcome } from "../io/stage.ts";

export interface EncodeRequest {
  /** Folders of finished ingests. */
  readonly ingested: readonly string[];
  readonly out: string;
  readonly width: number;
}

export async function encode(request: EncodeRequest, context: Context): Promise<StageOutcome> {
  const manifests = await Promise.all(request.ingested.map((dir) => requireManifest(dir, [INGEST])));
  const inputs = manifests.flatMap(({ outputs }) => outputs.filter(({ name }) => name === CONTENTS_FILE));
  const config = { encoder: NGRAM_ENCODER, width: request.width, columns: NARRATIVE_COLUMNS.length };
  return runStage({ stage: ENCODE, dir: request.out, config, inputs }, async () => {
    const texts = new Map<string, { text: string; isChapter: boolean }>();
    let rowsIn = 0;
    for (const dir of request.ingested) {
      for await (const content of readOwnJsonl(join(dir, CONTENTS_FILE), contentSchema)) {
        rowsIn++;
        const { content_id, chapter_id, title, text } = content;
        const known = texts.get(content_id);
        if (known !== undefined && known.text !== `${title}\n${text}`)
          throw new InputError(
            `${dir}: content ${content_id} has another text in a folder before it; records would point at the wrong one`,
          );
        texts.set(content_id, { text: `${title}\n${text}`, isChapter: chapter_id !== undefined });
      }
    }
    const encoder = fitNgramEncoder(
      [...texts.values()].map(({ text }) => text),
      request.width,
    );
    const width = request.width + NARRATIVE_COLUMNS.length;
    const embedding = new Float32Array(texts.size * width);
    const measured: (Float64Array | null)[] = [];
    const languages: Language[] = [];
    let row = 0;
    let words = 0;
    context.progress.start("encode", texts.size);
    try {
      for (const { text, isChapter } of texts.values()) {
        const language = languageOf(text);
        embedding.set(encodeText(encoder, text), row * width);
        // What stands for a book, its premise and summary, tells no story in scenes.
        measured.push(isChapter ? measureColumns(text, language) : null);
        languages.push(language);
        words += text.length;
        row++;
        stopIfAsked(context);
        context.progress.update(row);
      }
      placeColumns(standardColumns(measured, languages), embedding, width);
      const path = join(request.out, EMBEDDINGS_FILE);
      const table = { ids: [...texts.keys()], embedding, width };
      const about = { encoder: NGRAM_ENCODER, narrative_columns: NARRATIVE_COLUMNS.join(" ") };
      const outputs = [{ name: EMBEDDINGS_FILE, ...(await writeEmbeddings(path, table, about)), rows: row }];
      const licences = [...new Set(manifests.flatMap((manifest) => manifest.licences))];
      // Nothing is cached across runs yet: a finished stage is reused whole.
      const summary = { texts: row, cached: 0, characters: words };
      return { outputs, rowsIn, kept: rowsIn, refused: 0, reasons: {}, licences, summary };
    } finally {
      context.progress.stop();
    }
  });
}

/** Behind each embedding its text's columns, scaled so that both halves are of about the same length. */
function placeColumns(columns: Float32Array, embedding: Float32Array, width: number): void {
  const n = NARRATIVE_COLUMNS.length;
  const scale = 1 / Math.sqrt(n);
  for (let i = 0; i < columns.length; i++) {
    embedding[Math.floor(i / n) * width + (width - n) + (i % n)] = scale * columns[i]!;
  }
}
