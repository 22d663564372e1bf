/**
 * Rewrites by a model behind the protocol of OpenAI's chat completions. Each answer is kept on disk under the hash of its
 * question, so that an interrupted run goes on where it stopped and a second one costs nothing.
 */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import OpenAI from "openai";
import { InputError } from "../../data-schemas/errors.ts";
import { AXES, axisIndex } from "../../data-schemas/ontology.ts";
import { type WriterSettings, writtenSchema } from "../../data-schemas/writer.ts";
import type { Rewrites, RewriteTask } from "../../models/pairs/rewrites.ts";
import { writeFileAtomic } from "../io/atomic-file.ts";
import type { Context } from "../io/context.ts";
import { stopIfAsked } from "../io/context.ts";
import { hashValue } from "../io/hash.ts";
import { parseJson, toJson } from "../io/json.ts";
import { Spending } from "./spending.ts";
import type { RewriteWriter, Written } from "./writer.ts";

type Kind = keyof Rewrites;
const KINDS: readonly Kind[] = ["aligned", "over_corrected", "irrelevant"];

interface Question {
  readonly model: string;
  readonly system: string;
  readonly user: string;
}

type Refused = Extract<Written, { ok: false }>;
type Answer = { readonly ok: true; readonly text: string } | Refused;

/** Statuses after which the same request may succeed. */
const RETRIED = new Set([408, 409, 429]);
/** Seconds; doubled after each failure, and no longer than the last. */
const FIRST_WAIT = 0.5;
const LONGEST_WAIT = 20;

export class OpenAiWriter implements RewriteWriter {
  readonly name: string;
  readonly concurrency: number;
  readonly #settings: WriterSettings;
  readonly #client: OpenAI;
  readonly #cache: string;
  readonly #spending: Spending;
  readonly #context: Context;
  #requests = 0;
  #cached = 0;

  private constructor(settings: WriterSettings, key: string, cache: string, spending: Spending, context: Context) {
    this.name = settings.model;
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
  static async open(settings: WriterSettings, key: string, cache: string, context: Context): Promise<OpenAiWriter> {
    return new OpenAiWriter(settings, key, cache, await Spending.open(cache, settings), context);
  }

  get spent() {
    return { cost: this.#spending.cost, requests: this.#requests, cached: this.#cached };
  }

  async write(task: RewriteTask): Promise<Written> {
    const texts: Partial<Record<Kind, string>> = {};
    for (const kind of KINDS) {
      stopIfAsked(this.#context);
      const answer = await this.#answer(questionFor(task, kind, this.#settings.model));
      if (!answer.ok) return answer;
      texts[kind] = answer.text;
    }
    return { ok: true, rewrites: texts as Rewrites };
  }

  async #answer(question: Question): Promise<Answer> {
    const path = join(this.#cache, `${hashValue({ ...question })}.json`);
    const known = await readFile(path, "utf8").then(
      (text) => writtenSchema.safeParse(parseJson(text)).data,
      () => undefined,
    );
    if (known !== undefined) {
      this.#cached++;
      return { ok: true, text: known.text };
    }
    const { formatRetries } = this.#settings;
    for (let attempt = 0; attempt <= formatRetries; attempt++) {
      const content = await this.#ask(question);
      if (typeof content !== "string") return content;
      const written = writtenSchema.safeParse(parseJson(content));
      if (!written.success) continue;
      await writeFileAtomic(path, toJson(written.data));
      return { ok: true, text: written.data.text };
    }
    const detail = `expected {"text": …}; ${formatRetries + 1} answers were cut off or something else`;
    return { ok: false, reason: "no-json", detail };
  }

  /** The content of the answer, after as many attempts as it takes. @throws {InputError} The server refuses us altogether. */
  async #ask(question: Question): Promise<string | Refused> {
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

  async #attempt({ model, system, user }: Question, amount: number): Promise<string | Failure> {
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

function questionFor({ request, original, scene }: RewriteTask, kind: Kind, model: string): Question {
  const { language } = scene.story;
  const axis = AXES[axisIndex(request.axis)]!;
  const pole = axis[request.direction === "higher" ? "high" : "low"][language];
  const rules = [...scene.story.rules, scene.story.trait].map(({ statement }) => statement).join("\n");
  const other = AXES[((axisIndex(request.axis) + AXES.length / 2) % AXES.length) | 0]!.high[language];
  const task = TASKS[language][kind]
    .replace("{axis}", axis.name[language])
    .replace("{pole}", pole)
    .replace("{other}", other);
  return { model, system: SYSTEM[language], user: `${task}\n\n${RULES[language]}\n${rules}\n\n${original.text}` };
}

const SYSTEM = {
  en: 'You revise chapters of a serial. Keep plot, cast, names, facts and days exactly. Answer with one JSON object: {"text": "the whole revised chapter"}.',
  zh: '你修改连载小说的章节。情节、人物、名字、事实和日子一概不变。只回答一个 JSON 对象：{"text": "修改后的整章"}。',
} as const;
const RULES = { en: "Rules of this world:", zh: "这个世界的规则：" } as const;
const TASKS: Readonly<Record<"en" | "zh", Readonly<Record<Kind, string>>>> = {
  en: {
    aligned: "A reader asks for this on the axis “{axis}”: {pole}. Revise the chapter so, and change nothing else.",
    over_corrected: "Push the axis “{axis}” as far as it will go, in every scene: {pole}.",
    irrelevant: "Leave the axis “{axis}” as it is. Revise this instead: {other}.",
  },
  zh: {
    aligned: "一位读者在“{axis}”上希望：{pole}。照此修改，别的都不要动。",
    over_corrected: "把“{axis}”推到极致，每一场都要：{pole}。",
    irrelevant: "“{axis}”保持原样，改的是另一件事：{other}。",
  },
};
