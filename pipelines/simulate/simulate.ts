/** `esus simulate`: readers of a checkpoint go through stories; their answers as records, what they hide beside. */
import { join } from "node:path";
import { type Content, contentSchema } from "../../data-schemas/content.ts";
import { InputError } from "../../data-schemas/errors.ts";
import { joinLicences } from "../../data-schemas/licence.ts";
import { AXES, byAxis } from "../../data-schemas/ontology.ts";
import type { EsusRecord } from "../../data-schemas/record.ts";
import type { SimulatedState } from "../../data-schemas/simulated-state.ts";
import { CODE } from "../../models/axes/axis-encoder.ts";
import type { Language } from "../../models/content/language.ts";
import { languageOf } from "../../models/content/narrative-columns.ts";
import { makeTables } from "../../models/content/normaliser.ts";
import { FLAGS } from "../../models/feedback-layout.ts";
import { ATOMS } from "../../models/heads/tags.ts";
import type { PlantedAtom } from "../../models/population/feedback.ts";
import { PROTOTYPES } from "../../models/population/prototypes.ts";
import { verbalise } from "../../models/population/verbaliser.ts";
import { makeRng } from "../../models/rng.ts";
import { explain } from "../../models/simulator/explain.ts";
import { type Observation, observationAt } from "../../models/simulator/observation.ts";
import { type Persona, ReaderEnv } from "../../models/simulator/reader-env.ts";
import type { Engine } from "../../models/tensor/engine.ts";
import { codesOf } from "../../models/training/content-codes.ts";
import { loadCheckpoint, requireEncoder } from "../io/checkpoint.ts";
import { type Context, stopIfAsked } from "../io/context.ts";
import { readEncodedTexts } from "../io/encoded-texts.ts";
import { JsonlWriter, readOwnJsonl } from "../io/jsonl.ts";
import {
  CONTENTS_FILE,
  EMBEDDINGS_FILE,
  ENCODE,
  HIDDEN_FILE,
  INGEST,
  RECORDS_FILE,
  SIMULATE,
  TRAIN,
} from "../io/layout.ts";
import { requireManifest } from "../io/manifest.ts";
import { wordsOf } from "../io/reader-set.ts";
import { runStage, type StageOutcome } from "../io/stage.ts";
import { ReadingPlan } from "./reading-plan.ts";

export interface SimulateRequest {
  readonly checkpoint: string;
  /** Folders of finished ingests with stories. */
  readonly stories: readonly string[];
  readonly encoded: string;
  readonly readers: number;
  readonly turns: number;
  readonly persona: Persona;
  readonly seed: number;
  readonly out: string;
  readonly engine: Engine;
}

export interface SimulateOutcome extends StageOutcome {
  /** Reader-turns a second of the readers alone, without what is written; null: nothing was simulated. */
  readonly eventsPerSecond: number | null;
  /** One answer explained in each language that was read. */
  readonly explained: readonly string[];
}

const SOURCE = "esus";
/** Named in the hidden file: the rest moves the reward less. */
const PARTS = 5;

export async function simulate(request: SimulateRequest, context: Context): Promise<SimulateOutcome> {
  const { checkpoint, stories, encoded, readers, turns, persona, seed, out, engine } = request;
  const trained = await requireManifest(checkpoint, [TRAIN]);
  const ingests = await Promise.all(stories.map((dir) => requireManifest(dir, [INGEST])));
  const encoding = await requireManifest(encoded, [ENCODE]);
  const inputs = [
    ...trained.outputs,
    ...ingests.flatMap(({ outputs }) => outputs.filter(({ name }) => name === CONTENTS_FILE)),
    ...encoding.outputs,
  ];
  const config = { readers, turns, persona, seed, engine: engine.description };
  let eventsPerSecond: number | null = null;
  const explained = new Map<Language, string>();
  const outcome = await runStage({ stage: SIMULATE, dir: out, config, inputs }, async () => {
    const { about, params, normaliser, marginal } = await loadCheckpoint(checkpoint);
    const texts = await readEncodedTexts(join(encoded, EMBEDDINGS_FILE));
    requireEncoder(checkpoint, about, texts);
    const codes = await codesOf(engine, params, makeTables(texts, normaliser));
    const contents = await chaptersOf(stories, texts.ids);
    const byRow = new Map(contents.map((content) => [content.row, content]));
    const env = await ReaderEnv.create(engine, params, marginal, { codes, words: wordsOf(texts) }, { readers, seed });
    env.reset(persona);
    const rng = makeRng(seed);
    const plan = new ReadingPlan(contents, readers, rng);
    const records = await JsonlWriter.create(join(out, RECORDS_FILE));
    const hidden = await JsonlWriter.create(join(out, HIDDEN_FILE));
    const licence = joinLicences("synthetic", ...about.licences);
    const ignored = new Int32Array(readers);
    let milliseconds = 0;
    context.progress.start("simulate", readers * turns);
    try {
      for (let t = 0; t < turns; t++) {
        const shown = plan.next();
        const started = performance.now();
        const arrays = await env.stepArrays(shown, plan.newcomers());
        milliseconds += performance.now() - started;
        const sealed = arrays.hidden.open("logging");
        for (let r = 0; r < readers; r++) {
          const seen = observationAt(arrays.visible, r);
          const content = byRow.get(shown[r]!)!;
          ignored[r] = seen.fulfilled === 0 ? ignored[r]! + 1 : 0;
          const example = `${SOURCE}:${seed.toString(36)}:${r}:${t}`;
          const phi = codes.phi.subarray(shown[r]! * CODE, (shown[r]! + 1) * CODE);
          const comment = seen.flags.comment ? commentOf(seen, phi, content.script, ignored[r]!, rng) : null;
          await records.write(
            recordOf(example, `${SOURCE}_${seed.toString(36)}_${r}`, t, licence, content, seen, comment),
          );
          const parts = sealed.parts.subarray(r * CODE, (r + 1) * CODE);
          const prototypes = sealed.prototype.subarray(r * PROTOTYPES.length, (r + 1) * PROTOTYPES.length);
          await hidden.write(stateOf(example, r, sealed, parts, prototypes));
          if (t === turns - 1 && !explained.has(content.script)) {
            const said = { reward: sealed.reward[r]!, parts, phi, prototypes, rating: seen.rating };
            explained.set(content.script, explain(said, content.text, content.script).text);
          }
        }
        plan.advance((r) => arrays.visible.flags[r * FLAGS.length + CONTINUE] === 1);
        stopIfAsked(context);
        context.progress.update(
          readers * (t + 1),
          `${Math.round((readers * (t + 1)) / (milliseconds / 1000))} reader-turns/s`,
        );
      }
    } catch (error) {
      await Promise.all([records.abort(), hidden.abort()]);
      throw error;
    } finally {
      context.progress.stop();
      await env.dispose();
    }
    eventsPerSecond = (readers * turns) / (milliseconds / 1000);
    const outputs = [
      { name: RECORDS_FILE, ...(await records.commit()) },
      { name: HIDDEN_FILE, ...(await hidden.commit()) },
    ];
    const rows = readers * turns;
    return {
      outputs,
      rowsIn: rows,
      kept: rows,
      refused: 0,
      reasons: {},
      licences: [...new Set([...about.licences, "synthetic", ...ingests.flatMap(({ licences }) => licences)])],
      summary: { readers, turns, events: rows },
    };
  });
  return { ...outcome, eventsPerSecond, explained: [...explained.values()] };
}

const CONTINUE = FLAGS.findIndex(({ name }) => name === "continue");

interface Chapter extends Content {
  /** Of the encoded texts. */
  readonly row: number;
  /** What the text itself is written in: a source may not say, or say another. */
  readonly script: Language;
}

/** @throws {InputError} No story has a chapter that is encoded. */
async function chaptersOf(stories: readonly string[], ids: readonly string[]): Promise<Chapter[]> {
  const rows = new Map(ids.map((id, row) => [id, row]));
  const chapters: Chapter[] = [];
  for (const dir of stories) {
    for await (const content of readOwnJsonl(join(dir, CONTENTS_FILE), contentSchema)) {
      const row = rows.get(content.content_id);
      if (row !== undefined && content.text !== "")
        chapters.push({ ...content, row, script: languageOf(content.text) });
    }
  }
  if (chapters.length === 0)
    throw new InputError(`${stories.join(", ")}: no chapter with text there is encoded; run esus encode on them`);
  return chapters;
}

/** Liked and disliked as tagged, in words. */
function commentOf(
  seen: Observation,
  phi: ArrayLike<number>,
  language: Language,
  ignored: number,
  rng: () => number,
): string {
  const atoms = AXES.flatMap(({ id, tags }, k): PlantedAtom[] => {
    const atom = { axis: id, intensity: 0.5 };
    if (seen.tags.includes(tags.low)) return [{ ...atom, pole: "low", polarity: "negative" }];
    if (seen.tags.includes(tags.high)) return [{ ...atom, pole: "high", polarity: "negative" }];
    if (!seen.tags.includes(`liked_${id}`)) return [];
    return [{ ...atom, pole: phi[k]! < 0 ? "low" : "high", polarity: "positive" }];
  });
  return verbalise({ language, atoms: atoms.slice(0, ATOMS), request: seen.request, ignored }, rng).text;
}

function recordOf(
  example: string,
  reader: string,
  turn: number,
  licence: string,
  content: Content,
  seen: Observation,
  comment: string | null,
): EsusRecord {
  const { flags } = seen;
  return {
    schema_version: 1,
    example_id: example,
    source: SOURCE,
    license_class: joinLicences(licence, content.license_class),
    label_origin: "esus",
    confidence: 1,
    user_id: reader,
    story_id: content.story_id,
    ...(content.chapter_id === undefined ? {} : { chapter_id: content.chapter_id }),
    turn_index: turn,
    order_basis: "time",
    language: content.language,
    generated_content_ref_or_text: `content:${content.content_id}`,
    observed_feedback: {
      explicit: {
        rating: seen.rating,
        tags: [...seen.tags],
        ...(comment === null ? {} : { comment }),
        ...(seen.fulfilled === null ? {} : { prior_feedback_fulfilled: seen.fulfilled }),
      },
      implicit: {
        dwell_time_sec: Math.round(10 * seen.dwellSeconds) / 10,
        scroll_depth: Math.min(1, Math.max(0, seen.scrollDepth)),
        continue_clicked: flags.continue,
        skipped: flags.skip,
        reread_count: seen.rereads,
        regenerate_requested: flags.regenerate,
        liked: flags.like,
        favourited: flags.favourite,
      },
    },
    provenance: { observed_feedback: "model" },
  };
}

function stateOf(
  example: string,
  r: number,
  sealed: Readonly<Record<"moods" | "reward" | "rating", Float32Array>>,
  parts: Float32Array,
  prototypes: Float32Array,
): SimulatedState {
  const mood = (i: number): number => rounded(sealed.moods[r * 4 + i]!);
  const strongest = AXES.map((_, k) => k)
    .sort((a, b) => Math.abs(parts[b]!) - Math.abs(parts[a]!))
    .slice(0, PARTS);
  return {
    example_id: example,
    reward: rounded(sealed.reward[r]!),
    trust_t: mood(0),
    fatigue_t: mood(1),
    curiosity_t: mood(2),
    frustration_t: mood(3),
    prototypes: Object.fromEntries(
      PROTOTYPES.flatMap(({ id }, p) => (prototypes[p]! >= 0.01 ? [[id, Math.min(1, rounded(prototypes[p]!))]] : [])),
    ),
    parts: byAxis(
      strongest.map((k) => [k, parts[k]!] as const),
      rounded,
    ),
    rating: Array.from(sealed.rating.subarray(r * 5, (r + 1) * 5), (p) => Math.min(1, rounded(p))),
  };
}

function rounded(value: number): number {
  return Math.round(1000 * value) / 1000;
}
