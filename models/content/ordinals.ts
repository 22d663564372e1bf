/** Numbers of days in words, written and read: the twelfth day, 第十二日. */
import { internal } from "../../data-schemas/errors.ts";
import type { Language } from "./language.ts";

const ONES =
  "first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth fifteenth sixteenth seventeenth eighteenth nineteenth".split(
    " ",
  );
const TENS = ["twent", "thirt", "fort", "fift", "sixt", "sevent", "eight", "ninet"];
/** Of numerals, by the last digit. */
const SUFFIX: Readonly<Record<number, string>> = { 1: "st", 2: "nd", 3: "rd" };
const DIGITS = "一二三四五六七八九";

/** @param n  From 1 on. */
export function ordinal(n: number, language: Language): string {
  if (!Number.isInteger(n) || n < 1) throw internal(`no ordinal for ${n}`);
  return language === "zh" ? chineseNumber(n) : englishOrdinal(n);
}

function englishOrdinal(n: number): string {
  if (n < 20) return ONES[n - 1]!;
  if (n > 99) return `${n}${SUFFIX[n % 100 > 10 && n % 100 < 14 ? 0 : n % 10] ?? "th"}`;
  const tens = TENS[Math.floor(n / 10) - 2]!;
  return n % 10 === 0 ? `${tens}ieth` : `${tens}y-${ONES[(n % 10) - 1]}`;
}

function chineseNumber(n: number): string {
  if (n > 99) return String(n);
  const tens = Math.floor(n / 10);
  const head = tens === 0 ? "" : `${tens === 1 ? "" : DIGITS[tens - 1]}十`;
  return head + (n % 10 === 0 ? "" : DIGITS[(n % 10) - 1]);
}

const READ: Readonly<Record<Language, ReadonlyMap<string, number>>> = {
  en: new Map(Array.from({ length: 99 }, (_, i) => [englishOrdinal(i + 1), i + 1])),
  zh: new Map(Array.from({ length: 99 }, (_, i) => [chineseNumber(i + 1), i + 1])),
};
const DAY: Readonly<Record<Language, RegExp>> = {
  en: /\bthe ((?:[a-z]+-)?[a-z]+|\d+(?:st|nd|rd|th)) day\b/g,
  zh: /第([一二三四五六七八九十]+|\d+)[日天]/g,
};

/** The days that a text names by their number, in its order. */
export function daysNamed(text: string, language: Language): number[] {
  return [...text.toLowerCase().matchAll(DAY[language])].flatMap(([, word]) => {
    const day = READ[language].get(word!) ?? Number.parseInt(word!, 10);
    return Number.isNaN(day) ? [] : [day];
  });
}

/** How often a day is named that is earlier than one before it. */
export function timelineRegressions(text: string, language: Language): number {
  let latest = 0;
  let regressions = 0;
  for (const day of daysNamed(text, language)) {
    if (day < latest) regressions++;
    else latest = day;
  }
  return regressions;
}
