/** Goodreads' language codes, a mix of ISO 639-2 and BCP 47, as BCP 47. */

// biome-ignore format: a table
const LANGUAGES: Readonly<Record<string, string>> = {
  eng: "en", en: "en", "en-US": "en-US", "en-GB": "en-GB", "en-CA": "en-CA", fre: "fr", ger: "de", spa: "es", ita: "it",
  por: "pt", rus: "ru", jpn: "ja", zho: "zh", ara: "ar", per: "fa", dan: "da", nor: "no", swe: "sv", pol: "pl", tur: "tr",
  ind: "id", vie: "vi", rum: "ro", fil: "fil", nl: "nl", mul: "mul",
};

/** "und" where the code is missing or unknown. */
export function goodreadsLanguage(code: string): string {
  return LANGUAGES[code] ?? "und";
}
