/**
 * The labeller that comes with ESUS: weights of lexicon groups and surface marks, each under its name, so that a person can
 * read them. `npm run labeller` fits it; no word of a comment is in it.
 */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import { InputError, internal } from "../../data-schemas/errors.ts";
import { SENTIMENTS, type Sentiment } from "../../data-schemas/label.ts";
import type { CommentClassifier } from "../../models/label/comment-classifier.ts";
import { FEATURE_NAMES } from "../../models/label/comment-features.ts";
import { writeFileAtomic } from "../io/atomic-file.ts";
import { parseJson, toJson } from "../io/json.ts";
import { PACKAGE_ROOT } from "../io/package-root.ts";

export const SHIPPED_FILE = join(PACKAGE_ROOT, "checkpoints", "labeller.json");

const share = z.number().min(0).max(1).nullable();
const shippedSchema = z.strictObject({
  taught_on: z.string(),
  /** Sources of the comments: on them it is not measured, since it has seen them. */
  sources: z.array(z.string()),
  comments: z.int().min(1),
  classes: z.tuple([z.literal("negative"), z.literal("neutral"), z.literal("positive")]),
  /** Below it the labeller is silent; null: always, in that language. */
  threshold: z.strictObject({ zh: share, en: share }),
  bias: z.array(z.number()).length(SENTIMENTS.length),
  /** By feature: one weight a class. */
  weights: z.record(z.string(), z.array(z.number()).length(SENTIMENTS.length)),
});

export interface ShippedLabeller extends CommentClassifier<Sentiment> {
  readonly sources: readonly string[];
}

export async function readShipped(file = SHIPPED_FILE): Promise<ShippedLabeller> {
  const text = await readFile(file, "utf8").catch((cause: NodeJS.ErrnoException) => {
    throw new InputError(`${file}: cannot be read (${cause.code}); it comes with ESUS: restore it`, { cause });
  });
  const { sources, threshold, bias, weights } = shippedSchema.parse(parseJson(text));
  const rowOf = new Map<number, number>();
  const weight: number[] = [];
  for (const [name, row] of Object.entries(weights)) {
    const feature = FEATURE_NAMES.indexOf(name);
    if (feature === -1)
      throw internal(`${file}: weighs "${name}", which the lexicon has no more; run npm run labeller`);
    rowOf.set(feature, rowOf.size);
    weight.push(...row);
  }
  const model = { classes: SENTIMENTS.length, rowOf, weight: Float64Array.from([...weight, ...bias]) };
  return { classes: SENTIMENTS, terms: null, model, threshold, sources };
}

/** @param classifier  Taught without n-grams. */
export async function writeShipped(
  { model, threshold, terms }: CommentClassifier<Sentiment>,
  taught: { readonly on: string; readonly comments: number; readonly sources: readonly string[] },
  file = SHIPPED_FILE,
): Promise<void> {
  if (terms !== null) throw internal("writeShipped: n-grams of comments do not leave the run folder");
  const rounded = (values: Float64Array): number[] => Array.from(values, (value) => Number(value.toFixed(4)));
  const { classes, rowOf, weight } = model;
  const weights = [...rowOf]
    .map(
      ([feature, row]) => [FEATURE_NAMES[feature]!, rounded(weight.slice(row * classes, (row + 1) * classes))] as const,
    )
    .sort(([a], [b]) => (a < b ? -1 : 1));
  const json = {
    taught_on: taught.on,
    sources: taught.sources,
    comments: taught.comments,
    classes: SENTIMENTS,
    threshold,
    bias: rounded(weight.slice(-classes)),
    weights: Object.fromEntries(weights),
  };
  await writeFileAtomic(file, `${toJson(shippedSchema.parse(json), 1)}\n`);
}
