/** Numbers, dates and lists as the sources write them. Every function gives null for "none", and null is never 0. */

const MULTIPLIERS: Readonly<Record<string, number>> = { k: 1e3, m: 1e6, b: 1e9, 万: 1e4, 亿: 1e8 };
/** "5 books" are five, and 1e+05 is nothing that a page shows. */
const COUNT = /^(\d[\d,]*(?:\.\d+)?)\s*([kKmMbB万亿]?)(?![A-Za-z])(?:\s*[^\d\s(.,-].*)?(?:\s*\(.*\))?$/u;

/**
 * A count with separators, a magnitude, a unit or a share behind it: "2,503", "142.4M", "731.48万", "17周", "131 (26%)".
 * @returns A whole number where a magnitude was given; null for an empty text or one that is no count.
 */
export function parseCount(text: string): number | null {
  const match = COUNT.exec(text.trim());
  if (match === null) return null;
  const value = Number(match[1]!.replaceAll(",", ""));
  const multiplier = MULTIPLIERS[match[2]!.toLowerCase()] ?? 1;
  return multiplier === 1 ? value : Math.round(value * multiplier);
}

const MONTHS = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];

/** The forms of dates in the sources, by example. */
export const DATE_FORMS = {
  /** 2017-11-01 or 2017-11-01T07:29:35.000Z */
  iso: /^(?<y>\d{4})-(?<m>\d\d)-(?<d>\d\d)(?:T(?<t>\d\d:\d\d(?::\d\d)?)(?:\.\d+)?(?<z>Z|[+-]\d\d:?\d\d)?)?$/,
  /** 08/01/2024 12:22, day first (Qidian) */
  dayFirst: /^(?<d>\d\d)\/(?<m>\d\d)\/(?<y>\d{4})(?: (?<t>\d\d:\d\d))?$/,
  /** 2022/04/13 (Goodreads export) */
  slashes: /^(?<y>\d{4})\/(?<m>\d\d)\/(?<d>\d\d)$/,
  /** 02-28-2023, month first (NovelUpdates) */
  monthFirst: /^(?<m>\d\d)-(?<d>\d\d)-(?<y>\d{4})$/,
  /** First published January 11, 2024 (Goodreads pages) */
  words: /^(?:.*?\s)?(?<name>[A-Z][a-z]+) (?<d>\d{1,2}), (?<y>\d{4})$/,
  /** Thu Aug 17 15:15:28 -0700 2017 (UCSD Book Graph) */
  ctime: /^[A-Z][a-z]{2} (?<name>[A-Z][a-z]{2}) (?<d>\d\d) (?<t>\d\d:\d\d:\d\d) (?<z>[+-]\d{4}) (?<y>\d{4})$/,
} as const;
export type DateForm = keyof typeof DATE_FORMS;

/**
 * A date in one stated form as ISO 8601: a day, or an instant where the source gives a time. A time without a zone stays
 * without one.
 * @returns null for an empty text, another form, or a day that does not exist.
 */
export function parseDate(text: string, form: DateForm): string | null {
  const groups = DATE_FORMS[form].exec(text.trim())?.groups;
  if (groups === undefined) return null;
  const month =
    groups["name"] === undefined ? Number(groups["m"]) : MONTHS.indexOf(groups["name"].slice(0, 3).toLowerCase()) + 1;
  const day = Number(groups["d"]);
  const year = Number(groups["y"]);
  if (month < 1 || month > 12 || day < 1 || day > daysIn(year, month)) return null;
  const date = `${groups["y"]}-${String(month).padStart(2, "0")}-${String(day).padStart(2, "0")}`;
  const { t: time, z: zone } = groups;
  if (time === undefined) return date;
  const seconds = time.length === 5 ? `${time}:00` : time;
  const offset =
    zone === undefined || zone === "Z" || zone.includes(":") ? (zone ?? "") : `${zone.slice(0, 3)}:${zone.slice(3)}`;
  return `${date}T${seconds}${offset}`;
}

function daysIn(year: number, month: number): number {
  if (month === 2) return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28;
  return [4, 6, 9, 11].includes(month) ? 30 : 31;
}

const ESCAPES: Readonly<Record<string, string>> = { n: "\n", t: "\t", r: "\r" };

function unescaped(text: string | null): string | null {
  if (text === null) return null;
  return text.replace(
    /\\(?:x([\da-f]{2})|u([\da-f]{4})|U00([\da-f]{6})|(.))/gi,
    (_, x: string | undefined, u: string | undefined, long: string | undefined, one: string) => {
      const code = x ?? u ?? long;
      return code === undefined ? (ESCAPES[one] ?? one) : String.fromCodePoint(Number.parseInt(code, 16));
    },
  );
}

/**
 * A list as Python prints it: `['action', "it's"]`, `[1, 2]`, `[]`. Its None and nan are left out.
 * @returns null for an empty text, NaN, or what is no such list.
 */
export function parsePythonList(text: string): string[] | null {
  const trimmed = text.trim();
  if (!trimmed.startsWith("[") || !trimmed.endsWith("]")) return null;
  const items: string[] = [];
  let rest = trimmed.slice(1, -1).trim();
  while (rest !== "") {
    const match = /^(?:'((?:[^'\\]|\\.)*)'|"((?:[^"\\]|\\.)*)"|([-\d.]+)|None|nan)\s*(?:,\s*|$)/.exec(rest);
    if (match === null) return null;
    const [whole, single, double, number] = match;
    const item = number ?? unescaped(single ?? double ?? null);
    if (item !== null) items.push(item);
    rest = rest.slice(whole.length);
  }
  return items;
}

/** The text, or null where a table writes nothing, NaN, None or null. */
export function textOrNull(text: string): string | null {
  const trimmed = text.trim();
  return trimmed === "" || /^(?:nan|none|null)$/i.test(trimmed) ? null : trimmed;
}

/** Drops tags and decodes the entities that exports hold; paragraphs and line breaks become new lines. */
export function plainText(html: string): string {
  return html
    .replace(/<br\s*\/?>|<\/p>/gi, "\n")
    .replace(/<!--.*?-->|<\/?[a-z][^>]*>/gis, "")
    .replace(/&(#\d+|#x[0-9a-f]+|amp|lt|gt|quot|apos|nbsp);/gi, (_, name: string) => decodeEntity(name.toLowerCase()))
    .trim();
}

const ENTITIES: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'", nbsp: " " };

function decodeEntity(name: string): string {
  if (!name.startsWith("#")) return ENTITIES[name]!;
  const code = name.startsWith("#x") ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1));
  return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : "";
}
