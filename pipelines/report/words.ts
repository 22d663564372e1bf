/** Words of the page in both languages; the switch shows one. */
import type { Bilingual } from "../../data-schemas/axis.ts";

export const LANGUAGES = ["zh", "en"] as const;
export type PageLanguage = (typeof LANGUAGES)[number];

export const says = (zh: string, en: string): Bilingual => ({ zh, en });

export function escaped(text: string): string {
  return text.replace(/[&<>"]/g, (c) => ({ "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" })[c]!);
}

/** Both, of which the page shows one. */
export function both({ zh, en }: Bilingual): string {
  return `<span lang="zh">${escaped(zh)}</span><span lang="en">${escaped(en)}</span>`;
}

/** The same element in both languages. */
export function inBoth(of: (language: PageLanguage) => string): string {
  return LANGUAGES.map((language) => `<div lang="${language}">${of(language)}</div>`).join("");
}
