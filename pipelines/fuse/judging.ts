/** Played episodes to rows of the log: each distinct scene is written once, and judged once for its reader. */
import type { DiffAtom } from "../../data-schemas/agent-state.ts";
import { type EpisodeLog, type Generation, LOG_VERSION } from "../../data-schemas/fuse-log.ts";
import { UNWRITTEN } from "../../eval/fuse/episode.ts";
import { scenesIn } from "../../models/agent/scope.ts";
import { shownState } from "../../models/agent/state-log.ts";
import type { Episode } from "../../models/fuse/episode-maker.ts";
import { narrate } from "../../models/fuse/narrator.ts";
import type { Reading } from "../../models/fuse/plan.ts";
import type { PlannedScene, Played } from "../../models/fuse/play.ts";
import { AgentFailure } from "../../models/fuse/play.ts";
import type { FuseWorld } from "../../models/fuse/world.ts";
import { expectedStars } from "../../models/population/judgement.ts";
import type { ChatClient } from "../io/chat-client.ts";
import { sha256 } from "../io/hash.ts";
import type { AnyPlayer } from "./agents.ts";
import { chatJudge, type Judgement } from "./chat-judge.ts";
import type { EsusJudge } from "./esus-judge.ts";
import type { CodedText, TextCache } from "./text-cache.ts";

export const ESUS = "esus";
export const ORACLE = "oracle";

export interface Bench {
  readonly suite: string;
  readonly world: FuseWorld;
  readonly esus: EsusJudge;
  readonly cache: TextCache;
  readonly read: Reading;
  /** By name. */
  readonly chats: ReadonlyMap<string, ChatClient>;
  /** Whether the agent writes the scenes itself. */
  readonly agentWrites: boolean;
}

export interface PlayedEpisode {
  readonly episode: Episode;
  readonly played: Played;
}

/** A reader of one episode, who has said what they said in it. */
export const readerKey = (episode: string, user_id: string): string => `${episode}|${user_id}`;

interface Written extends PlannedScene {
  /** null: the agent did not write it. */
  readonly coded: CodedText | null;
  /** The words, where the agent wrote them. */
  readonly text: string | null;
  readonly why?: string;
}

export async function judgeEpisodes(
  bench: Bench,
  player: AnyPlayer,
  batch: readonly PlayedEpisode[],
): Promise<EpisodeLog[]> {
  const written: Written[][] = [];
  for (const { episode, played } of batch) {
    const scenes: Written[] = [];
    for (const scene of played.scenes) scenes.push(await write(bench, player, episode.shown.id, scene));
    written.push(scenes);
  }
  const stars = await esusStars(bench, batch, written);
  const logs: EpisodeLog[] = [];
  for (const [i, { episode, played }] of batch.entries()) {
    const generations: Generation[] = [];
    for (const scene of written[i]!)
      generations.push(await generationOf(bench, episode, scene, (key) => stars.get(key) ?? null));
    logs.push(logOf(bench, player.name, episode, played, generations));
  }
  return logs;
}

async function write(bench: Bench, player: AnyPlayer, episode: string, scene: PlannedScene): Promise<Written> {
  const { cache, agentWrites } = bench;
  if (!agentWrites || player.generate === undefined)
    return { ...scene, coded: await cache.scene(scene.probe, scene.levels), text: null };
  try {
    const request = {
      type: "generate" as const,
      episode: sha256(episode).slice(0, 12),
      state: shownState(scene.state),
      probe: scene.probe,
    };
    const text = await player.generate(request);
    return { ...scene, coded: await cache.text(text), text };
  } catch (error) {
    if (!(error instanceof AgentFailure)) throw error;
    return { ...scene, coded: null, text: null, why: error.message };
  }
}

const pairKey = (reader: string, { hash }: CodedText): string => `${reader}/${hash}`;

async function esusStars(
  { esus }: Bench,
  batch: readonly PlayedEpisode[],
  written: readonly (readonly Written[])[],
): Promise<Map<string, number>> {
  const pairs = new Map<string, { reader: string; row: CodedText["row"] }>();
  for (const [i, { episode }] of batch.entries()) {
    for (const { coded, probe } of written[i]!) {
      if (coded === null) continue;
      const reader = readerKey(episode.shown.id, probe.user_id);
      pairs.set(pairKey(reader, coded), { reader, row: coded.row });
    }
  }
  const judged = await esus.judge([...pairs.values()]);
  return new Map([...pairs.keys()].map((key, i) => [key, judged[i]!]));
}

async function generationOf(
  bench: Bench,
  { shown, sealed }: Episode,
  { probe, truth, condition, turn, levels, follows, coded, text, why }: Written,
  starsOf: (key: string) => number | null,
): Promise<Generation> {
  const known = bench.world.reader(sealed.readers[probe.user_id]!);
  const planned = text === null && coded !== null;
  const oracle = planned ? expectedStars(known.reader, known.mood, { levels, quality: 0, words: 0 }) : null;
  const stars = coded === null ? null : starsOf(pairKey(readerKey(shown.id, probe.user_id), coded));
  const judged: Record<string, number | null> = { [ESUS]: stars, [ORACLE]: oracle };
  let reason = why ?? (planned ? undefined : "the oracle knows plans, not texts of others");
  for (const [name, chat] of bench.chats) {
    const words = coded === null ? null : (text ?? narrate(probe, levels).text);
    const judgement: Judgement = words === null ? { value: null } : await chatJudge(chat, known, words);
    judged[name] = judgement.value;
    reason ??= judgement.why;
  }
  return {
    probe: probe.id,
    kind: truth.kind,
    condition,
    user_id: probe.user_id,
    turn,
    text_hash: coded?.hash ?? UNWRITTEN,
    judged,
    ...(reason === undefined ? {} : { why: reason }),
    // Of a text that the agent wrote the plan says nothing.
    ...(follows === undefined || !planned ? {} : { follows }),
  };
}

function logOf(
  { suite, read }: Bench,
  agent: string,
  { shown, sealed }: Episode,
  played: Played,
  generations: Generation[],
): EpisodeLog {
  const atoms = (diff: readonly DiffAtom[]): EpisodeLog["gold"] =>
    diff.map((atom) => ({
      atom,
      asks: read(atom.content),
      scenes: scenesIn(atom.scope),
      antiScenes: scenesIn(atom.anti_scope),
    }));
  const all = (byFeedback: Readonly<Record<string, readonly DiffAtom[]>>): DiffAtom[] =>
    shown.feedback.flatMap(({ id }) => byFeedback[id] ?? []);
  const { credit } = played;
  return {
    log_version: LOG_VERSION,
    suite,
    episode: shown.id,
    agent,
    task: shown.task,
    reader: shown.feedback[0]!.user_id,
    prototype: sealed.prototype,
    language: shown.language,
    difficulty: sealed.difficulty,
    // Who does not write a scene that it was asked for has lost as well.
    lost: played.lost ?? generations.find(({ text_hash }) => text_hash === UNWRITTEN)?.why ?? null,
    refusedAtoms: { ...played.refusedAtoms },
    generations,
    predicted: atoms(played.predicted),
    gold: atoms(all(sealed.gold)),
    antiGold: atoms(all(sealed.antiGold)),
    credit:
      shown.task === "delayed_credit"
        ? {
            ranked: [...(credit?.ranked ?? [])],
            culprits: sealed.culprits,
            predictedGain: credit?.predictedGain ?? null,
          }
        : null,
    rollback: played.rollback,
    leaked: played.leaked,
    growth: played.growth,
    calls: played.calls,
  };
}
