/**
 * Questions to a model behind the protocol of OpenAI's chat completions. Each answer is kept on disk under the hash of its
 * question, so that an interrupted run goes on where it stopped and a second one costs nothing.
 */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import OpenAI from "openai";
import type { z } from "zod";
import { InputError } from "../../data-schemas/errors.ts";
import type { WriterSettings } from "../../data-schemas/writer.ts";
import { writeFileAtomic } from "./atomic-file.ts";
import { type Context, stopIfAsked } from "./context.ts";
import { hashValue } from "./hash.ts";
import { parseJson, toJson } from "./json.ts";
import { Spending } from "./spending.ts";

export interface Question {
  readonly system: string;
  readonly user: string;
}

export interface Refused {
  readonly ok: false;
  readonly reason: string;
  readonly detail: string;
}
export type ChatAnswer<T> = { readonly ok: true; readonly value: T } | Refused;

/** Statuses after which the same request may succeed. */
const RETRIED = new Set([408, 409, 429]);
/** Seconds; doubled after each failure, and no longer than the last. */
const FIRST_WAIT = 0.5;
const LONGEST_WAIT = 20;

export class ChatClient {
  readonly model: string;
  readonly concurrency: number;
  readonly #settings: WriterSettings;
  readonly #client: OpenAI;
  readonly #cache: string;
  readonly #spending: Spending;
  readonly #context: Context;
  #requests = 0;
  #cached = 0;

  private constructor(settings: WriterSettings, key: string, cache: string, spending: Spending, context: Context) {
    this.model = settings.model;
    this.concurrency = settings.concurrency;
    this.#settings = settings;
    this.#cache = cache;
    this.#spending = spending;
    this.#context = context;
    // The client's own time-out ends with the headers, so attempts are counted and timed here.
    this.#client = new OpenAI({ apiKey: key, baseURL: settings.url, maxRetries: 0, logLevel: "off" });
  }

  /**
   * @param key    Sent as a bearer token.
   * @param cache  Folder of the answers that were had already, and of what was spent.
   */
  static async open(settings: WriterSettings, key: string, cache: string, context: Context): Promise<ChatClient> {
    return new ChatClient(settings, key, cache, await Spending.open(cache, settings), context);
  }

  get spent() {
    return { cost: this.#spending.cost, requests: this.#requests, cached: this.#cached };
  }

  /**
   * @param expected What to say that an answer should be.
   * @throws {InputError} The server refuses us altogether.
   */
  async ask<S extends z.ZodType>(asked: Question, schema: S, expected: string): Promise<ChatAnswer<z.output<S>>> {
    const question = { model: this.model, ...asked };
    const path = join(this.#cache, `${hashValue({ ...question })}.json`);
    const known = await readFile(path, "utf8").then(
      (text) => schema.safeParse(parseJson(text)),
      () => null,
    );
    if (known?.success) {
      this.#cached++;
      return { ok: true, value: known.data };
    }
    const { formatRetries } = this.#settings;
    for (let attempt = 0; attempt <= formatRetries; attempt++) {
      const content = await this.#ask(question);
      if (typeof content !== "string") return content;
      const answer = schema.safeParse(parseJson(content));
      if (!answer.success) continue;
      await writeFileAtomic(path, toJson(answer.data));
      return { ok: true, value: answer.data };
    }
    const detail = `expected ${expected}; ${formatRetries + 1} answers were cut off or something else`;
    return { ok: false, reason: "no-json", detail };
  }

  /** The content of the answer, after as many attempts as it takes. */
  async #ask(question: Question & { readonly model: string }): Promise<string | Refused> {
    const { retries, costCap } = this.#settings;
    const amount = this.#spending.estimate(question.system.length + question.user.length);
    for (let attempt = 0; ; attempt++) {
      stopIfAsked(this.#context);
      if (!this.#spending.reserve(amount))
        return { ok: false, reason: "cost-cap", detail: `another request could pass the cap of ${costCap}` };
      const result = await this.#attempt(question, amount);
      if (typeof result === "string") return result;
      if (!result.again) return { ok: false, reason: "server-refused", detail: result.why };
      if (attempt === retries)
        return { ok: false, reason: "server-failed", detail: `${attempt + 1} attempts; the last: ${result.why}` };
      const wait = result.waitSeconds ?? Math.min(LONGEST_WAIT, FIRST_WAIT * 2 ** attempt);
      await setTimeout(1000 * wait, undefined, { signal: this.#context.signal }).catch(() => undefined);
    }
  }

  async #attempt(
    { model, system, user }: Question & { readonly model: string },
    amount: number,
  ): Promise<string | Failure> {
    const timeout = AbortSignal.timeout(1000 * this.#settings.timeoutSeconds);
    this.#requests++;
    try {
      const answer = await this.#client.chat.completions.create(
        {
          model,
          temperature: 0,
          response_format: { type: "json_object" },
          messages: [
            { role: "system", content: system },
            { role: "user", content: user },
          ],
        },
        { signal: AbortSignal.any([this.#context.signal, timeout]) },
      );
      const usage = answer?.usage;
      await this.#spending.settle(
        amount,
        usage == null ? null : { input: usage.prompt_tokens ?? 0, output: usage.completion_tokens ?? 0 },
      );
      return answer?.choices?.[0]?.message?.content ?? "";
    } catch (error) {
      return this.#failure(error, timeout.aborted, amount);
    }
  }

  async #failure(error: unknown, timedOut: boolean, amount: number): Promise<Failure> {
    const status = error instanceof OpenAI.APIError ? error.status : undefined;
    // A status comes before any work; without one the server may have worked, and may charge for it.
    if (status !== undefined) this.#spending.release(amount);
    else await this.#spending.settle(amount, null);
    stopIfAsked(this.#context);
    if (status === 401 || status === 403 || status === 404)
      throw new InputError(
        `${this.#settings.url}: refused the request (${status}); check the key, the URL and the model's name`,
      );
    if (timedOut) return { again: true, why: "timed out" };
    if (status !== undefined) {
      const again = RETRIED.has(status) || status >= 500;
      return { again, why: `status ${status}`, waitSeconds: waitAsked(error as InstanceType<typeof OpenAI.APIError>) };
    }
    // A body that is cut off: no JSON, or no more bytes.
    if (error instanceof OpenAI.APIError || error instanceof SyntaxError || error instanceof TypeError)
      return { again: true, why: error instanceof OpenAI.APIError ? "no connection" : "the answer was cut off" };
    throw error;
  }
}

interface Failure {
  readonly again: boolean;
  /** Never the server's own words: they may quote the text. */
  readonly why: string;
  /** As the server asks. */
  readonly waitSeconds?: number | undefined;
}

function waitAsked({ headers }: InstanceType<typeof OpenAI.APIError>): number | undefined {
  const milliseconds = Number(headers?.get("retry-after-ms") ?? Number.NaN);
  const seconds = Number.isNaN(milliseconds) ? Number(headers?.get("retry-after") ?? Number.NaN) : milliseconds / 1000;
  return Number.isFinite(seconds) && seconds >= 0 ? Math.min(LONGEST_WAIT, seconds) : undefined;
}
