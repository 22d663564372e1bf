/**
 * Marks of sarcasm and of role-play, where the words are not the reader's opinion. Used to show how the labeller does there,
 * not to decide: the marks themselves are unsure.
 *
 * After the annotation guidelines of the Qidian-Webnovel Corpus, types 3, 6 and 9.2: quotation marks, ellipses, over-done
 * punctuation, laughing at a mishap, speech in a character's name.
 */
const MARKS: readonly RegExp[] = [
  // Over-done punctuation, and praise with dots behind it.
  /[!！]{3,}|[?？]{3,}|[?？][!！]|[!！][?？]/u,
  /(?:呵呵|好吧|行吧|佩服|厉害|真是).{0,4}(?:\.{2,}|…|。。)/u,
  /\b(?:yeah right|sure|of course|great|how convenient|totally|genius|wow)\b.{0,12}(?:\.{2,}|…|lol|🙄|🤡)/iu,
  /狗头|滑稽|\[doge\]|🙄|🤡|😏/u,
  // A character speaks.
  /^(?:\p{L}[\p{L} ]{0,16})[:：]\s*\S/u,
  /^["“「『]/u,
];

export function isIronic(comment: string): boolean {
  return MARKS.some((mark) => mark.test(comment.trim()));
}
