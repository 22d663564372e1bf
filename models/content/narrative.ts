/** A chapter taken apart: paragraphs, sentences, words, and what is said aloud. */
import type { Language } from "./language.ts";

export interface Sentence {
  readonly text: string;
  /** Words of English, characters of Chinese. */
  readonly words: number;
  /** Whether most of it stands between quotation marks. */
  readonly spoken: boolean;
}

export interface Narrative {
  readonly language: Language;
  /** Lower case, straight apostrophes, one space for any. */
  readonly plain: string;
  readonly paragraphs: readonly string[];
  readonly sentences: readonly Sentence[];
  /** Words of English, characters of Chinese, which is how Chinese readers count. */
  readonly words: number;
  /** Share of characters between quotation marks, in [0, 1]. */
  readonly spokenShare: number;
}

const ENGLISH_WORD = /[\p{L}\p{N}]+(?:['’][\p{L}]+)*/gu;
const HAN = /\p{Script=Han}/gu;
/** ．: full stop of some editions. */
const SENTENCE_ZH = /[^。．！？…\n]+[。．！？…]*[”」』"]*/g;
const SENTENCE_EN = /[^.!?\n]+(?:[.!?]+|$)[”’"')]*/g;
/** Titles whose full stop ends no sentence. */
const TITLE = /\b(Mr|Mrs|Ms|Dr|St|Capt|Rev)\./g;

const QUOTES: Readonly<Record<Language, RegExp>> = {
  zh: /[“「『"][^”」』"\n]*[”」』"]/g,
  // A paragraph of a long speech has no closing mark.
  en: /“[^”\n]*(?:”|$)|"[^"\n]*(?:"|$)/gm,
};
/** British editions: 'My name is Hareton,' he growled. The mark is an apostrophe inside a word. */
const SINGLE_QUOTES = /(?<![\p{L}\d])['‘][^\n]*?[.,!?;—-]['’](?!\p{L})/gu;

function quotesOf(text: string, language: Language): RegExp {
  if (language === "zh" || /[“"]/.test(text)) return QUOTES[language];
  return SINGLE_QUOTES;
}

export function countWords(text: string, language: Language): number {
  return (text.match(language === "zh" ? HAN : ENGLISH_WORD) ?? []).length;
}

/** Words of English in lower case, single characters of Chinese. */
export function wordsOf(text: string, language: Language): string[] {
  return text.toLowerCase().match(language === "zh" ? HAN : ENGLISH_WORD) ?? [];
}

/** Chinese speech in the classics follows 道 or 曰 with a colon, and has marks in modern editions only. */
export function readNarrative(text: string, language: Language): Narrative {
  const paragraphs = paragraphsOf(language === "en" ? text.replace(TITLE, "$1") : text);
  const quotes = quotesOf(text, language);
  const sentences: Sentence[] = [];
  let letters = 0;
  let spokenLetters = 0;
  for (const paragraph of paragraphs) {
    const spans = [...paragraph.matchAll(quotes)].map((match) => [match.index, match.index + match[0].length] as const);
    letters += paragraph.length;
    spokenLetters += spans.reduce((sum, [start, end]) => sum + end - start, 0);
    let from = 0;
    for (const text of sentencesIn(paragraph, language)) {
      const start = paragraph.indexOf(text, from);
      const end = start + text.length;
      from = end;
      const words = countWords(text, language);
      if (words === 0) continue;
      // A quotation of several sentences has its marks in the first and last only.
      const said = spans.reduce((sum, [a, b]) => sum + Math.max(0, Math.min(end, b) - Math.max(start, a)), 0);
      sentences.push({ text, words, spoken: said > text.length / 2 });
    }
  }
  return {
    language,
    plain: plainText(text),
    paragraphs,
    sentences,
    words: sentences.reduce((sum, { words }) => sum + words, 0),
    spokenShare: letters === 0 ? 0 : spokenLetters / letters,
  };
}

export function plainText(text: string): string {
  return text.toLowerCase().replace(/[’‘]/g, "'").replace(/\s+/g, " ");
}

/** Lines are paragraphs, unless the text is wrapped: then blank lines part them. */
function paragraphsOf(text: string): string[] {
  const wrapped = /\S[^\n]{50,80}\n\S[^\n]{50,80}\n\S/.test(text) && /\n\s*\n/.test(text);
  return text
    .split(wrapped ? /\n\s*\n/ : /\n+/)
    .map((paragraph) => paragraph.replace(/\s+/g, " ").trim())
    .filter((paragraph) => paragraph !== "");
}

function sentencesIn(paragraph: string, language: Language): string[] {
  if (language === "zh") return paragraph.match(SENTENCE_ZH) ?? [];
  return (paragraph.match(SENTENCE_EN) ?? []).map((sentence) => sentence.trim());
}
