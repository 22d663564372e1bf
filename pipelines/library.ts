/**
 * What programs import from "esus". The only file that gathers others' exports: it is the package's face, and nothing inside
 * imports it.
 */
import { FUSE_METRICS } from "../eval/fuse/registry.ts";
import { RATING_METRICS } from "../eval/registry.ts";

/** Every metric with its unit, direction, floor, ceiling and protocol. */
export const metrics = { ratings: RATING_METRICS, fuse: FUSE_METRICS } as const;

export type { DiffAtom } from "../data-schemas/agent-state.ts";
export { EsusError, InputError } from "../data-schemas/errors.ts";
export type { FeedbackEvent } from "../data-schemas/fuse-episode.ts";
export type { EsusRecord } from "../data-schemas/record.ts";
export { recordSchema } from "../data-schemas/record.ts";
export { scoreLogs } from "../eval/fuse/score.ts";
export { Resampler } from "../eval/interval.ts";
export { compareModels } from "../eval/table.ts";
export type { Agent, Told } from "../models/agent/agent.ts";
export { type AuditOptions, auditF2S } from "../models/agent/audit-f2s.ts";
export { applyDiff, explain, retract, type StateLog, shownState, stateAt } from "../models/agent/state-log.ts";
export { WantReader } from "../models/agent/wants.ts";
export { scoreSociety } from "../models/life/society.ts";
export { trainerRows } from "../models/select/trainer-rows.ts";
export { replayHistories } from "../models/simulator/history-replay.ts";
export { ReaderEnv } from "../models/simulator/reader-env.ts";
export { Scorer } from "../models/simulator/scorer.ts";
export { OrtEngine } from "../models/tensor/ort-engine.ts";
export { encodeTexts, openTextCoder } from "./encode/encode-texts.ts";
export { loadCheckpoint } from "./io/checkpoint.ts";
export { readShipped as readLabeller } from "./label/shipped.ts";
export { openReaderEnv, type ReaderLibraryOptions, SHIPPED_READER } from "./reader-library.ts";
