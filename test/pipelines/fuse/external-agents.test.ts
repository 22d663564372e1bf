/** Agents that are no friends: garbage, silence, death, floods. Each loses what it answers, and nothing else. */
import { mkdtempSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeAll, describe, expect, it } from "vitest";
import { ATOMS_AT_MOST, agentRequestSchema } from "../../../data-schemas/fuse-message.ts";
import { writerSchema } from "../../../data-schemas/writer.ts";
import type { Episode } from "../../../models/fuse/episode-maker.ts";
import { playEpisode } from "../../../models/fuse/play.ts";
import type { FuseWorld } from "../../../models/fuse/world.ts";
import { chatJudge } from "../../../pipelines/fuse/chat-judge.ts";
import type { ExternalPlayer } from "../../../pipelines/fuse/external-agent.ts";
import { chatAgent, endpointAgent } from "../../../pipelines/fuse/http-agent.ts";
import { subprocessAgent } from "../../../pipelines/fuse/subprocess-agent.ts";
import { ChatClient } from "../../../pipelines/io/chat-client.ts";
import { SILENT } from "../../../pipelines/io/progress.ts";
import { reading, smallSuite } from "../../models/fuse/suite-parts.ts";

let episodes: Episode[];
let world: FuseWorld;
let read: Awaited<ReturnType<typeof reading>>["read"];
beforeAll(async () => {
  ({ episodes, world } = await smallSuite(3, 1));
  ({ read } = await reading());
});

const dir = mkdtempSync(join(tmpdir(), "esus-agents-"));
let n = 0;
/** A program that answers each line with what `body` makes of the request. */
function program(body: string): string {
  const file = join(dir, `agent${n++}.mjs`);
  writeFileSync(
    file,
    `import { createInterface } from "node:readline";
const say = (value) => process.stdout.write(JSON.stringify(value) + "\\n");
for await (const line of createInterface({ input: process.stdin })) { const request = JSON.parse(line); ${body} }`,
  );
  return `"${process.execPath}" "${file}"`;
}

const players: ExternalPlayer[] = [];
let server: Server | null = null;
afterEach(async () => {
  await Promise.all(players.splice(0).map((player) => player.close()));
  server?.closeAllConnections();
  server?.close();
  server = null;
});
const agent = (body: string, seconds = 20): ExternalPlayer => {
  const player = subprocessAgent(program(body), seconds);
  players.push(player);
  return player;
};
const ofTask = (task: string): Episode => episodes.find(({ shown }) => shown.task === task)!;
const ATOM = `{ target: "planner.policy", operation: "add", content: "brisk: one event after another", scope: "", anti_scope: "", ttl: "permanent", provenance: [], confidence: 1 }`;

describe("a program", () => {
  it("gets requests that fit the schema and no sealed word, and its atoms act", async () => {
    const log = join(dir, "seen.jsonl");
    const player = agent(
      `const { appendFileSync } = await import("node:fs"); appendFileSync(${JSON.stringify(log)}, line + "\\n"); say({ diff: [${ATOM}], ranked: [] });`,
    );
    for (const task of ["state_diff", "delayed_credit"]) {
      const { lost, predicted, growth } = await playEpisode(player, ofTask(task), read);
      expect([lost, predicted.length, growth.items]).toEqual([null, 1, 1]);
    }
    const { readFileSync } = await import("node:fs");
    const seen = readFileSync(log, "utf8").trim().split("\n");
    expect(seen).toHaveLength(2);
    for (const line of seen) {
      const request = agentRequestSchema.parse(JSON.parse(line));
      expect(["update", "repair"]).toContain(request.type);
      const { sealed } = ofTask(request.type === "repair" ? "delayed_credit" : "state_diff");
      expect(line).not.toContain("culprit");
      expect(line).not.toContain(sealed.prototype);
      for (const truth of ["levels", "antiGold", "difficulty", "prototype"]) expect(line).not.toContain(`"${truth}"`);
    }
  });

  it.each([
    ["garbage", "process.stdout.write('no json\\n');", /no JSON/],
    ["another shape", "say({ answer: 42 });", /does not fit/],
    ["a field too many", "say({ diff: [], sealed: true });", /does not fit/],
    ["numbers that are none", `process.stdout.write('{"diff":[{"confidence":1e999}]}\\n');`, /cannot be written down/],
    ["death", "process.exit(3);", /ended with code 3/],
  ])("that answers %s loses the episode with a reason", async (_, body, reason) => {
    const player = agent(body);
    const played = await playEpisode(player, ofTask("state_diff"), read);
    expect(played.lost).toMatch(reason);
    expect(played.growth.items).toBe(0);
    expect(played.scenes.length).toBeGreaterThan(0);
  });

  it("that says more than it was asked begins anew, so that its words answer no other question", async () => {
    const player = agent(
      `process.stdout.write(JSON.stringify({ diff: [] }) + "\\n" + JSON.stringify({ diff: [${ATOM}] }) + "\\n");`,
    );
    for (let i = 0; i < 3; i++) {
      const { lost, growth } = await playEpisode(player, ofTask("state_diff"), read);
      expect([lost, growth.items]).toEqual([null, 0]);
    }
  });

  it("that hangs loses the episode after the timeout, and is there again for the next", async () => {
    const player = agent(
      `if (request.episode === ${JSON.stringify("HANG")} || request.feedback.id.startsWith(${JSON.stringify("public.3.label")})) await new Promise(() => setInterval(() => undefined, 1000)); else say({ diff: [] });`,
      2,
    );
    expect((await playEpisode(player, ofTask("label"), read)).lost).toMatch(/no answer within 2 s/);
    expect((await playEpisode(player, ofTask("state_diff"), read)).lost).toBeNull();
  });

  it("cannot be started", async () => {
    const player = subprocessAgent("/no/such/agent", 10);
    players.push(player);
    expect((await playEpisode(player, ofTask("label"), read)).lost).toMatch(/ended with code 127|could not be started/);
  });

  it("ten thousand atoms, atoms of no shape, atoms for others: counted, the rest acts", async () => {
    const flood = agent(`say({ diff: Array.from({ length: 10000 }, () => (${ATOM})) });`);
    const flooded = await playEpisode(flood, ofTask("state_diff"), read);
    expect(flooded.refusedAtoms).toEqual({ "too-many": 10_000 - ATOMS_AT_MOST });
    expect(flooded.growth.items).toBe(ATOMS_AT_MOST);
    const odd = agent(
      `say({ diff: [${ATOM}, 7, { ...${ATOM}, target: "mood" }, { ...${ATOM}, user_id: "somebody else" }, { ...${ATOM}, confidence: 2 }] });`,
    );
    const { refusedAtoms, predicted } = await playEpisode(odd, ofTask("state_diff"), read);
    expect([refusedAtoms, predicted.length]).toEqual([{ schema: 4 }, 1]);
  });

  it("invented nodes are no culprits", async () => {
    const player = agent(
      `say({ diff: [], ranked: ["invented", request.trace[0].id, request.trace[0].id], predictedGain: 0.1 });`,
    );
    const episode = ofTask("delayed_credit");
    const { credit } = await playEpisode(player, episode, read);
    expect(credit).toEqual({ ranked: [episode.shown.trace[0]!.id], predictedGain: 0.1 });
  });

  it("may write scenes itself", async () => {
    const player = agent(`say(request.type === "generate" ? { text: "A scene." } : { diff: [] });`);
    const episode = ofTask("state_diff");
    const request = { type: "generate", episode: "e", probe: episode.shown.probes[0]! } as const;
    const state = {
      user_memory: [],
      critic_checklist: [],
      planner_policy: [],
      retriever_policy: [],
      generator_policy: [],
    };
    expect(await player.generate({ ...request, state })).toBe("A scene.");
  });
});

type Handler = (body: string, requests: number) => { status?: number; body: string } | null;
async function serve(handler: Handler): Promise<{ url: string; requests: () => number }> {
  let requests = 0;
  server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const answer = handler(Buffer.concat(chunks).toString(), ++requests);
      if (answer === null) return;
      response.statusCode = answer.status ?? 200;
      response.setHeader("content-type", "application/json");
      response.end(answer.body);
    });
  });
  await new Promise<void>((resolve) => server!.listen(0, "127.0.0.1", resolve));
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, requests: () => requests };
}

describe("an endpoint", () => {
  it("is asked again after a 503, and its answer acts", async () => {
    const { url, requests } = await serve((_, count) =>
      count === 1 ? { status: 503, body: "" } : { body: '{"diff": []}' },
    );
    expect((await playEpisode(endpointAgent(url, 10), ofTask("state_diff"), read)).lost).toBeNull();
    expect(requests()).toBe(2);
  });

  it("that refuses, hangs, says something else or is not there loses the episode", async () => {
    const refusing = await serve(() => ({ status: 400, body: "" }));
    expect((await playEpisode(endpointAgent(refusing.url, 10), ofTask("label"), read)).lost).toBe("status 400");
    server!.close();
    const hanging = await serve(() => null);
    expect((await playEpisode(endpointAgent(hanging.url, 1), ofTask("label"), read)).lost).toMatch(/within 1 s/);
    server!.closeAllConnections();
    server!.close();
    const html = await serve(() => ({ body: "<html>" }));
    expect((await playEpisode(endpointAgent(html.url, 10), ofTask("label"), read)).lost).toMatch(/no JSON/);
    server!.close();
    expect((await playEpisode(endpointAgent("http://127.0.0.1:9", 1), ofTask("label"), read)).lost).toBe(
      "no connection",
    );
  });
});

describe("a model", () => {
  const chat = async (answer: (user: string) => string) => {
    const { url, requests } = await serve((body) => {
      const user = (JSON.parse(body) as { messages: { content: string }[] }).messages[1]!.content;
      const message = { role: "assistant", content: answer(user) };
      return {
        body: JSON.stringify({
          id: "1",
          object: "chat.completion",
          choices: [{ index: 0, message, finish_reason: "stop" }],
        }),
      };
    });
    const settings = writerSchema.parse({ url: `${url}/v1`, model: "m", retries: 0, formatRetries: 1 });
    const context = { progress: SILENT, log: () => undefined, signal: new AbortController().signal };
    const cache = mkdtempSync(join(tmpdir(), "esus-chat-"));
    return { client: await ChatClient.open(settings, "key", cache, context), requests };
  };

  it("plays, and what it was asked once is not asked again", async () => {
    const { client, requests } = await chat(() => '{"diff": []}');
    for (let i = 0; i < 2; i++)
      expect((await playEpisode(chatAgent(client), ofTask("state_diff"), read)).lost).toBeNull();
    expect(requests()).toBe(1);
  });

  it("that talks instead loses the episode", async () => {
    const { client } = await chat(() => "Sure, here is the diff:");
    expect((await playEpisode(chatAgent(client), ofTask("state_diff"), read)).lost).toMatch(/no-json/);
  });

  it("judges from 0 to 10; a failure is null with a reason", async () => {
    const { client } = await chat((user) => (user.includes("fine scene") ? '{"score": 7}' : '{"score": 70}'));
    expect(await chatJudge(client, world.reader(0), "a fine scene")).toEqual({ value: 0.7 });
    expect(await chatJudge(client, world.reader(0), "another")).toEqual({ value: null, why: "no-json" });
  });
});
