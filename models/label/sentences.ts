/** A comment in pieces that hold one opinion each: sentences, and clauses where a "but" turns them around. */

const END = /[。！？!?；;\n…]+|(?<!\b(?:Mr|Mrs|Ms|Dr|St|Prof|vs|ch|vol))\.(?=\s|$)|\.{2,}/iu;
/** A comma ends a clause in Chinese only where the next one begins with a turn; so does an English "but". */
const TURN =
  /[，,]\s*(?=但|可是|不过|然而|只是|就是|却|可惜|而且|but\b|though\b|although\b|however\b|yet\b|except\b)/iu;
const TURN_WORD = /\s+(?=(?:but|however|although|though)\s)/iu;

/** In their order; none is empty. */
export function sentencesOf(comment: string): string[] {
  return comment
    .split(END)
    .flatMap((sentence) => sentence.split(TURN))
    .flatMap((clause) => clause.split(TURN_WORD))
    .map((clause) => clause.trim())
    .filter((clause) => /[\p{L}\p{N}\p{Extended_Pictographic}]/u.test(clause));
}
