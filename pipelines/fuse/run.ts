/**
 * `esus fuse run`: agents through a suite. Work is cut into batches of episodes, each with a file of its own, so that an
 * interrupted run goes on where it stopped.
 */
import { existsSync, statSync } from "node:fs";
import { mkdir, readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { type AgentCall, agentCallSchema, type EpisodeLog, episodeLogSchema } from "../../data-schemas/fuse-log.ts";
import { WantReader } from "../../models/agent/wants.ts";
import type { Episode } from "../../models/fuse/episode-maker.ts";
import type { Reading } from "../../models/fuse/plan.ts";
import { playEpisode } from "../../models/fuse/play.ts";
import { FuseWorld } from "../../models/fuse/world.ts";
import type { Labeller } from "../../models/label/atoms.ts";
import type { Engine } from "../../models/tensor/engine.ts";
import type { ChatClient } from "../io/chat-client.ts";
import { mapConcurrent } from "../io/concurrent.ts";
import { type Context, stopIfAsked } from "../io/context.ts";
import { hashValue, sha256File } from "../io/hash.ts";
import { parseJson } from "../io/json.ts";
import { JsonlWriter } from "../io/jsonl.ts";
import { FUSE_CALLS_FILE, FUSE_LOG_FILE, FUSE_RUN, FUSE_SUITE, TRAIN } from "../io/layout.ts";
import { requireManifest } from "../io/manifest.ts";
import { runStage, type StageOutcome } from "../io/stage.ts";
import type { TextCoder } from "../io/text-coder.ts";
import {
  type AgentTools,
  type AnyPlayer,
  type ExternalOptions,
  embeddedPlayer,
  externalAgent,
  isExternal,
  openChat,
} from "./agents.ts";
import { recorded, writing } from "./call-log.ts";
import { EsusJudge, type JudgedReader } from "./esus-judge.ts";
import { type Bench, judgeEpisodes, readerKey } from "./judging.ts";
import { rehearsal } from "./rehearsal.ts";
import { type ReadSuite, readSuite } from "./suite.ts";
import { TextCache } from "./text-cache.ts";

export interface FuseRunRequest {
  readonly suite: string;
  readonly checkpoint: string;
  readonly agents: readonly string[];
  /** Judges besides ESUS and the oracle: chat:FILE.json. */
  readonly judges: readonly string[];
  /** Whether external agents write the scenes themselves. */
  readonly agentWrites: boolean;
  readonly concurrency: number;
  readonly timeoutSeconds: number;
  readonly key: string | undefined;
  readonly labeller: Labeller;
  readonly openCoder: () => Promise<TextCoder>;
  readonly engine: Engine;
  readonly out: string;
}

/** Episodes in one file. */
const BATCH = 25;
const SHARDS = "shards";

export async function runFuse(request: FuseRunRequest, context: Context): Promise<StageOutcome> {
  const { out, agents, judges, agentWrites, timeoutSeconds, engine } = request;
  const suite = await requireManifest(request.suite, [FUSE_SUITE]);
  const trained = await requireManifest(request.checkpoint, [TRAIN]);
  const made = await Promise.all([...agents, ...judges].map(filesOf));
  const config = {
    agents: [...agents],
    files: made.flat(),
    judges: [...judges],
    agentWrites,
    timeoutSeconds,
    engine: engine.description,
  };
  return runStage(
    { stage: FUSE_RUN, dir: out, config, inputs: [...suite.outputs, ...trained.outputs] },
    async (key) => {
      const folder = join(out, SHARDS, key.slice(0, 12));
      await mkdir(folder, { recursive: true });
      const coder = await request.openCoder();
      try {
        return await work(request, folder, await readSuite(request.suite), coder, context);
      } finally {
        await coder.close();
      }
    },
  );
}

/** Hashes of the files that a command or a chat:FILE.json names: another program under the same name is another agent. */
async function filesOf(name: string): Promise<string[]> {
  if (!isExternal(name)) return [];
  const words = name.replace(/^chat:/, "").match(/"[^"]*"|'[^']*'|\S+/g) ?? [];
  const paths = words
    .map((word) => word.replace(/^["']|["']$/g, ""))
    .filter((path) => existsSync(path) && statSync(path).isFile());
  return Promise.all(paths.map((path) => sha256File(path)));
}

async function work(request: FuseRunRequest, folder: string, suite: ReadSuite, coder: TextCoder, context: Context) {
  const { agents, out, agentWrites, concurrency } = request;
  const wants = new WantReader(request.labeller);
  const read: Reading = (content) => wants.read(content);
  const world = new FuseWorld(suite.info.seed, suite.info.historyTurns);
  const cache = new TextCache(coder);
  context.log(`fuse: ${suite.episodes.length} episodes, ${agents.length} agents; readers are being replayed`);
  const readers = await judgedReaders(suite.episodes, cache);
  const esus = await EsusJudge.open(request.engine, request.checkpoint, world, readers, coder);
  const options: ExternalOptions = {
    timeoutSeconds: request.timeoutSeconds,
    cache: join(out, "answers"),
    key: request.key,
  };
  const chats = new Map<string, ChatClient>();
  for (const judge of request.judges) chats.set(judge, await openChat(judge.slice("chat:".length), options, context));
  const bench: Bench = { suite: suite.id, world, esus, cache, read, chats, agentWrites };
  const tools: AgentTools = {
    wants,
    embed: (text) => coder.embed(text),
    rehearse: rehearsal(esus, cache, read),
    poles: async (text) => esus.poles((await cache.text(text)).row),
    suite,
  };
  const log = await JsonlWriter.create(join(out, FUSE_LOG_FILE));
  const calls = await JsonlWriter.create(join(out, FUSE_CALLS_FILE));
  const total = suite.episodes.length * agents.length;
  let [done, lost, refusedAtoms] = [0, 0, 0];
  context.progress.start("fuse run", total);
  try {
    for (const agent of agents) {
      const players: AnyPlayer[] = [];
      const fresh = async (): Promise<AnyPlayer> =>
        isExternal(agent) ? externalAgent(agent, options, context) : embeddedPlayer(agent, tools);
      const open = async (): Promise<AnyPlayer> => {
        const player = await fresh();
        players.push(player);
        return player;
      };
      try {
        for (let from = 0; from < suite.episodes.length; from += BATCH) {
          const episodes = suite.episodes.slice(from, from + BATCH);
          const file = join(folder, `${hashValue(agent).slice(0, 8)}-${from}.jsonl`);
          const shard =
            (await readShard(file)) ??
            (await playBatch(bench, players, open, episodes, isExternal(agent) ? concurrency : 1, fresh, file));
          for (const row of shard.logs) {
            await log.write(row);
            if (row.lost !== null) lost++;
            for (const count of Object.values(row.refusedAtoms)) refusedAtoms += count;
          }
          for (const call of shard.calls) await calls.write(call);
          done += episodes.length;
          context.progress.update(done, agent.slice(0, 20));
          stopIfAsked(context);
        }
      } finally {
        await Promise.all(players.map((player) => player.close?.()));
      }
    }
  } catch (error) {
    await Promise.all([log.abort(), calls.abort()]);
    throw error;
  } finally {
    context.progress.stop();
    await esus.dispose();
  }
  const [rows, asked] = [await log.commit(), await calls.commit()];
  await rm(join(out, SHARDS), { recursive: true, force: true });
  return {
    outputs: [
      { name: FUSE_LOG_FILE, ...rows },
      { name: FUSE_CALLS_FILE, ...asked },
    ],
    rowsIn: total,
    kept: rows.rows,
    refused: 0,
    reasons: {},
    licences: ["synthetic"],
    summary: { lost, refusedAtoms, cost: [...chats.values()].reduce((sum, { spent }) => sum + spent.cost, 0) },
  };
}

/** Each reader as they stand before the suite, for rehearsals; and in each episode, with what they said and stood by. */
async function judgedReaders(episodes: readonly Episode[], cache: TextCache): Promise<JudgedReader[]> {
  const fresh = new Map<string, JudgedReader>();
  const known: JudgedReader[] = [];
  for (const { shown, sealed } of episodes) {
    const retracted = new Set(shown.feedback.map(({ retracts }) => retracts));
    for (const [user_id, number] of Object.entries(sealed.readers)) {
      fresh.set(user_id, { key: user_id, number, said: [] });
      const stood = shown.feedback.filter(
        ({ id, user_id: by, kind }) => by === user_id && kind !== "retraction" && !retracted.has(id),
      );
      const said = [];
      for (const { observed, about } of stood) {
        const node = shown.trace.find(({ id }) => id === about)!;
        said.push({ observed, row: (await cache.text(node.text)).row });
      }
      known.push({ key: readerKey(shown.id, user_id), number, said });
    }
  }
  return [...fresh.values(), ...known];
}

interface Shard {
  readonly logs: readonly EpisodeLog[];
  readonly calls: readonly AgentCall[];
}

async function readShard(file: string): Promise<Shard | null> {
  const text = await readFile(file, "utf8").catch(() => null);
  if (text === null) return null;
  const lines = text
    .trimEnd()
    .split("\n")
    .map((line) => parseJson(line));
  const logs = lines.flatMap((line) => episodeLogSchema.safeParse(line).data ?? []);
  const calls = lines.flatMap((line) => agentCallSchema.safeParse(line).data ?? []);
  return logs.length + calls.length === lines.length ? { logs, calls } : null;
}

async function playBatch(
  bench: Bench,
  players: AnyPlayer[],
  open: () => Promise<AnyPlayer>,
  episodes: readonly Episode[],
  concurrency: number,
  fresh: () => Promise<AnyPlayer>,
  file: string,
): Promise<Shard> {
  while (players.length < concurrency) await open();
  const calls: AgentCall[][] = episodes.map(() => []);
  const free = [...players];
  const played = await mapConcurrent(episodes, concurrency, async (episode, i) => {
    const player = free.pop()!;
    const result = await playEpisode(recorded(player, episode.shown.id, calls[i]!), episode, bench.read);
    free.push(player);
    return { episode, played: result };
  });
  const written: AgentCall[] = [];
  // Scenes are written by an agent that has not heard the feedback: a program of its own, asked about nameless episodes.
  const writer = bench.agentWrites ? await fresh() : players[0]!;
  const logs = await judgeEpisodes(bench, writing(writer, written), played).finally(() =>
    bench.agentWrites ? writer.close?.() : undefined,
  );
  const shard = { logs, calls: [...calls.flat(), ...written] };
  const out = await JsonlWriter.create(file);
  for (const row of [...shard.logs, ...shard.calls]) await out.write(row);
  await out.commit();
  return shard;
}
