/**
 * An episode of FUSE-Hard: what an agent is shown, and, sealed, what it is scored by. The sealed part never stands in a
 * message to an agent.
 */
import { z } from "zod";
import { clockSchema, diffAtomSchema } from "./agent-state.ts";
import { type ReaderRequest, requestSchema } from "./population.ts";
import { observedFeedbackSchema } from "./record.ts";
import { sceneTypeSchema } from "./scene.ts";

/** Raised when episodes, probes or their scoring change their meaning. */
export const SUITE_VERSION = 1;

export const HARD_TASKS = ["state_diff", "sealed_probes", "masking", "delayed_credit", "drift", "isolation"] as const;
export const TASKS = ["label", ...HARD_TASKS] as const;
export type Task = (typeof TASKS)[number];

const name = z.string().min(1).max(200);
const language = z.enum(["zh", "en"]);

/** A scene that is to be written. */
export const probeSchema = z.strictObject({
  id: name,
  /** Whom it is written for. */
  user_id: name,
  scene: sceneTypeSchema,
  language,
  clock: clockSchema,
});
export type Probe = z.infer<typeof probeSchema>;

/** What the reader said or did about a chapter. */
export const feedbackEventSchema = z.strictObject({
  id: name,
  kind: z.enum(["feedback", "correction", "retraction"]),
  user_id: name,
  at: clockSchema,
  /** The node of the trace that it was said under. */
  about: name,
  observed: observedFeedbackSchema,
  /** Of a correction or a retraction: the feedback that it takes back. */
  retracts: name.optional(),
});
export type FeedbackEvent = z.infer<typeof feedbackEventSchema>;

/** A step of what the agent did: a chapter that it wrote, and for whom. */
export const traceNodeSchema = z.strictObject({
  id: name,
  user_id: name,
  clock: clockSchema,
  scene: sceneTypeSchema,
  text: z.string(),
  /** What the reader was seen to do; the agent got no words with it. */
  observed: observedFeedbackSchema.optional(),
});
export type TraceNode = z.infer<typeof traceNodeSchema>;

export const difficultySchema = z.strictObject({
  /** Whether the scenes to leave alone are near to those that were complained of. */
  distance: z.enum(["near", "far"]),
  /** Turns between what was disliked and what was said of it. */
  delayTurns: z.int().min(0),
  /** Readers whose feedback is interleaved. */
  readers: z.int().min(1),
  /** Chance of a tag that does not belong. */
  noise: z.number().min(0).max(1),
  /** No tag and no word: what was done must tell. */
  implicitOnly: z.boolean(),
});
export type Difficulty = z.infer<typeof difficultySchema>;

export const publicEpisodeSchema = z.strictObject({
  id: name,
  task: z.enum(TASKS),
  language,
  trace: z.array(traceNodeSchema),
  /** In the order in which it comes in. */
  feedback: z.array(feedbackEventSchema).min(1),
  probes: z.array(probeSchema),
});
export type PublicEpisode = z.infer<typeof publicEpisodeSchema>;

/** A request that stands for as long as its scope and TTL say. */
export const wantSchema = requestSchema;
export type Want = ReaderRequest;

export const PROBE_KINDS = ["positive", "anti", "neutral"] as const;
export type ProbeKind = (typeof PROBE_KINDS)[number];

/** What a scene is before any agent changes it. */
export const probeTruthSchema = z.strictObject({
  kind: z.enum(PROBE_KINDS),
  /** Which of the episode's wants it probes. */
  want: wantSchema,
  /** Levels that are not 0, by axis. */
  levels: z.record(z.string(), z.union([z.literal(-1), z.literal(1)])),
  /** Which turn of the feedback it comes after; null: after all of it. */
  after: z.int().min(0).nullable(),
});
export type ProbeTruth = z.infer<typeof probeTruthSchema>;

export const sealedEpisodeSchema = z.strictObject({
  id: name,
  /** Number of each reader in the suite's population, by user id. */
  readers: z.record(z.string(), z.int().min(0)),
  prototype: z.string(),
  difficulty: difficultySchema,
  /** By feedback id: what its reader wants; null: nothing is to be learned from it. */
  wants: z.record(z.string(), wantSchema.nullable()),
  /** By feedback id: the right change, and changes that would be wrong. */
  gold: z.record(z.string(), z.array(diffAtomSchema)),
  antiGold: z.record(z.string(), z.array(diffAtomSchema)),
  probes: z.record(z.string(), probeTruthSchema),
  /** Nodes of the trace that the feedback is really about, worst first. */
  culprits: z.array(name),
});
export type SealedEpisode = z.infer<typeof sealedEpisodeSchema>;

export const suiteInfoSchema = z.strictObject({
  suite_version: z.literal(SUITE_VERSION),
  seed: z.int().min(0),
  part: z.enum(["public", "sealed"]),
  episodes: z.int().min(0),
  historyTurns: z.int().min(1),
});
export type SuiteInfo = z.infer<typeof suiteInfoSchema>;
