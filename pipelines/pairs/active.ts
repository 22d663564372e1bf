/** Pairs that are most worth asking a person: chosen, and put on a sheet. */
import { join } from "node:path";
import { type Content, contentSchema } from "../../data-schemas/content.ts";
import { InputError } from "../../data-schemas/errors.ts";
import { PERMISSIONS, strictestLicence } from "../../data-schemas/licence.ts";
import { type PairQuestion, pairAnswerSchema, pairQuestionSchema } from "../../data-schemas/pair-answer.ts";
import { languageOf } from "../../models/content/narrative-columns.ts";
import { afterAnswer, beliefFrom, chooseActive, type WeightBelief, worthOf } from "../../models/pairs/active.ts";
import { integer, makeRng, type Rng } from "../../models/rng.ts";
import type { Engine } from "../../models/tensor/engine.ts";
import { writeFileAtomic } from "../io/atomic-file.ts";
import type { Context } from "../io/context.ts";
import { JsonlWriter, readOwnJsonl } from "../io/jsonl.ts";
import {
  ACTIVE_PAIRS,
  ANSWERS,
  ANSWERS_FILE,
  CONTENTS_FILE,
  INGEST,
  PARAMS_FILE,
  QUESTIONS_FILE,
  RECORDS_FILE,
  SHEET_CSV_FILE,
  SHEET_PAGE_FILE,
} from "../io/layout.ts";
import { requireManifest } from "../io/manifest.ts";
import { runStage, type StageOutcome } from "../io/stage.ts";
import { annotationCsv, annotationPage } from "./annotation-sheet.ts";
import { checkpointPrior, plantedPrior } from "./preference-prior.ts";

export interface ActiveRequest {
  readonly ingested: readonly string[];
  readonly out: string;
  readonly seed: number;
  /** Pairs on the sheet. */
  readonly count: number;
  /** Folders of answers that were read back: what they told is known already. */
  readonly after: readonly string[];
  /** A trained checkpoint and the encoding it reads; null: planted weights choose. */
  readonly model: { readonly checkpoint: string; readonly encoded: string; readonly engine: Engine } | null;
}

/** Pairs that are weighed; more gain little and take longer. */
const CANDIDATES = 6000;
/** s², and variance of a weight that no two readers showed: compared with `npm run bench -- active`. */
const NOISE = 0.8;
const RIDGE = 0.002;

export async function chooseActivePairs(request: ActiveRequest, context: Context): Promise<StageOutcome> {
  const { ingested, out, seed, count, model, after } = request;
  const manifests = await Promise.all(ingested.map((dir) => requireManifest(dir, [INGEST])));
  const trained = model === null ? null : await requireManifest(model.checkpoint, ["train"]);
  const answered = await Promise.all(after.map((dir) => requireManifest(dir, [ANSWERS])));
  const inputs = [
    ...answered.flatMap(({ outputs }) => outputs.filter(({ name }) => name === ANSWERS_FILE)),
    ...manifests.flatMap(({ outputs }) =>
      outputs.filter(({ name }) => name === CONTENTS_FILE || name === RECORDS_FILE),
    ),
    ...(trained?.outputs.filter(({ name }) => name === PARAMS_FILE) ?? []),
  ];
  const plan = { stage: ACTIVE_PAIRS, dir: out, config: { seed, count, byCheckpoint: model !== null }, inputs };
  return runStage(plan, async () => {
    context.progress.start("active pairs", null);
    const prior =
      model === null
        ? await plantedPrior(ingested)
        : await checkpointPrior(model.checkpoint, ingested, model.encoded, model.engine);
    const contents: { content: Content; features: Float64Array }[] = [];
    let [withheld, bare] = [0, 0];
    for (const dir of ingested) {
      for await (const content of readOwnJsonl(join(dir, CONTENTS_FILE), contentSchema)) {
        // A sheet leaves the house: only what anyone may read goes on it.
        if (!PERMISSIONS[strictestLicence(content.license_class)].publishText) withheld++;
        else {
          const features = prior.featuresOf(content);
          if (features !== null && content.text !== "") contents.push({ content, features });
          else bare++;
        }
      }
    }
    const pairs = candidates(contents, makeRng(seed));
    if (pairs.length === 0)
      throw new InputError(
        `${ingested.join(", ")}: no two texts of one language there may be shown; nothing to ask about`,
      );
    const differences = pairs.map(([a, b]) => a.features.map((value, k) => value - b.features[k]!));
    const belief = await beliefAfter(beliefFrom(prior.weights, RIDGE), contents, after);
    const asked = new Set(await askedBefore(after));
    const open = [...differences.keys()].filter(
      (i) => !asked.has(pairIdOf(pairs[i]![0].content, pairs[i]![1].content)),
    );
    const offered = open.map((i) => differences[i]!);
    const chosen = chooseActive(belief, offered, count, { noise: NOISE }).map((k) => open[k]!);
    const questions = chosen.map((i) => {
      const [a, b] = pairs[i]!;
      return questionOf(a.content, b.content, worthOf(belief, differences[i]!, NOISE));
    });
    context.progress.stop();
    const writer = await JsonlWriter.create(join(out, QUESTIONS_FILE));
    for (const question of questions) await writer.write(question);
    const rows = questions.length;
    const csv = await writeFileAtomic(join(out, SHEET_CSV_FILE), annotationCsv(questions));
    const page = await writeFileAtomic(join(out, SHEET_PAGE_FILE), annotationPage(questions));
    return {
      outputs: [
        { name: QUESTIONS_FILE, ...(await writer.commit()) },
        { name: SHEET_CSV_FILE, ...csv, rows },
        { name: SHEET_PAGE_FILE, ...page, rows },
      ],
      rowsIn: contents.length + withheld + bare,
      kept: contents.length,
      refused: withheld + bare,
      reasons: {
        ...(withheld === 0 ? {} : { "licence-withholds-text": withheld }),
        ...(bare === 0 ? {} : { "no-features": bare }),
      },
      licences: [...new Set(manifests.flatMap(({ licences }) => licences))],
      summary: { pairs: rows, byKind: { active: rows }, candidates: pairs.length, leakage: null },
    };
  });
}

/** What each level of an answer says of the reward's difference, A less B. */
const SAID = [2, 0.75, 0, -0.75, -2] as const;

/** The belief after answers: of one person, or of several taken together. */
async function beliefAfter(
  prior: WeightBelief,
  contents: readonly Featured[],
  after: readonly string[],
): Promise<WeightBelief> {
  const features = new Map(contents.map(({ content, features: own }) => [content.content_id, own]));
  let belief = prior;
  for (const dir of after) {
    for await (const { content_a, content_b, answer } of readOwnJsonl(join(dir, ANSWERS_FILE), pairAnswerSchema)) {
      const [a, b] = [features.get(content_a), features.get(content_b)];
      if (a === undefined || b === undefined) continue;
      const difference = a.map((value, k) => value - b[k]!);
      belief = afterAnswer(belief, difference, SAID[answer + 2]!, NOISE);
    }
  }
  return belief;
}

async function askedBefore(after: readonly string[]): Promise<string[]> {
  const ids: string[] = [];
  for (const dir of after) {
    for await (const { pair_id } of readOwnJsonl(join(dir, ANSWERS_FILE), pairAnswerSchema)) ids.push(pair_id);
  }
  return ids;
}

function pairIdOf(a: Content, b: Content): string {
  return `active:${a.content_id}|${b.content_id}`;
}

interface Featured {
  readonly content: Content;
  readonly features: Float64Array;
}

/** Two texts of one language; which stands first is drawn. */
function candidates(contents: readonly Featured[], rng: Rng): [Featured, Featured][] {
  const groups = [...groupByLanguage(contents).values()].filter((group) => group.length > 1);
  if (groups.length === 0) return [];
  const seen = new Set<string>();
  const pairs: [Featured, Featured][] = [];
  for (let tries = 0; pairs.length < CANDIDATES && tries < 4 * CANDIDATES; tries++) {
    const group = groups[tries % groups.length]!;
    const [a, b] = [group[integer(rng, group.length)]!, group[integer(rng, group.length)]!];
    const key = [a.content.content_id, b.content.content_id].sort().join("\0");
    if (a === b || seen.has(key)) continue;
    seen.add(key);
    pairs.push([a, b]);
  }
  return pairs;
}

function groupByLanguage(contents: readonly Featured[]): Map<string, Featured[]> {
  const groups = new Map<string, Featured[]>();
  for (const each of contents) {
    const language = languageOf(each.content.text.slice(0, 2000));
    const group = groups.get(language);
    if (group === undefined) groups.set(language, [each]);
    else group.push(each);
  }
  return groups;
}

function questionOf(a: Content, b: Content, worth: number): PairQuestion {
  return pairQuestionSchema.parse({
    pair_id: pairIdOf(a, b),
    language: languageOf(a.text.slice(0, 2000)),
    content_a: a.content_id,
    content_b: b.content_id,
    text_a: a.text,
    text_b: b.text,
    worth,
  });
}
