/**
 * What words ask for: an axis and a way on it. Poles and tags of the ontology are read as they are; other words through the
 * labeller of comments. This is the entailment by which atoms are compared (fuse.md, Metrics).
 */

import type { Want } from "../../data-schemas/fuse-episode.ts";
import { AXES } from "../../data-schemas/ontology.ts";
import type { Language } from "../content/language.ts";
import { atomsOf, type Labeller } from "../label/atoms.ts";

interface Phrase {
  readonly text: string;
  readonly want: Want;
}

const want = (axis: string, direction: Want["direction"]): Want => ({ axis, direction });

/** Poles as they are written: who writes one wants it. Longest first, since some hold others. */
const POLES: readonly Phrase[] = AXES.flatMap(({ id, low, high }) => [
  ...[low.en, low.zh].map((text) => ({ text: text.toLowerCase(), want: want(id, "lower") })),
  ...[high.en, high.zh].map((text) => ({ text: text.toLowerCase(), want: want(id, "higher") })),
]).sort((a, b) => b.text.length - a.text.length || (a.text < b.text ? -1 : 1));

/** Tags complain: who writes pacing_slow wants the pace higher. */
const TAGS = new Map<string, Want>(
  AXES.flatMap(({ id, tags }) => [[tags.low, want(id, "higher")] as const, [tags.high, want(id, "lower")] as const]),
);

/** The wish that a rule stands for, at the first axis that has it. */
const WISHES = new Map<string, Want>();
for (const { id, wish } of AXES) {
  if (wish.low !== null && !WISHES.has(wish.low)) WISHES.set(wish.low, want(id, "higher"));
  if (wish.high !== null && !WISHES.has(wish.high)) WISHES.set(wish.high, want(id, "lower"));
}

/** A tag's meaning; null: it complains of nothing that the ontology knows. */
export function wantOfTag(tag: string): Want | null {
  return TAGS.get(tag) ?? null;
}

export class WantReader {
  readonly #labeller: Labeller;
  readonly #known = new Map<string, Want | null>();

  /** @param labeller Reads what no pole and no tag says. */
  constructor(labeller: Labeller) {
    this.#labeller = labeller;
  }

  /** The first thing that a text asks for; null: nothing. */
  read(text: string): Want | null {
    const known = this.#known.get(text);
    if (known !== undefined) return known;
    const found = this.#read(text);
    this.#known.set(text, found);
    return found;
  }

  #read(text: string): Want | null {
    const folded = text.toLowerCase();
    for (const word of folded.match(/[a-z]+(?:_[a-z]+)+/g) ?? []) {
      const tag = TAGS.get(word);
      if (tag !== undefined) return tag;
    }
    for (const phrase of POLES) {
      const at = folded.indexOf(phrase.text);
      if (at >= 0) return isRefused(folded, at, at + phrase.text.length) ? opposite(phrase.want) : phrase.want;
    }
    return TAGS.get(folded.trim()) ?? this.wishesOf(text)[0] ?? null;
  }

  /** What the labeller finds in a comment, surest first. */
  wishesOf(comment: string): Want[] {
    const atoms = atomsOf(this.#labeller, comment, true).filter(({ wish }) => wish !== null && WISHES.has(wish));
    return atoms.sort((a, b) => b.confidence - a.confidence).map(({ wish }) => WISHES.get(wish!)!);
  }
}

export const opposite = ({ axis, direction }: Want): Want => want(axis, direction === "higher" ? "lower" : "higher");

/** Words that turn a pole around: before it, and, in Chinese, behind it. */
const REFUSING =
  /not a fan|without (?:it|this)|avoid|less of|no more|stop |don't want|不太喜欢|避免|不要|少写|别再|又是/;
const REFUSED = /^[^。.]{0,6}(?:看不下去|不合我口味)/;
const NEAR = 40;

function isRefused(text: string, from: number, to: number): boolean {
  return REFUSING.test(text.slice(Math.max(0, from - NEAR), from)) || REFUSED.test(text.slice(to));
}

/** A want in words that `WantReader` reads back. */
export function wordsFor({ axis, direction }: Want, language: Language): string {
  const { name, low, high } = AXES.find(({ id }) => id === axis)!;
  const pole = (direction === "higher" ? high : low)[language];
  return language === "zh" ? `${name.zh}：${pole}` : `${name.en}: ${pole}`;
}

export const sameWant = (a: Want | null, b: Want | null): boolean =>
  a !== null && b !== null && a.axis === b.axis && a.direction === b.direction;
