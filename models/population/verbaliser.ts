/** Plans of comments to words, in Chinese and English. */
import type { Axis } from "../../data-schemas/axis.ts";
import { AXES, axisIndex } from "../../data-schemas/ontology.ts";
import type { ReaderRequest } from "../../data-schemas/population.ts";
import type { Language } from "../content/language.ts";
import { integer, type Rng } from "../rng.ts";
import type { PlantedAtom } from "./feedback.ts";
import { COMPLAINTS, PRAISE } from "./phrases.ts";

export interface CommentPlan {
  readonly language: Language;
  /** Strongest first. */
  readonly atoms: readonly PlantedAtom[];
  readonly request: ReaderRequest | null;
  /** How often in a row a request was ignored: it sharpens the tone. */
  readonly ignored: number;
}

export interface Comment {
  readonly text: string;
  /** The preference rules that were put into words. */
  readonly wishes: readonly string[];
}

/** Of comments, that ask for something in so many words. */
const OUTRIGHT = 0.3;
const SHARP_FROM = 2;

/** The first atom sets the tone; a second of the same polarity may follow. */
export function verbalise({ language, atoms, request, ignored }: CommentPlan, rng: Rng): Comment {
  const wishes: string[] = [];
  const sentences: string[] = [];
  const tone = atoms[0]?.polarity ?? "positive";
  for (const atom of atoms.filter(({ polarity }) => polarity === tone).slice(0, 2)) {
    const { sentence, wish } = sayAtom(atom, language, rng);
    if (sentences.includes(sentence)) continue;
    sentences.push(sentence);
    if (wish !== null) wishes.push(wish);
  }
  if (sentences.length === 0) sentences.push(one(PRAISE[language], rng));
  if (ignored >= SHARP_FROM && tone === "negative") sentences.push(one(SHARP[language], rng));
  if (request !== null && tone === "negative" && rng() < OUTRIGHT) {
    sentences.push(ask(request, language, rng));
    const wish = AXES[axisIndex(request.axis)]!.wish[request.direction === "higher" ? "low" : "high"];
    if (wish !== null && !wishes.includes(wish)) wishes.push(wish);
  }
  const text = language === "zh" ? `${sentences.join("。")}。` : `${sentences.join(". ")}.`;
  return { text, wishes };
}

function sayAtom(atom: PlantedAtom, language: Language, rng: Rng): { sentence: string; wish: string | null } {
  const axis = AXES[axisIndex(atom.axis)]!;
  if (atom.polarity === "positive") {
    const general = rng() < 0.6;
    return {
      sentence: general ? one(PRAISE[language], rng) : framed(LIKED, axis, atom.pole, language, rng),
      wish: null,
    };
  }
  const wish = axis.wish[atom.pole];
  if (wish !== null) return { sentence: one(COMPLAINTS[wish]![language], rng), wish };
  return { sentence: framed(DISLIKED, axis, atom.pole, language, rng), wish: null };
}

function ask({ axis, direction }: ReaderRequest, language: Language, rng: Rng): string {
  return framed(ASKED, AXES[axisIndex(axis)]!, direction === "higher" ? "high" : "low", language, rng);
}

type Frames = Readonly<Record<Language, readonly string[]>>;

const LIKED: Frames = {
  zh: ["喜欢这种写法：{pole}", "{name}这一点很对我胃口", "就爱看{pole}"],
  en: ["What I liked: {pole}", "Just right for me, the {name} here", "This is my kind of thing: {pole}"],
};
const DISLIKED: Frames = {
  zh: ["不太喜欢这种：{pole}", "{name}这一点不合我口味", "又是{pole}，看不下去"],
  en: ["Not a fan of this: {pole}", "The {name} here is not for me", "I could do without it: {pole}"],
};
const ASKED: Frames = {
  zh: ["下一章希望{pole}", "求作者：{pole}"],
  en: ["Next time, please: {pole}", "My one request: {pole}"],
};
const SHARP: Readonly<Record<Language, readonly string[]>> = {
  zh: ["说了多少遍了", "作者根本不看评论吧", "再这样就弃了"],
  en: ["I have said this before", "Does anybody read these comments", "One more like this and I'm out"],
};

function framed(frames: Frames, axis: Axis, pole: "low" | "high", language: Language, rng: Rng): string {
  return one(frames[language], rng)
    .replace("{pole}", axis[pole][language].replace(/[：:].*/, ""))
    .replace("{name}", axis.name[language]);
}

function one(items: readonly string[], rng: Rng): string {
  return items[integer(rng, items.length)]!;
}
