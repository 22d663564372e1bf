/**
 * The readable lexicon: what readers of web fiction write, in Chinese and English, grouped by what it says, so that a
 * person can check each line. Written from general knowledge of such comments, not from the annotated ones that it is
 * measured on. Latin terms match whole words, or beginnings of words where they end in "*"; Chinese terms and signs match
 * anywhere.
 */
import { ASPECT_GROUPS } from "./lexicon-aspects.ts";
import type { LexiconGroup } from "./lexicon-group.ts";
import { TONE_GROUPS } from "./lexicon-tones.ts";

export const LEXICON: readonly LexiconGroup[] = [...TONE_GROUPS, ...ASPECT_GROUPS];

/** A term of the lexicon in a text. Offsets count UTF-16 units of the folded text. */
export interface LexiconHit {
  /** Index into LEXICON. */
  readonly group: number;
  readonly start: number;
  readonly end: number;
  /** A word before it turns it around: "not good" is denied, "no more harem" unwanted. */
  readonly negation: "denied" | "unwanted" | null;
}

/** Width and case folded, one kind of apostrophe: what terms are written in. */
export function foldText(text: string): string {
  return text.normalize("NFKC").toLowerCase().replace(/[‘’]/g, "'");
}

const LATIN = /^[a-z0-9]/;
const WORD = /[\p{Script=Latin}\p{N}][\p{Script=Latin}\p{N}'-]*/gu;

type Index = Map<string, { term: string; groups: number[] }[]>;

/** Terms by what a match can begin with: a whole first word, or a first character. Longest first. */
function indexTerms(keep: (term: string) => boolean, keyOf: (term: string) => string): Index {
  const groupsOf = new Map<string, number[]>();
  for (const [g, { terms }] of LEXICON.entries()) {
    for (const term of terms.filter(keep)) groupsOf.set(term, [...(groupsOf.get(term) ?? []), g]);
  }
  const index: Index = new Map();
  for (const [term, groups] of groupsOf) {
    const key = keyOf(term);
    index.set(key, [...(index.get(key) ?? []), { term, groups }]);
  }
  for (const entries of index.values()) entries.sort((a, b) => b.term.length - a.term.length);
  return index;
}

const STEM = 3;
const WHOLE = indexTerms(
  (term) => LATIN.test(term) && !term.endsWith("*"),
  (term) => term.split(" ")[0]!,
);
const STEMS = indexTerms(
  (term) => LATIN.test(term) && term.endsWith("*"),
  (term) => term.slice(0, STEM),
);
const ANYWHERE = indexTerms(
  (term) => !LATIN.test(term) || /[^\p{ASCII}]/u.test(term),
  (term) => [...term][0]!,
);

/** Every term that matches, longest first at each place; a group may be hit more than once. */
export function lexiconHits(folded: string): LexiconHit[] {
  const hits: LexiconHit[] = [];
  const add = (groups: readonly number[], start: number, end: number): void => {
    for (const group of groups) hits.push({ group, start, end, negation: negationBefore(folded, start) });
  };
  for (const match of folded.matchAll(WORD)) {
    const start = match.index;
    const first = match[0].replace(/[-'].*$/, "");
    for (const word of new Set([match[0], first])) {
      for (const { term, groups } of WHOLE.get(word) ?? []) {
        if (folded.startsWith(term, start) && endsWord(folded, start + term.length))
          add(groups, start, start + term.length);
      }
    }
    for (const { term, groups } of STEMS.get(match[0].slice(0, STEM)) ?? []) {
      const stem = term.slice(0, -1);
      if (folded.startsWith(stem, start)) add(groups, start, start + Math.max(stem.length, match[0].length));
    }
  }
  let at = 0;
  for (const character of folded) {
    for (const { term, groups } of ANYWHERE.get(character) ?? []) {
      if (folded.startsWith(term, at)) add(groups, at, at + term.length);
    }
    at += character.length;
  }
  return hits;
}

function endsWord(text: string, at: number): boolean {
  return at >= text.length || !/[\p{Script=Latin}\p{N}']/u.test(text[at]!);
}

/**
 * What turns the word behind it around, with up to two words between in English. Not 特别 "especially" or 级别 "rank"; not
 * "not only", nor "didn't expect", which praise.
 */
const NEGATORS =
  /(?:\b(?:not(?! only)|no|never|isn't|isnt|wasn't|wasnt|don't|dont|doesn't|doesnt|didn't(?! expect)|didnt(?! expect)|hardly|without)(?: [a-z']+){0,2} |(?:不|没有?|(?<![特分级性区告个])别|并非|毫无|不太|不是很|没那么))$/;
/** Says that something should not be, rather than that it is not. */
const UNWANTED = /(?:\bno more (?:[a-z']+ )?|(?:(?<![特分级性区告个])别|不要|不想看)再?)$/;

function negationBefore(text: string, start: number): LexiconHit["negation"] {
  const before = text.slice(Math.max(0, start - 28), start);
  if (UNWANTED.test(before)) return "unwanted";
  return NEGATORS.test(before) ? "denied" : null;
}
