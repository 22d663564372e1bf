/** A made society with everything that selection reads: for tests, benchmarks and the default run. The same seed, the same lives. */
import type { Message } from "../../data-schemas/chat.ts";
import type { GenerationRow, RatingRow } from "../../data-schemas/life.ts";
import { hash53 } from "../hash.ts";
import { integer, makeRng, normal, type Rng } from "../rng.ts";
import type { World } from "./society.ts";

export interface MadeSocietySettings {
  readonly seed: number;
  readonly agents: number;
  readonly years: number;
  readonly weeks: number;
  /** Rows that each agent writes a week. */
  readonly rowsAWeek: number;
  readonly language: "en" | "zh";
  /** Characters of a row's history, about. */
  readonly historyLength: number;
}

export interface MadeState {
  readonly time: string;
  readonly vitality: number;
  readonly fulfillment: { mood: number; material: number; social: number; esteem: number };
  readonly deposit: number;
}

const RATED = 12;
const pad = (week: number): string => String(week).padStart(2, "0");

export class MadeSociety {
  readonly settings: MadeSocietySettings;
  readonly agents: readonly string[];

  constructor(settings: MadeSocietySettings) {
    this.settings = settings;
    this.agents = Array.from({ length: settings.agents }, (_, i) => `agent_${String(i).padStart(3, "0")}`);
  }

  get world(): World {
    const { years, weeks, language } = this.settings;
    return { name: "made", language, startYear: START, years, weeks, periodWeeks: weeks };
  }

  ratings(year: number): RatingRow[] {
    return this.agents.map((agent_name) => {
      const rng = this.#rng(`rating/${agent_name}/${year}`);
      const others = this.agents.filter((other) => other !== agent_name);
      const rated = Array.from({ length: Math.min(RATED, others.length) }, () => others[integer(rng, others.length)]!);
      const scores = (): Record<string, number> =>
        Object.fromEntries(rated.map((name) => [name, Math.round(20 + 80 * rng())]));
      return {
        agent_name,
        time: `Y${year}-W${pad(this.settings.weeks)}-settle`,
        affection_scores: scores(),
        respect_scores: scores(),
      };
    });
  }

  /** All of a life, in the order of time. */
  *states(agent: string): Generator<MadeState> {
    const rng = this.#rng(`state/${agent}`);
    const walk = (value: number): number => Math.round(Math.max(0, Math.min(100, value + 6 * normal(rng))));
    let fulfillment = { mood: 50, material: 50, social: 50, esteem: 50 };
    let [vitality, deposit] = [70, 1000];
    for (let year = START; year < START + this.settings.years; year++) {
      for (let week = 0; week <= this.settings.weeks; week++) {
        yield { time: `Y${year}-W${pad(week)}-begin`, vitality, fulfillment, deposit };
        const { mood, material, social, esteem } = fulfillment;
        fulfillment = { mood: walk(mood), material: walk(material), social: walk(social), esteem: walk(esteem) };
        vitality = walk(vitality);
        deposit += Math.round(100 * normal(rng));
      }
    }
  }

  /** One in ten calls a tool, one in twenty was rejected. */
  *generations(agent: string, year: number, week: number): Generator<GenerationRow> {
    const rng = this.#rng(`generation/${agent}/${year}/${week}`);
    for (let i = 0; i < this.settings.rowsAWeek; i++) {
      const inputs: Message[] = [
        { role: "system", content: this.#words(rng, this.settings.historyLength / 2) },
        { role: "user", content: this.#words(rng, this.settings.historyLength / 4) },
        { role: "assistant", content: this.#words(rng, this.settings.historyLength / 8) },
        { role: "user", content: this.#words(rng, this.settings.historyLength / 8) },
      ];
      const said: Message = { role: "assistant", content: this.#words(rng, 200) };
      const time = `Y${year}-W${pad(week)}-activity-D${1 + (i % 5)}`;
      if (rng() < 0.1) {
        const call = {
          id: `call_${i}`,
          type: "function" as const,
          function: { name: "look", arguments: '{"at": "the door"}' },
        };
        const calling: Message = { role: "assistant", content: "", tool_calls: [call] };
        const result: Message = { role: "tool", tool_call_id: call.id, name: "look", content: "It is open." };
        yield { time, inputs, outputs: [calling, result, said] };
      } else if (rng() < 0.05) yield { time, inputs, outputs: [said], rejected: true, reject_reason: "made up" };
      else yield { time, inputs, outputs: [said] };
    }
  }

  #rng(key: string): Rng {
    return makeRng(hash53(`${this.settings.seed}/${key}`));
  }

  #words(rng: Rng, characters: number): string {
    const bank = WORDS[this.settings.language];
    const space = this.settings.language === "zh" ? "" : " ";
    let text = "";
    while (text.length < characters) text += bank[integer(rng, bank.length)]! + space;
    return text.trimEnd();
  }
}

const START = 2020;
const WORDS = {
  en: "the lamp was low and nobody spoke of it until morning came over a roof where two cats kept their own counsel; she wrote that down, then crossed it out again".split(
    " ",
  ),
  zh: [
    "灯",
    "暗着",
    "没有人",
    "提起",
    "直到",
    "早上",
    "屋顶",
    "两只猫",
    "各自",
    "想着",
    "她",
    "写下来",
    "又",
    "划掉了",
    "，",
    "。",
  ],
} as const;
