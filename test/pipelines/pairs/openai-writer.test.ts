/** The writer against a local server that speaks the protocol, and fails in every way that servers do. */

import { mkdtempSync, readdirSync } from "node:fs";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { axisIndex } from "../../../data-schemas/ontology.ts";
import { type WriterSettings, writerSchema } from "../../../data-schemas/writer.ts";
import { grammarRewrites, rewriteTask } from "../../../models/pairs/rewrites.ts";
import { mapConcurrent } from "../../../pipelines/io/concurrent.ts";
import type { Context } from "../../../pipelines/io/context.ts";
import { SILENT } from "../../../pipelines/io/progress.ts";
import { OpenAiWriter } from "../../../pipelines/pairs/openai-writer.ts";
import { makePairs } from "../../../pipelines/pairs/pairs.ts";

const fresh = (): string => mkdtempSync(join(tmpdir(), "esus-writer-"));
const context = (): Context => ({ progress: SILENT, log: () => undefined, signal: new AbortController().signal });
const task = rewriteTask(1, axisIndex("humour"), "en", 0);

interface Asked {
  readonly model: string;
  readonly messages: readonly { readonly role: string; readonly content: string }[];
}
type Handler = (asked: Asked, response: ServerResponse, n: number) => void;

let server: Server | null = null;
afterEach(() => {
  server?.closeAllConnections();
  server?.close();
  server = null;
});

/** @returns The protocol's root, and how many requests came. */
async function serve(handler: Handler): Promise<{ url: string; requests: () => number; most: () => number }> {
  let [n, open, most] = [0, 0, 0];
  server = createServer((request: IncomingMessage, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      open++;
      most = Math.max(most, open);
      response.on("close", () => open--);
      handler(JSON.parse(Buffer.concat(chunks).toString()), response, ++n);
    });
  });
  await new Promise<void>((resolve) => server!.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}/v1`, requests: () => n, most: () => most };
}

const reply = (
  response: ServerResponse,
  content: string,
  usage: { prompt_tokens: number; completion_tokens: number } | null = { prompt_tokens: 1000, completion_tokens: 500 },
): void => {
  response.setHeader("content-type", "application/json");
  response.end(
    JSON.stringify({
      id: "x",
      object: "chat.completion",
      choices: [{ index: 0, message: { role: "assistant", content } }],
      usage,
    }),
  );
};
const fail = (response: ServerResponse, status: number): void => {
  response.statusCode = status;
  response.setHeader("content-type", "application/json");
  response.setHeader("retry-after-ms", "5");
  response.end(JSON.stringify({ error: { message: "the secret words of the server" } }));
};
const text = (content: string): string => JSON.stringify({ text: content });

const settings = (url: string, more: Partial<WriterSettings> = {}): WriterSettings =>
  writerSchema.parse({ url, model: "local", retries: 2, timeoutSeconds: 1, ...more });
const writer = (url: string, more: Partial<WriterSettings> = {}, cache = fresh()) =>
  OpenAiWriter.open(settings(url, more), "key", cache, context());

describe("OpenAiWriter", () => {
  it("asks once for each of the three, in the chapter's language, and keeps the answers", async () => {
    const seen: Asked[] = [];
    const { url, requests } = await serve((asked, response) => {
      seen.push(asked);
      reply(response, text(`rewritten ${seen.length}`));
    });
    const cache = fresh();
    const first = await writer(url, {}, cache);
    expect(await first.write(task)).toEqual({
      ok: true,
      rewrites: { aligned: "rewritten 1", over_corrected: "rewritten 2", irrelevant: "rewritten 3" },
    });
    expect(seen[0]!.model).toBe("local");
    expect(seen[0]!.messages[1]!.content).toContain(task.original.text);
    // A second run, in another process, asks nobody.
    const again = await writer(url, {}, cache);
    expect((await again.write(task)).ok).toBe(true);
    expect([requests(), again.spent.cached, again.spent.requests]).toEqual([3, 3, 0]);
  });

  it("tries again after 429, 500 and a time-out", async () => {
    const { url, requests } = await serve((_, response, n) => {
      if (n === 1) fail(response, 429);
      else if (n === 2) fail(response, 500);
      else if (n === 4) return;
      else reply(response, text("fine"));
    });
    expect((await (await writer(url)).write(task)).ok).toBe(true);
    expect(requests()).toBe(6);
  }, 20_000);

  it("asks again after cut-off JSON, something else, a cut-off body and an answer without choices", async () => {
    const { url, requests } = await serve((_, response, n) => {
      if (n === 1) reply(response, '{"text": "it breaks o');
      else if (n === 2) reply(response, '{"words": "no"}');
      else if (n === 4) {
        response.setHeader("content-type", "application/json");
        response.end('{"choices": [{"message": {"content": "');
      } else if (n === 5) {
        response.setHeader("content-type", "application/json");
        response.end('{"error": "busy"}');
      } else reply(response, text("fine"));
    });
    expect((await (await writer(url)).write(task)).ok).toBe(true);
    expect(requests()).toBe(7);
  });

  it("refuses by name what never comes right, without the server's words", async () => {
    const { url } = await serve((_, response) => reply(response, "not json"));
    expect(await (await writer(url, { formatRetries: 1 })).write(task)).toEqual({
      ok: false,
      reason: "no-json",
      detail: 'expected {"text": …}; 2 answers were cut off or something else',
    });
    server!.close();
    const down = await serve((_, response) => fail(response, 503));
    const refused = await (await writer(down.url, { retries: 1 })).write(task);
    expect(refused).toEqual({ ok: false, reason: "server-failed", detail: "2 attempts; the last: status 503" });
  });

  it("does not wait for ever for a body that stalls", async () => {
    const { url } = await serve((_, response) => {
      response.setHeader("content-type", "application/json");
      response.write('{"choices": [');
    });
    const refused = await (await writer(url, { retries: 0, timeoutSeconds: 0.3 })).write(task);
    expect(refused).toMatchObject({ ok: false, reason: "server-failed", detail: "1 attempts; the last: timed out" });
  }, 10_000);

  it("stops at once when the key is refused", async () => {
    const { url } = await serve((_, response) => fail(response, 401));
    await expect((await writer(url)).write(task)).rejects.toThrow("refused the request (401); check the key");
  });

  it("survives a connection that is cut in the middle of a body, and a body of nothing", async () => {
    const { url } = await serve((_, response, n) => {
      if (n === 1) {
        response.setHeader("content-type", "application/json");
        response.setHeader("content-length", "5000");
        response.write('{"choices": [', () => response.destroy());
      } else if (n === 3) {
        response.setHeader("content-type", "application/json");
        response.end("null");
      } else reply(response, text("fine"));
    });
    expect((await (await writer(url)).write(task)).ok).toBe(true);
  }, 10_000);

  it("does not ask again where the request itself is refused", async () => {
    const { url, requests } = await serve((_, response) => fail(response, 400));
    expect(await (await writer(url)).write(task)).toEqual({
      ok: false,
      reason: "server-refused",
      detail: "status 400",
    });
    expect(requests()).toBe(1);
  });

  it("stays under its cap: earlier runs, several requests at once and servers that tell no usage included", async () => {
    let longest = 0;
    const { url } = await serve(({ messages }, response) => {
      longest = Math.max(longest, messages.map(({ content }) => content).join("").length);
      reply(response, text("fine"));
    });
    await (await writer(url)).write(task);
    // Each answer costs 1000 · 1e-6 · 100 + 500 · 1e-6 · 200 = 0.2; before it is had it may cost `dear`.
    const dear = (1.1 * longest * 300) / 1e6;
    const priced = { pricePerMillionIn: 100, pricePerMillionOut: 200, costCap: dear + 0.5 };
    const cache = fresh();
    const first = await writer(url, priced, cache);
    expect((await first.write(task)).ok).toBe(true);
    expect(first.spent.cost).toBeCloseTo(0.6);
    const other = rewriteTask(1, axisIndex("dread"), "en", 0);
    expect(await first.write(other)).toMatchObject({ ok: false, reason: "cost-cap" });
    const later = await writer(url, priced, cache);
    expect(await later.write(other)).toMatchObject({ ok: false, reason: "cost-cap" });
    expect((await later.write(task)).ok).toBe(true);
    // What the first run spent still counts, and what it was answered costs nothing again.
    expect(later.spent.cost).toBeGreaterThanOrEqual(first.spent.cost);
    expect(later.spent.cost).toBeLessThanOrEqual(priced.costCap);
    expect(later.spent.cached).toBeGreaterThanOrEqual(3);

    const atOnce = await writer(url, { ...priced, costCap: 2.5 * dear, concurrency: 8 });
    const tasks = Array.from({ length: 8 }, (_, n) => rewriteTask(1, n, "en", 0));
    await mapConcurrent(tasks, 8, (each) => atOnce.write(each));
    expect(atOnce.spent.cost).toBeLessThanOrEqual(2.5 * dear);

    const silent = await serve((_, response) => reply(response, text("fine"), null));
    const blind = await writer(silent.url, { ...priced, costCap: 1.5 * dear });
    expect(await blind.write(task)).toMatchObject({ ok: false, reason: "cost-cap" });
    expect(silent.requests()).toBe(1);
  });

  it("asks no more at once than it may", async () => {
    const { url, most } = await serve((_, response) => void setTimeout(() => reply(response, text("fine")), 20));
    const many = await writer(url, { concurrency: 3 });
    const tasks = Array.from({ length: 9 }, (_, n) => rewriteTask(1, n, "en", 0));
    await mapConcurrent(tasks, many.concurrency, (each) => many.write(each));
    expect(most()).toBe(3);
  });
});

describe("esus pairs with a writer", () => {
  const request = (url: string, out: string) => ({
    ingested: [],
    out,
    kinds: ["rewrite" as const],
    seed: 1,
    perAxis: 1,
    editsPerChapter: 1,
    writer: { settings: settings(url, { concurrency: 4 }), key: "key" },
  });

  it("keeps what the verifier accepts, refuses the rest by name, and takes up an unfinished result again", async () => {
    let broken = true;
    const { url } = await serve(({ messages }, response) => {
      // A model that does just what the grammar does for one axis and language, and nothing for the others.
      const original = messages[1]!.content;
      if (!original.includes(task.original.text)) return reply(response, text("short"));
      if (broken) return fail(response, 503);
      const { aligned, over_corrected, irrelevant } = grammarRewrites(task);
      reply(
        response,
        text(
          original.includes("as far as it will go")
            ? over_corrected
            : original.includes("Leave the axis")
              ? irrelevant
              : aligned,
        ),
      );
    });
    const out = fresh();
    const first = await makePairs(request(url, out), context());
    expect(first.manifest.reasons).toMatchObject({ "server-failed": 1, "plot-changed": 97 });
    expect(first.manifest.summary["incomplete"]).toBe(true);
    broken = false;
    const second = await makePairs(request(url, out), context());
    expect([second.reused, second.manifest.kept, second.manifest.summary["incomplete"]]).toEqual([false, 1, false]);
    expect(readdirSync(join(out, "writer-cache")).length).toBeGreaterThan(100);
    expect((await makePairs(request(url, out), context())).reused).toBe(true);
  }, 60_000);
});
