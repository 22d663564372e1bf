/** Counterfactual pairs: pairs.jsonl, what was refused, and the leakage matrix. */
import { join } from "node:path";
import { type Content, contentSchema } from "../../data-schemas/content.ts";
import { InputError } from "../../data-schemas/errors.ts";
import { AXES } from "../../data-schemas/ontology.ts";
import { type LeakageTable, type Pair, type PairKind, pairSchema } from "../../data-schemas/pair.ts";
import { type Refusal, refusalSchema } from "../../data-schemas/refusal.ts";
import type { WriterSettings } from "../../data-schemas/writer.ts";
import { LANGUAGES, type Language } from "../../models/content/language.ts";
import { languageOf } from "../../models/content/narrative-columns.ts";
import { editPair, editsFor, readChapter } from "../../models/edits/edit-pairs.ts";
import { personsIn } from "../../models/edits/persons.ts";
import { swapPair } from "../../models/pairs/axis-pairs.ts";
import { consistencyPair, FAULTS } from "../../models/pairs/consistency-pairs.ts";
import { memoryPair } from "../../models/pairs/memory-pairs.ts";
import { rewritePair, rewriteTask } from "../../models/pairs/rewrites.ts";
import { FAULT_DETAILS, faultOf } from "../../models/pairs/verifier.ts";
import { writeFileAtomic } from "../io/atomic-file.ts";
import { mapConcurrent } from "../io/concurrent.ts";
import { type Context, stopIfAsked } from "../io/context.ts";
import { hashValue } from "../io/hash.ts";
import { toJson } from "../io/json.ts";
import { JsonlWriter, readOwnJsonl } from "../io/jsonl.ts";
import { CONTENTS_FILE, INGEST, LEAKAGE_FILE, PAIRS, PAIRS_FILE, REFUSED_FILE } from "../io/layout.ts";
import { requireManifest } from "../io/manifest.ts";
import { runStage, type StageOutcome, type StageReport } from "../io/stage.ts";
import { checkedAxisPairs, columnSpread } from "./leakage-check.ts";
import { OpenAiWriter } from "./openai-writer.ts";
import { grammarWriter, type RewriteWriter } from "./writer.ts";

export interface PairsRequest {
  /** Folders of finished ingests: they tell the languages, and give real chapters to edit. */
  readonly ingested: readonly string[];
  readonly out: string;
  readonly kinds: readonly PairKind[];
  readonly seed: number;
  /** Of each axis and language. */
  readonly perAxis: number;
  /** Of each real chapter. */
  readonly editsPerChapter: number;
  /** null: the grammar writes. */
  readonly writer: { readonly settings: WriterSettings; readonly key: string } | null;
}

/** Reasons that lie with a writer's server or its cap, not with the pair. */
const TRANSIENT = ["cost-cap", "server-failed", "no-json"];
/** Pairs of each fault, and of histories, for one pair of each axis. */
const PER_FAULT = 4;
const PER_MEMORY = 8;
const PERSONS_OF_A_STORY = 30;

export async function makePairs(request: PairsRequest, context: Context): Promise<StageOutcome> {
  const { ingested, out, kinds, seed, perAxis, editsPerChapter, writer } = request;
  const manifests = await Promise.all(ingested.map((dir) => requireManifest(dir, [INGEST])));
  const inputs = manifests.flatMap(({ outputs }) => outputs.filter(({ name }) => name === CONTENTS_FILE));
  const config = {
    kinds: [...kinds],
    seed,
    perAxis,
    editsPerChapter,
    writer: writer === null ? null : hashValue(writer.settings),
  };
  return runStage({ stage: PAIRS, dir: out, config, inputs }, async () => {
    const output = await PairOutput.create(out);
    try {
      const licences = new Set(manifests.flatMap((manifest) => manifest.licences));
      return await writeAll(request, output, licences, context);
    } catch (error) {
      await output.abort();
      throw error;
    } finally {
      context.progress.stop();
    }
  });
}

async function writeAll(
  request: PairsRequest,
  output: PairOutput,
  licences: Set<string>,
  context: Context,
): Promise<StageReport> {
  const { ingested, out, kinds, seed, perAxis } = request;
  const languages = ingested.length === 0 ? LANGUAGES : await languagesIn(ingested);
  const measured = kinds.includes("axis") || kinds.includes("rewrite");
  const spread = new Map(measured ? languages.map((language) => [language, columnSpread(seed, language)]) : []);
  let done = 0;
  const step = (): void => {
    stopIfAsked(context);
    context.progress.update(++done);
  };
  context.progress.start("pairs", null);
  let leakageTable: LeakageTable = { columns: [], rows: [], failed: [] };
  if (kinds.includes("axis")) {
    const { pairs, table } = checkedAxisPairs(seed, languages, perAxis, spread, step);
    leakageTable = table;
    const failed = new Set(table.failed);
    for (const pair of pairs) {
      if (!failed.has(`${pair.axis} (${pair.language})`)) await output.keep(pair);
      else await output.refuse(pair.pair_id, "axis-leaks", `${pair.axis} cannot be moved alone: see ${LEAKAGE_FILE}`);
    }
  }
  for (const language of languages) {
    if (kinds.includes("swap")) await swaps(seed, language, output, step);
    if (kinds.includes("consistency")) {
      for (const fault of FAULTS)
        for (let n = 0; n < PER_FAULT * perAxis; n++) {
          await output.keep(consistencyPair(seed, fault, language, n));
          step();
        }
    }
    if (kinds.includes("memory"))
      for (let n = 0; n < PER_MEMORY * perAxis; n++) {
        await output.keep(memoryPair(seed, language, n));
        step();
      }
  }
  const writer = await writerOf(request, context);
  if (kinds.includes("rewrite")) await rewrites(seed, languages, spread, writer, output, step);
  if (kinds.includes("edit")) await edits(request, output, step);
  const written = await writeFileAtomic(join(out, LEAKAGE_FILE), `${toJson(leakageTable)}\n`);
  const files = await output.finish();
  if (output.kept > 0 && kinds.some((kind) => kind !== "edit")) licences.add("synthetic");
  return {
    outputs: [...files, { name: LEAKAGE_FILE, ...written, rows: leakageTable.rows.length }],
    rowsIn: output.kept + output.refused,
    kept: output.kept,
    refused: output.refused,
    reasons: output.reasons,
    licences: [...licences],
    summary: {
      pairs: output.kept,
      byKind: output.byKind,
      leakage: leakageSummary(leakageTable),
      writer: { name: writer.name, ...writer.spent },
      // What a server did not give may be had the next time: such a result is not reused.
      incomplete: TRANSIENT.some((reason) => (output.reasons[reason] ?? 0) > 0),
    },
  };
}

async function writerOf({ writer, out }: PairsRequest, context: Context): Promise<RewriteWriter> {
  if (writer === null) return grammarWriter;
  return OpenAiWriter.open(writer.settings, writer.key, join(out, "writer-cache"), context);
}

async function swaps(seed: number, language: Language, output: PairOutput, step: () => void): Promise<void> {
  for (const [axis, { kind, id }] of AXES.entries()) {
    if (kind !== "taste") continue;
    const pair = swapPair(seed, axis, language, 0);
    if (pair === null)
      await output.refuse(`swap:${id}/${language}`, "nobody-minds", "no reader was drawn who minds it");
    else await output.keep(pair);
    step();
  }
}

async function rewrites(
  seed: number,
  languages: readonly Language[],
  spread: ReadonlyMap<Language, Float64Array>,
  writer: RewriteWriter,
  output: PairOutput,
  step: () => void,
): Promise<void> {
  const tasks = languages.flatMap((language) => [...AXES.keys()].map((axis) => rewriteTask(seed, axis, language, 0)));
  const written = await mapConcurrent(tasks, writer.concurrency, async (task) => {
    const result = await writer.write(task);
    step();
    return result;
  });
  for (const [i, task] of tasks.entries()) {
    const result = written[i]!;
    const id = `rewrite:${task.scene.id}`;
    if (!result.ok) {
      await output.refuse(id, result.reason, result.detail);
      continue;
    }
    const pair = rewritePair(task, result.rewrites, writer.name, spread.get(task.scene.story.language)!);
    const fault = faultOf(pair);
    if (fault === null) await output.keep(pair);
    else await output.refuse(id, fault, FAULT_DETAILS[fault]);
  }
}

async function edits({ ingested, seed, editsPerChapter }: PairsRequest, output: PairOutput, step: () => void) {
  for (const dir of ingested) {
    const contents: Content[] = [];
    for await (const content of readOwnJsonl(join(dir, CONTENTS_FILE), contentSchema))
      if (isRealChapter(content)) contents.push(content);
    const persons = personsByStory(contents);
    for (const content of contents) {
      const chapter = readChapter(content.text, persons.get(content.story_id) ?? []);
      for (const edit of editsFor(`${seed}/${content.content_id}`, editsPerChapter)) {
        const pair = editPair(content, chapter, edit, seed);
        if (pair !== null) await output.keep(pair);
        else
          await output.refuse(
            `edit:${content.content_id}:${edit.operator}`,
            "nothing-to-edit",
            `the chapter gives ${edit.operator} nothing to work on`,
          );
      }
      step();
    }
  }
}

/** Texts that anyone may change and pass on. */
function isRealChapter({ license_class, chapter_id, text }: Content): boolean {
  return license_class === "public_domain" && chapter_id !== undefined && text.trim() !== "";
}

function personsByStory(contents: readonly Content[]): Map<string, string[]> {
  const texts = new Map<string, string[]>();
  for (const { story_id, text } of contents) texts.set(story_id, [...(texts.get(story_id) ?? []), text]);
  return new Map(
    [...texts].map(([story, chapters]) => {
      const text = chapters.join("\n");
      return [story, personsIn(text, languageOf(text)).slice(0, PERSONS_OF_A_STORY)];
    }),
  );
}

async function languagesIn(ingested: readonly string[]): Promise<Language[]> {
  const found = new Set<Language>();
  for (const dir of ingested) {
    for await (const { text } of readOwnJsonl(join(dir, CONTENTS_FILE), contentSchema))
      if (text !== "") found.add(languageOf(text.slice(0, 2000)));
  }
  if (found.size === 0) throw new InputError(`${ingested.join(", ")}: hold no text, so no language to make pairs in`);
  return LANGUAGES.filter((language) => found.has(language));
}

function leakageSummary({ rows, failed }: LeakageTable) {
  const lowest = rows.reduce<number | null>((min, { on_target }) => Math.min(min ?? on_target, on_target), null);
  const highest = rows.reduce<number | null>((max, { off_target }) => Math.max(max ?? off_target, off_target), null);
  return { axes: rows.length, failed, lowestOnTarget: lowest, highestOffTarget: highest };
}

/** pairs.jsonl and refused.jsonl while they are written. */
class PairOutput {
  readonly byKind: Record<string, number> = {};
  readonly reasons: Record<string, number> = {};
  kept = 0;
  refused = 0;
  readonly #pairs: JsonlWriter;
  readonly #refusals: JsonlWriter;

  private constructor(pairs: JsonlWriter, refusals: JsonlWriter) {
    this.#pairs = pairs;
    this.#refusals = refusals;
  }

  static async create(dir: string): Promise<PairOutput> {
    return new PairOutput(
      await JsonlWriter.create(join(dir, PAIRS_FILE)),
      await JsonlWriter.create(join(dir, REFUSED_FILE)),
    );
  }

  async keep(pair: Pair): Promise<void> {
    this.kept++;
    this.byKind[pair.kind] = (this.byKind[pair.kind] ?? 0) + 1;
    await this.#pairs.write(pairSchema.parse(pair));
  }

  /** @param id  Of the pair that was not made. */
  async refuse(id: string, reason: string, detail: string): Promise<void> {
    this.refused++;
    this.reasons[reason] = (this.reasons[reason] ?? 0) + 1;
    const refusal: Refusal = { file: id, line: 1, reason, detail };
    await this.#refusals.write(refusalSchema.parse(refusal));
  }

  async finish() {
    const [pairs, refusals] = [await this.#pairs.commit(), await this.#refusals.commit()];
    return [
      { name: PAIRS_FILE, ...pairs },
      { name: REFUSED_FILE, ...refusals },
    ];
  }

  async abort(): Promise<void> {
    await this.#pairs.abort();
    await this.#refusals.abort();
  }
}
