/** Rewrites by a model behind the protocol of OpenAI's chat completions. */
import { AXES, axisIndex } from "../../data-schemas/ontology.ts";
import { type WriterSettings, writtenSchema } from "../../data-schemas/writer.ts";
import type { Rewrites, RewriteTask } from "../../models/pairs/rewrites.ts";
import { ChatClient, type Question } from "../io/chat-client.ts";
import { type Context, stopIfAsked } from "../io/context.ts";
import type { RewriteWriter, Written } from "./writer.ts";

type Kind = keyof Rewrites;
const KINDS: readonly Kind[] = ["aligned", "over_corrected", "irrelevant"];

export class OpenAiWriter implements RewriteWriter {
  readonly name: string;
  readonly concurrency: number;
  readonly #chat: ChatClient;
  readonly #context: Context;

  private constructor(chat: ChatClient, context: Context) {
    this.name = chat.model;
    this.concurrency = chat.concurrency;
    this.#chat = chat;
    this.#context = context;
  }

  /**
   * @param key    Sent as a bearer token.
   * @param cache  Folder of the answers that were had already, and of what was spent.
   */
  static async open(settings: WriterSettings, key: string, cache: string, context: Context): Promise<OpenAiWriter> {
    return new OpenAiWriter(await ChatClient.open(settings, key, cache, context), context);
  }

  get spent() {
    return this.#chat.spent;
  }

  async write(task: RewriteTask): Promise<Written> {
    const texts: Partial<Record<Kind, string>> = {};
    for (const kind of KINDS) {
      stopIfAsked(this.#context);
      const answer = await this.#chat.ask(questionFor(task, kind), writtenSchema, '{"text": …}');
      if (!answer.ok) return answer;
      texts[kind] = answer.value.text;
    }
    return { ok: true, rewrites: texts as Rewrites };
  }
}

function questionFor({ request, original, scene }: RewriteTask, kind: Kind): Question {
  const { language } = scene.story;
  const axis = AXES[axisIndex(request.axis)]!;
  const pole = axis[request.direction === "higher" ? "high" : "low"][language];
  const rules = [...scene.story.rules, scene.story.trait].map(({ statement }) => statement).join("\n");
  const other = AXES[((axisIndex(request.axis) + AXES.length / 2) % AXES.length) | 0]!.high[language];
  const task = TASKS[language][kind]
    .replace("{axis}", axis.name[language])
    .replace("{pole}", pole)
    .replace("{other}", other);
  return { system: SYSTEM[language], user: `${task}\n\n${RULES[language]}\n${rules}\n\n${original.text}` };
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
