/** Fits the text encoder that comes with ESUS: `npm run encoder -- INGEST_DIR…`, on public-domain and generated texts. */
import { join } from "node:path";
import { contentSchema } from "../data-schemas/content.ts";
import { InputError, UsageError } from "../data-schemas/errors.ts";
import { fitLsa } from "../models/content/lsa-fit.ts";
import { languageOf } from "../models/content/narrative-columns.ts";
import { makeRng, shuffled } from "../models/rng.ts";
import { EMBEDDED_FILE, type FittedOn, writeEmbeddedEncoder } from "./encode/embedded-encoder.ts";
import { readOwnJsonl } from "./io/jsonl.ts";
import { CONTENTS_FILE, INGEST } from "./io/layout.ts";
import { requireManifest } from "./io/manifest.ts";

/** Of the embedding: the table is this many bytes a place. */
const WIDTH = 96;
/** Of a language in a folder: neither a long novel nor a large population outweighs the rest. */
const WINDOWS_AT_MOST = 3000;
const LETTERS = { zh: 600, en: 1800 } as const;
const FREE = ["public_domain", "synthetic"];

export async function fitEmbeddedEncoder(ingested: readonly string[], file = EMBEDDED_FILE): Promise<void> {
  if (ingested.length === 0)
    throw new UsageError("npm run encoder: expected folders of finished ingests of public-domain or generated texts");
  const texts: string[] = [];
  const fittedOn: FittedOn = {};
  for (const dir of ingested) {
    const { licences } = await requireManifest(dir, [INGEST]);
    const bound = licences.find((licence) => !FREE.includes(licence));
    if (bound !== undefined)
      throw new InputError(`${dir}: is ${bound}; a table that ships may only be fitted on free texts`);
    const windows = { zh: [] as string[], en: [] as string[] };
    const sources = new Set<string>();
    for await (const { text, source } of readOwnJsonl(join(dir, CONTENTS_FILE), contentSchema)) {
      const language = languageOf(text);
      sources.add(source);
      for (let at = 0; at < text.length; at += LETTERS[language])
        windows[language].push(text.slice(at, at + LETTERS[language]));
    }
    for (const [language, list] of Object.entries(windows)) {
      const kept = shuffled(makeRng(1), list).slice(0, WINDOWS_AT_MOST);
      if (kept.length > 0) fittedOn[`${[...sources].sort().join(", ")} (${language})`] = kept.length;
      texts.push(...kept);
    }
  }
  await writeEmbeddedEncoder(fitLsa(texts, WIDTH, makeRng(1)), fittedOn, file);
}
