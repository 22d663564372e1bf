/** `npm run schemas`: writes every schema of files as JSON Schema, for users of other languages. */
import { join } from "node:path";
import { z } from "zod";
import { agentMemorySchema, diffAtomSchema, stateEventSchema } from "../data-schemas/agent-state.ts";
import { calibrationSchema } from "../data-schemas/calibration.ts";
import { candidatesRowSchema } from "../data-schemas/candidates.ts";
import { messageSchema } from "../data-schemas/chat.ts";
import { columnMapSchema } from "../data-schemas/column-map.ts";
import { contentSchema } from "../data-schemas/content.ts";
import { evalTableSchema } from "../data-schemas/eval-table.ts";
import { factSchema } from "../data-schemas/fact.ts";
import { publicEpisodeSchema, sealedEpisodeSchema, suiteInfoSchema } from "../data-schemas/fuse-episode.ts";
import { agentCallSchema, episodeLogSchema } from "../data-schemas/fuse-log.ts";
import { agentRequestSchema, diffAnswerSchema, generateAnswerSchema } from "../data-schemas/fuse-message.ts";
import { fuseTableSchema } from "../data-schemas/fuse-table.ts";
import { labelSchema } from "../data-schemas/label.ts";
import { labelTableSchema } from "../data-schemas/label-table.ts";
import { flatRowSchema, generationRowSchema, ratingRowSchema } from "../data-schemas/life.ts";
import { manifestSchema } from "../data-schemas/manifest.ts";
import { leakageTableSchema, pairSchema } from "../data-schemas/pair.ts";
import { pairAnswerSchema, pairQuestionSchema } from "../data-schemas/pair-answer.ts";
import { predictionSchema } from "../data-schemas/prediction.ts";
import { stateAndFeedbackSchema } from "../data-schemas/reader-state.ts";
import { recordSchema } from "../data-schemas/record.ts";
import { refusalSchema } from "../data-schemas/refusal.ts";
import { trainConfigSchema } from "../data-schemas/train-config.ts";
import { writerSchema } from "../data-schemas/writer.ts";
import { writeFileAtomic } from "./io/atomic-file.ts";
import { toJson } from "./io/json.ts";
import { PACKAGE_ROOT } from "./io/package-root.ts";

export const FILE_SCHEMAS: Readonly<Record<string, z.ZodType>> = {
  "agent-call": agentCallSchema,
  "agent-diff-answer": diffAnswerSchema,
  "agent-generate-answer": generateAnswerSchema,
  "agent-request": agentRequestSchema,
  "agent-state": agentMemorySchema,
  "agent-state-event": stateEventSchema,
  calibration: calibrationSchema,
  "column-map": columnMapSchema,
  candidates: candidatesRowSchema,
  "chat-message": messageSchema,
  content: contentSchema,
  "diff-atom": diffAtomSchema,
  "eval-table": evalTableSchema,
  fact: factSchema,
  "fuse-episode": publicEpisodeSchema,
  "fuse-episode-sealed": sealedEpisodeSchema,
  "fuse-log": episodeLogSchema,
  "fuse-suite": suiteInfoSchema,
  "fuse-table": fuseTableSchema,
  label: labelSchema,
  "life-flat": flatRowSchema,
  "life-generation": generationRowSchema,
  "life-rating": ratingRowSchema,
  "label-table": labelTableSchema,
  leakage: leakageTableSchema,
  manifest: manifestSchema,
  pair: pairSchema,
  "pair-answer": pairAnswerSchema,
  "pair-question": pairQuestionSchema,
  prediction: predictionSchema,
  record: recordSchema,
  refusal: refusalSchema,
  "state-and-feedback": stateAndFeedbackSchema,
  "train-config": trainConfigSchema,
  writer: writerSchema,
};

/** What may be written: fields with a default may be left out. */
export function jsonSchemaOf(name: string): string {
  return `${toJson(z.toJSONSchema(FILE_SCHEMAS[name]!, { io: "input" }), 2)}\n`;
}

export async function writeSchemas(folder = join(PACKAGE_ROOT, "data-schemas", "json")): Promise<void> {
  for (const name of Object.keys(FILE_SCHEMAS))
    await writeFileAtomic(join(folder, `${name}.schema.json`), jsonSchemaOf(name));
}
