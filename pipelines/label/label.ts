/** Comments of finished ingests to labels: sentiment, atoms, and what they mean for an agent. No word of a reader's goes on. */
import { join, resolve } from "node:path";
import { type Label, labelSchema, type Sentiment } from "../../data-schemas/label.ts";
import { joinLicences } from "../../data-schemas/licence.ts";
import { type EsusRecord, recordSchema } from "../../data-schemas/record.ts";
import { atomsOf, type Labeller } from "../../models/label/atoms.ts";
import { type Judgement, judge } from "../../models/label/comment-classifier.ts";
import { languageOfComment } from "../../models/label/comment-features.ts";
import { updatesOf } from "../../models/label/preference-update.ts";
import { writeFileAtomic } from "../io/atomic-file.ts";
import { type Context, stopIfAsked } from "../io/context.ts";
import { toJson } from "../io/json.ts";
import { JsonlWriter, readOwnJsonl } from "../io/jsonl.ts";
import { INGEST, LABEL, LABEL_TABLE_FILE, LABELS_FILE, RECORDS_FILE } from "../io/layout.ts";
import { describeFiles, requireManifest } from "../io/manifest.ts";
import { runStage, type StageOutcome } from "../io/stage.ts";
import { commentOf, groupOf, readGold } from "./gold.ts";
import { LabelMeasure } from "./label-table.ts";
import { FOLDS, fitsOf, makeLabellers, PRECISION } from "./labellers.ts";
import { readShipped, SHIPPED_FILE } from "./shipped.ts";

export interface LabelRequest {
  readonly ingested: readonly string[];
  /** Finished ingests whose labelled comments teach, beside those of `ingested`. */
  readonly teachers: readonly string[];
  readonly out: string;
}

export async function label(request: LabelRequest, context: Context): Promise<StageOutcome> {
  const { out } = request;
  // A folder that is named twice is labelled once.
  const [ingested, teachers] = [request.ingested, request.teachers].map((some) => [
    ...new Set(some.map((dir) => resolve(dir))),
  ]) as [string[], string[]];
  const dirs = [...new Set([...ingested, ...teachers])];
  const manifests = await Promise.all(dirs.map((dir) => requireManifest(dir, [INGEST])));
  const teacherKeys = manifests.filter((_, i) => teachers.includes(dirs[i]!)).map(({ key }) => key);
  const inputs = manifests.flatMap(({ outputs }) => outputs.filter(({ name }) => name === RECORDS_FILE));
  const config = { folds: FOLDS, precision: PRECISION, teachers: teacherKeys };
  const plan = { stage: LABEL, dir: out, config, inputs: [...inputs, ...(await describeFiles([SHIPPED_FILE]))] };
  return runStage(plan, async () => {
    const gold = await readGold(ingested, teachers);
    context.progress.start("label: teach", fitsOf(gold));
    let fitted = 0;
    const labellers = makeLabellers(gold, await readShipped(), () => {
      context.progress.update(++fitted);
      stopIfAsked(context);
    });
    context.progress.stop();
    const taughtOn = labellers.tone === "taught" || labellers.aspect === "taught" ? gold.licences : [];
    const writer = await JsonlWriter.create(join(out, LABELS_FILE));
    const measure = new LabelMeasure(labellers.seenSources);
    const counts = { rowsIn: 0, kept: 0, sentiments: 0, labelled: 0, atoms: 0, requests: 0, updates: 0 };
    context.progress.start("label", null);
    try {
      for (const dir of ingested) {
        for await (const record of readOwnJsonl(join(dir, RECORDS_FILE), recordSchema)) {
          counts.rowsIn++;
          if (counts.rowsIn % 500 === 0) {
            stopIfAsked(context);
            context.progress.update(counts.rowsIn, "rows");
          }
          const labeller = labellers.of(groupOf(record));
          const comment = commentOf(record);
          if (comment === null) continue;
          const judged = judge(labeller.tone, comment);
          const row = labelOf(record, comment, judged, labeller, taughtOn);
          measure.add(record, comment, judged, labeller, row);
          counts.kept++;
          counts.sentiments += Number(row.sentiment !== null);
          counts.labelled += Number(row.sentiment !== null || row.atoms.length > 0);
          counts.atoms += row.atoms.length;
          counts.requests += row.atoms.filter(({ kind }) => kind === "request").length;
          counts.updates += row.agent_state_update.length;
          await writer.write(labelSchema.parse(row));
        }
      }
      const table = measure.table();
      const outputs = [
        { name: LABELS_FILE, ...(await writer.commit()) },
        {
          name: LABEL_TABLE_FILE,
          ...(await writeFileAtomic(join(out, LABEL_TABLE_FILE), `${toJson(table, 1)}\n`)),
          rows: table.cells.length,
        },
      ];
      const { rowsIn, kept, labelled, sentiments, atoms, requests, updates } = counts;
      const share = (part: number): number | null => (kept === 0 ? null : part / kept);
      const licences = [...new Set(manifests.flatMap((manifest) => manifest.licences))];
      const { tone, aspect } = labellers;
      const summary = {
        rows: kept,
        labelled,
        coverage: share(labelled),
        sentimentCoverage: share(sentiments),
        atoms,
        requests,
        updates,
        tone,
        aspect,
      };
      const reasons = rowsIn > kept ? { "no-comment": rowsIn - kept } : {};
      return { outputs, rowsIn, kept, refused: rowsIn - kept, reasons, licences, summary };
    } catch (error) {
      await writer.abort();
      throw error;
    } finally {
      context.progress.stop();
    }
  });
}

function labelOf(
  record: EsusRecord,
  comment: string,
  { probabilities, guess, answered }: Judgement<Sentiment>,
  labeller: Labeller,
  taughtOn: readonly string[],
): Label {
  const { example_id, source, license_class, story_id, chapter_id } = record;
  const language = languageOfComment(comment);
  const [negative, neutral, positive] = probabilities as unknown as [number, number, number];
  const atoms = atomsOf(labeller, comment, chapter_id !== undefined);
  const { preference, agentState } = updatesOf(atoms, language, example_id);
  return {
    example_id,
    source,
    // What a labeller learnt from, its labels carry on.
    license_class: joinLicences(license_class, ...taughtOn),
    label_origin: "pseudo_label",
    story_id,
    ...(chapter_id === undefined ? {} : { chapter_id }),
    language,
    sentiment: answered ? guess : null,
    sentiment_probability: { negative, neutral, positive },
    atoms,
    preference_update: preference,
    agent_state_update: agentState,
  };
}
