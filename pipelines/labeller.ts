/** Fits the labeller that comes with ESUS: `npm run labeller -- INGEST_DIR "WHOSE LABELS, LICENCE"`. */
import { UsageError } from "../data-schemas/errors.ts";
import { SENTIMENTS } from "../data-schemas/label.ts";
import { teachClassifier } from "../models/label/comment-classifier.ts";
import { readGold } from "./label/gold.ts";
import { TONE_OPTIONS } from "./label/labellers.ts";
import { SHIPPED_FILE, writeShipped } from "./label/shipped.ts";

/** @param source  Named in the file, so that whoever reads the weights knows whose labels they stand on. */
export async function fitShippedLabeller(
  dir: string | undefined,
  source: string | undefined,
  file = SHIPPED_FILE,
): Promise<void> {
  if (dir === undefined || source === undefined)
    throw new UsageError('npm run labeller: expected the folder of a finished ingest and "WHOSE LABELS, LICENCE"');
  const { sentiment, sources } = await readGold([dir], []);
  const classifier = teachClassifier(sentiment, SENTIMENTS, { ...TONE_OPTIONS, ngrams: "none" });
  await writeShipped(classifier, { on: source, comments: sentiment.length, sources }, file);
}
