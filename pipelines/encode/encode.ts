/** Contents to embeddings, once for all records that point at them. */
import { join } from "node:path";
import { contentSchema } from "../../data-schemas/content.ts";
import { encodeText, fitNgramEncoder, NGRAM_ENCODER } from "../../models/content/ngram-encoder.ts";
import { float32 } from "../../models/tensor/host-array.ts";
import { encodeSafetensors } from "../../models/tensor/safetensors.ts";
import { writeFileAtomic } from "../io/atomic-file.ts";
import { type Context, stopIfAsked } from "../io/context.ts";
import { JsonlWriter, readOwnJsonl } from "../io/jsonl.ts";
import { CONTENTS_FILE, EMBEDDING_INDEX_FILE, EMBEDDINGS_FILE, ENCODE, INGEST } from "../io/layout.ts";
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
  const config = { encoder: NGRAM_ENCODER, width: request.width };
  return runStage({ stage: ENCODE, dir: request.out, config, inputs }, async () => {
    const texts = new Map<string, string>();
    let rowsIn = 0;
    for (const dir of request.ingested) {
      for await (const { content_id, title, text } of readOwnJsonl(join(dir, CONTENTS_FILE), contentSchema)) {
        rowsIn++;
        texts.set(content_id, `${title}\n${text}`);
      }
    }
    const encoder = fitNgramEncoder(texts.values(), request.width);
    const embedding = new Float32Array(texts.size * request.width);
    const index = await JsonlWriter.create(join(request.out, EMBEDDING_INDEX_FILE));
    let row = 0;
    let words = 0;
    context.progress.start("encode", texts.size);
    try {
      for (const [content_id, text] of texts) {
        embedding.set(encodeText(encoder, text), row * request.width);
        await index.write({ content_id });
        words += text.length;
        row++;
        stopIfAsked(context);
        context.progress.update(row);
      }
      const bytes = encodeSafetensors(
        { embedding: float32([row, request.width], embedding) },
        { encoder: NGRAM_ENCODER, width: String(request.width) },
      );
      const written = await writeFileAtomic(join(request.out, EMBEDDINGS_FILE), bytes);
      const outputs = [
        { name: EMBEDDINGS_FILE, ...written, rows: row },
        { name: EMBEDDING_INDEX_FILE, ...(await index.commit()) },
      ];
      const licences = [...new Set(manifests.flatMap((manifest) => manifest.licences))];
      // Nothing is cached across runs yet: a finished stage is reused whole.
      const summary = { texts: row, cached: 0, characters: words };
      return { outputs, rowsIn, kept: rowsIn, refused: 0, reasons: {}, licences, summary };
    } catch (error) {
      await index.abort();
      throw error;
    } finally {
      context.progress.stop();
    }
  });
}
