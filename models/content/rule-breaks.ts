/** Rules that a text can be held to: a sentence that names the subject and what is forbidden to it breaks the rule. */

export interface RuleTerms {
  readonly subject: readonly string[];
  readonly forbidden: readonly string[];
}

/** How often the rule is broken. @param sentences  As written. */
export function ruleBreaks(sentences: readonly string[], { subject, forbidden }: RuleTerms): number {
  const names = (text: string, terms: readonly string[]): boolean => terms.some((term) => text.includes(term));
  return sentences.filter((text) => names(text, subject) && names(text, forbidden)).length;
}
