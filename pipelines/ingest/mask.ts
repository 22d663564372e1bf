/**
 * Masks what may name a person or lead to one in a reader's words: e-mail addresses, web addresses, @handles, telephone
 * numbers. Names of characters and authors stay: they are what the words are about.
 */

/** Most comments hold none of these, and the patterns below are slow. */
const SUSPECT = /[@:：]|www\.|\.(?:com|net|org|cn|io|me|co|info)|\d[\d -]{9}|qq|vx|微信|扣扣|群/iu;

const MASKS: readonly (readonly [RegExp, string])[] = [
  [/[\p{L}\p{N}._%+-]+@[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)+/gu, "[email]"],
  [/\b(?:https?:\/\/|www\.)[^\s<>"'，。！？、（）]+/giu, "[url]"],
  [
    /\b[a-z0-9-]+(?:\.[a-z0-9-]+)*\.(?:com|net|org|cn|io|me|co|info)(?:\/[^\s<>"'，。！？、（）]*)?(?![\p{L}\p{N}])/giu,
    "[url]",
  ],
  // Webnovel and Qidian mention readers as @name, in any script. Chinese has no space before it, nor before a number.
  [/(?<![A-Za-z0-9_])@[\p{L}\p{N}_.-]{2,}/gu, "[handle]"],
  [/(?<![A-Za-z0-9])(?:\+\d{1,3}[ -]?)?(?:\d[ -]?){10,12}\d(?![A-Za-z0-9])/gu, "[number]"],
  // QQ and WeChat groups are how Chinese readers find each other.
  [/(?<=(?:qq|vx|微信号?|扣扣|群号?|加群)\s*[:：]?\s*)[a-z0-9_-]{5,}/giu, "[contact]"],
];

export function maskPersonal(text: string): string {
  if (!SUSPECT.test(text)) return text;
  return MASKS.reduce((masked, [pattern, mask]) => masked.replace(pattern, mask), text);
}
