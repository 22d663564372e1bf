/** Logs of episodes for tests: the least that is valid, with what a test is about in its place. */
import type { DiffAtom } from "../../../data-schemas/agent-state.ts";
import type { EpisodeLog, Generation } from "../../../data-schemas/fuse-log.ts";

export type Read = EpisodeLog["gold"][number];
export const read = (more: Partial<DiffAtom> = {}, other: Partial<Omit<Read, "atom">> = {}): Read => ({
  atom: {
    target: "planner.policy",
    operation: "add",
    content: "c",
    scope: "s",
    anti_scope: "a",
    ttl: "story_global",
    provenance: ["f1"],
    confidence: 1,
    ...more,
  },
  asks: { axis: "humour", direction: "higher" },
  scenes: ["action"],
  antiScenes: ["grief"],
  ...other,
});

/** A scene judged J by "j"; ids name the probe. */
export const scene = (
  kind: Generation["kind"],
  condition: Generation["condition"],
  j: number | null,
  probe: string = kind,
  more: Partial<Generation> = {},
): Generation => ({
  probe,
  kind,
  condition,
  user_id: "u",
  turn: null,
  text_hash: "h",
  judged: { j },
  ...more,
});

export const log = (more: Partial<EpisodeLog> = {}): EpisodeLog => ({
  log_version: 1,
  suite: "s",
  episode: "e",
  agent: "a",
  task: "state_diff",
  reader: "u",
  prototype: "p",
  language: "en",
  difficulty: { distance: "far", delayTurns: 0, readers: 1, noise: 0, implicitOnly: false },
  lost: null,
  refusedAtoms: {},
  generations: [],
  predicted: [],
  gold: [],
  antiGold: [],
  credit: null,
  rollback: null,
  leaked: null,
  growth: { items: 3, tokens: 9, turns: 2 },
  calls: 1,
  ...more,
});
