/** Contents to embeddings, once for all records that point at them. */
import { join } from "node:path";
import { contentSchema } from "../../data-schemas/content.ts";
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
    let row = 0;
    let words = 0;
    context.progress.start("encode", texts.size);
    try {
      for (const text of texts.values()) {
        embedding.set(encodeText(encoder, text), row * request.width);
        words += text.length;
        row++;
        stopIfAsked(context);
        context.progress.update(row);
      }
      const path = join(request.out, EMBEDDINGS_FILE);
      const table = { ids: [...texts.keys()], embedding, width: request.width };
      const outputs = [
        { name: EMBEDDINGS_FILE, ...(await writeEmbeddings(path, table, { encoder: NGRAM_ENCODER })), rows: row },
      ];
      const licences = [...new Set(manifests.flatMap((manifest) => manifest.licences))];
      // Nothing is cached across runs yet: a finished stage is reused whole.
      const summary = { texts: row, cached: 0, characters: words };
      return { outputs, rowsIn, kept: rowsIn, refused: 0, reasons: {}, licences, summary };
    } finally {
      context.progress.stop();
    }
  });
}
