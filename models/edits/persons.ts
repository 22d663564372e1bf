/** Who a chapter is about, as far as its letters tell: names by how often they stand where persons stand. */
import type { Language } from "../content/language.ts";

/** Capitalised words that name no person. */
const NO_PERSONS = new Set(
  (
    "I The A An And But Or If It He She They We You His Her Their My Our Your This That These Those There Then When What Who " +
    "Why How Which Where While Yes No Not Oh Ah Well Now So As At In On Of To For From With By Chapter Mr Mrs Miss Sir Lady " +
    "Lord Dr Madam Monday Tuesday Wednesday Thursday Friday Saturday Sunday January February March April May June July " +
    "August September October November December English French London England God Heaven Christmas Captain Colonel " +
    "Project Gutenberg Earth Mars Martian Martians America American Paris France Englishman Frenchman"
  ).split(" "),
);
const NAME_IN_SENTENCE = /(?<=[\p{Ll},;] )(?:(?:Mr|Mrs|Miss|Dr|Sir|Lady)\.? )?\p{Lu}\p{Ll}{2,}/gu;
/** 宋江道, 黛玉笑道: who speaks stands before 道. */
const SPEAKER =
  /(?<=^|[。！？”」，：；\s])([\p{Script=Han}]{2,3}?)(?:笑|忙|便|又|听|问|答|喝|叫|说|冷笑|因|只得|大叫|大喝){0,2}(?:道|曰)[：:“「]/gmu;
const NO_SPEAKERS =
  /^(?:众人|他|她|那|这|一个|两个|只|却|只见|大家|人|有|心|口|说|问|又|便|不|因|乃|听|正|俺|我|你|忽|如何|笑|忙|于是|当|一面|都|是|知|再|行者道)/;

/** Most frequent first; empty where nobody is named twice. */
export function personsIn(text: string, language: Language): string[] {
  const counts = new Map<string, number>();
  for (const match of text.matchAll(language === "zh" ? SPEAKER : NAME_IN_SENTENCE)) {
    const name = (language === "zh" ? match[1]! : match[0]).replace(/^(?:Mr|Mrs|Miss|Dr|Sir|Lady)\.? /, "");
    const isPerson = language === "zh" ? !NO_SPEAKERS.test(name) : !NO_PERSONS.has(name);
    if (isPerson) counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  return [...counts]
    .filter(([, count]) => count > 1)
    .sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1))
    .map(([name]) => name);
}

const PRONOUNS: Readonly<Record<Language, { readonly f: RegExp; readonly m: RegExp }>> = {
  en: { f: /\b(?:she|her|herself)\b/gi, m: /\b(?:he|him|his|himself)\b/gi },
  zh: { f: /[她]|夫人|姑娘|小姐|娘/g, m: /[他]|公子|大哥|和尚|将军/g },
};
const REACH = 60;

/** By the pronouns that follow the name closely. Without any, "m": the classics name women by what they are. */
export function genderOf(name: string, text: string, language: Language): "f" | "m" {
  let [women, men] = [0, 0];
  for (let at = text.indexOf(name); at >= 0; at = text.indexOf(name, at + name.length)) {
    const near = text.slice(at + name.length, at + name.length + REACH);
    women += near.match(PRONOUNS[language].f)?.length ?? 0;
    men += near.match(PRONOUNS[language].m)?.length ?? 0;
  }
  return women > men ? "f" : "m";
}
