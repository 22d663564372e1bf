/**
 * Rewrites by a model behind the protocol of OpenAI's chat completions. Each answer is kept on disk under the hash of its
 * question, so that an interrupted run goes on where it stopped and a second one costs nothing.
 */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import OpenAI from "openai";
import { z } from "zod";
import { InputError } from "../../data-schemas/errors.ts";
import { AXES, axisIndex } from "../../data-schemas/ontology.ts";
import { type WriterSettings, writtenSchema } from "../../data-schemas/writer.ts";
import type { Rewrites, RewriteTask } from "../../models/pairs/rewrites.ts";
import { writeFileAtomic } from "../io/atomic-file.ts";
import type { Context } from "../io/context.ts";
import { stopIfAsked } from "../io/context.ts";
import { hashValue } from "../io/hash.ts";
import { parseJson, toJson } from "../io/json.ts";
import type { RewriteWriter, Written } from "./writer.ts";

type Kind = keyof Rewrites;
const KINDS: readonly Kind[] = ["aligned", "over_corrected", "irrelevant"];

const cachedSchema = z.strictObject({ text: z.string().min(1), cost: z.number().min(0) });

interface Question {
  readonly model: string;
  readonly system: string;
  readonly user: string;
}

type Answer = { readonly ok: true; readonly text: string } | Extract<Written, { ok: false }>;

export class OpenAiWriter implements RewriteWriter {
  readonly name: string;
  readonly concurrency: number;
  readonly #settings: WriterSettings;
  readonly #client: OpenAI;
  readonly #cache: string;
  readonly #context: Context;
  #cost = 0;
  #dearest = 0;
  #underWay = 0;
  #requests = 0;
  #cached = 0;

  /**
   * @param key    Sent as a bearer token.
   * @param cache  Folder of the answers that were had already.
   */
  constructor(settings: WriterSettings, key: string, cache: string, context: Context) {
    this.name = settings.model;
    this.concurrency = settings.concurrency;
    this.#settings = settings;
    this.#cache = cache;
    this.#context = context;
    this.#client = new OpenAI({
      apiKey: key,
      baseURL: settings.url,
      maxRetries: settings.retries,
      timeout: 1000 * settings.timeoutSeconds,
      logLevel: "off",
    });
  }

  get spent() {
    return { cost: this.#cost, requests: this.#requests, cached: this.#cached };
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
      (text) => cachedSchema.safeParse(parseJson(text)).data,
      () => undefined,
    );
    if (known !== undefined) {
      this.#cached++;
      // It was paid for in an earlier run of this folder.
      this.#cost += known.cost;
      this.#dearest = Math.max(this.#dearest, known.cost);
      return { ok: true, text: known.text };
    }
    let cost = 0;
    for (let attempt = 0; attempt <= this.#settings.formatRetries; attempt++) {
      if (!this.#affordable())
        return { ok: false, reason: "cost-cap", detail: `the cap of ${this.#settings.costCap} was reached` };
      const answer = await this.#ask(question);
      if ("ok" in answer) return answer;
      cost += answer.cost;
      const written = writtenSchema.safeParse(parseJson(answer.content));
      if (written.success) {
        await writeFileAtomic(path, toJson({ ...written.data, cost }));
        return { ok: true, text: written.data.text };
      }
    }
    const detail = `expected {"text": …}; ${this.#settings.formatRetries + 1} answers were cut off or something else`;
    return { ok: false, reason: "no-json", detail };
  }

  /** Whether another request fits, counting those under way as dear as the dearest so far. */
  #affordable(): boolean {
    const { costCap } = this.#settings;
    return costCap === undefined || this.#cost + (this.#underWay + 1) * this.#dearest <= costCap;
  }

  /** The content of the answer. @throws {InputError} The server refuses us altogether. */
  async #ask({
    model,
    system,
    user,
  }: Question): Promise<{ readonly content: string; readonly cost: number } | Extract<Written, { ok: false }>> {
    this.#requests++;
    this.#underWay++;
    // The client's own time-out ends with the headers; a body may stall as well.
    const timeout = AbortSignal.timeout(BODY_TIMEOUTS * 1000 * this.#settings.timeoutSeconds);
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
      const { prompt_tokens = 0, completion_tokens = 0 } = answer.usage ?? {};
      const { pricePerMillionIn, pricePerMillionOut } = this.#settings;
      const cost = (prompt_tokens * pricePerMillionIn + completion_tokens * pricePerMillionOut) / 1e6;
      this.#cost += cost;
      this.#dearest = Math.max(this.#dearest, cost);
      return { content: answer.choices?.[0]?.message?.content ?? "", cost };
    } catch (error) {
      stopIfAsked(this.#context);
      // A body that is cut off is no JSON: asked again, as an answer that is none.
      if (error instanceof SyntaxError) return { content: "", cost: 0 };
      if (error instanceof OpenAI.AuthenticationError || error instanceof OpenAI.NotFoundError)
        throw new InputError(
          `${this.#settings.url}: refused the request (${error.status}); check the key, the URL and the model's name`,
        );
      if (error instanceof OpenAI.APIError || timeout.aborted) {
        const why = error instanceof OpenAI.APIError && !timeout.aborted ? failureOf(error) : "timed out";
        return { ok: false, reason: "server-failed", detail: `after ${this.#settings.retries} retries: ${why}` };
      }
      throw error;
    } finally {
      this.#underWay--;
    }
  }
}

/** Of the time-out for one request: the client may use it up several times before it gives up. */
const BODY_TIMEOUTS = 2;

/** Never the server's own words: they may quote the text. */
function failureOf(error: InstanceType<typeof OpenAI.APIError>): string {
  if (error instanceof OpenAI.APIConnectionTimeoutError) return "timed out";
  return error.status === undefined ? "no connection" : `status ${error.status}`;
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
