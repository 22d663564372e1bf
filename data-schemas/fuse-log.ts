/** What a run of FUSE-Hard leaves behind: all that scoring reads, so that a log alone gives the same numbers again. */
import { z } from "zod";
import { COMPONENTS, diffAtomSchema } from "./agent-state.ts";
import { difficultySchema, PROBE_KINDS, TASKS, wantSchema } from "./fuse-episode.ts";
import { sceneTypeSchema } from "./scene.ts";

export const LOG_VERSION = 1;

/**
 * Which state a scene was written from: before and after the agent's update, after the right one; with a component masked,
 * of the agent's state or of the right one; none: nothing that was added; routed: only components that the right one names;
 * at_turn: as it stood after a turn of the feedback; rolled_back: after a retraction; never: as if it had not been said;
 * without_others: without what other readers said.
 */
export const CONDITIONS = [
  "before",
  "after",
  "gold",
  ...COMPONENTS.flatMap((component) => [`mask:${component}`, `gold_mask:${component}`] as const),
  "routed",
  "at_turn",
  "gold_at_turn",
  "rolled_back",
  "never",
  "without_others",
] as const;
export type Condition = (typeof CONDITIONS)[number];

export const generationSchema = z.strictObject({
  probe: z.string(),
  kind: z.enum(PROBE_KINDS),
  condition: z.enum(CONDITIONS),
  /** Whom it was written for. */
  user_id: z.string(),
  turn: z.int().min(0).nullable(),
  /** Of the text: equal texts, equal hashes. */
  text_hash: z.string(),
  /** J in [0, 1] by judge; null: it could not be judged, for the reason under `why`. */
  judged: z.record(z.string(), z.number().min(0).max(1).nullable()),
  why: z.string().optional(),
  /** Of at_turn: which preference the text follows. */
  follows: z.enum(["new", "old", "neither"]).optional(),
});
export type Generation = z.infer<typeof generationSchema>;

/** An atom, and what it was read to ask for; null: nothing that the ontology knows. */
export const readAtomSchema = z.strictObject({
  atom: diffAtomSchema,
  asks: wantSchema.nullable(),
  /** Scenes that its scope names, and its anti-scope; of a scope, none means all. */
  scenes: z.array(sceneTypeSchema),
  antiScenes: z.array(sceneTypeSchema),
});
export type ReadAtom = z.infer<typeof readAtomSchema>;

export const episodeLogSchema = z.strictObject({
  log_version: z.literal(LOG_VERSION),
  suite: z.string(),
  episode: z.string(),
  agent: z.string(),
  task: z.enum(TASKS),
  /** The reader whose preference is probed: what intervals are clustered by. */
  reader: z.string(),
  prototype: z.string(),
  language: z.enum(["zh", "en"]),
  difficulty: difficultySchema,
  /** The agent lost the episode: it died, hung or answered nonsense. Its state stayed as it was. */
  lost: z.string().nullable(),
  /** Atoms that were not applied, by reason. */
  refusedAtoms: z.record(z.string(), z.int().min(0)),
  generations: z.array(generationSchema),
  predicted: z.array(readAtomSchema),
  gold: z.array(readAtomSchema),
  antiGold: z.array(readAtomSchema),
  /** Of delayed_credit. */
  credit: z
    .strictObject({
      ranked: z.array(z.string()),
      culprits: z.array(z.string()),
      predictedGain: z.number().nullable(),
    })
    .nullable(),
  /** Of drift: updates derived from what was then taken back, and how many are gone. */
  rollback: z.strictObject({ derived: z.int().min(0), removed: z.int().min(0) }).nullable(),
  /** Of isolation: items of other readers that stand in this reader's state. */
  leaked: z.int().min(0).nullable(),
  growth: z.strictObject({ items: z.int(), tokens: z.int(), turns: z.int().min(1) }),
  calls: z.int().min(0),
});
export type EpisodeLog = z.infer<typeof episodeLogSchema>;

/** One question to an agent and its answer, as it came. */
export const agentCallSchema = z.strictObject({
  episode: z.string(),
  agent: z.string(),
  type: z.enum(["update", "repair", "generate"]),
  feedback: z.string().nullable(),
  /** null: none came. */
  answer: z.unknown(),
  failed: z.string().nullable(),
  /** null: an embedded agent, whose time is part of the run's. */
  seconds: z.number().min(0).nullable(),
});
export type AgentCall = z.infer<typeof agentCallSchema>;
