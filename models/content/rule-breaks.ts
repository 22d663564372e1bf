/** Rules that a text can be held to: a sentence that names the subject and what is forbidden to it breaks the rule. */

import type { Sentence } from "./narrative.ts";

export interface RuleTerms {
  readonly subject: readonly string[];
  readonly forbidden: readonly string[];
}

/** How often rules are broken. */
export function allRuleBreaks(sentences: readonly Sentence[], rules: readonly RuleTerms[]): number {
  const texts = sentences.map(({ text }) => text);
  return rules.reduce((sum, rule) => sum + ruleBreaks(texts, rule), 0);
}

/** How often the rule is broken. @param sentences  As written. */
export function ruleBreaks(sentences: readonly string[], { subject, forbidden }: RuleTerms): number {
  const names = (text: string, terms: readonly string[]): boolean => terms.some((term) => text.includes(term));
  return sentences.filter((text) => names(text, subject) && names(text, forbidden)).length;
}
