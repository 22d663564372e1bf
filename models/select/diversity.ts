/** How varied texts are: the usual figures of generation. */
import { tokensOf } from "../content/tokens.ts";

/** Tokens without regard to case. */
export function wordsOf(text: string): string[] {
  return tokensOf(text.toLowerCase());
}

/** Distinct n-grams as a share of all (Li et al., NAACL 2016). null: there is none. */
export function distinctN(texts: readonly string[], n: number): number | null {
  const seen = new Set<string>();
  let all = 0;
  for (const text of texts) {
    for (const gram of grams(wordsOf(text), n)) {
      seen.add(gram);
      all++;
    }
  }
  return all === 0 ? null : seen.size / all;
}

/** Orders of n-grams that BLEU counts. */
const ORDERS = 4;
/** Texts that are compared: more would take long and say the same. */
const SELF_BLEU_TEXTS = 100;

/** Mean BLEU of each text against the others (Zhu et al., SIGIR 2018), of the first hundred. 1: all alike. null: fewer than two. */
export function selfBleu(texts: readonly string[]): number | null {
  const some = texts.slice(0, SELF_BLEU_TEXTS).map(wordsOf);
  if (some.length < 2) return null;
  const counted = some.map((words) => Array.from({ length: ORDERS }, (_, o) => counts(grams(words, o + 1))));
  let sum = 0;
  for (const [i, mine] of counted.entries()) {
    let logs = 0;
    for (let o = 0; o < ORDERS; o++) {
      let [hits, all] = [0, 0];
      for (const [gram, count] of mine[o]!) {
        let most = 0;
        for (const [j, other] of counted.entries()) if (j !== i) most = Math.max(most, other[o]!.get(gram) ?? 0);
        hits += Math.min(count, most);
        all += count;
      }
      // Smoothed, so that a short text without a common 4-gram is not 0 at once (Chen & Cherry, 2014, method 1).
      logs += Math.log(Math.max(hits, 0.1) / Math.max(1, all)) / ORDERS;
    }
    sum += Math.exp(logs);
  }
  return sum / some.length;
}

export function meanLength(texts: readonly string[]): number | null {
  return texts.length === 0 ? null : texts.reduce((sum, text) => sum + tokensOf(text).length, 0) / texts.length;
}

/** What a report says of a set of texts. */
export function textFigures(texts: readonly string[]) {
  return {
    texts: texts.length,
    distinct1: distinctN(texts, 1),
    distinct2: distinctN(texts, 2),
    selfBleu: selfBleu(texts),
    meanLength: meanLength(texts),
  };
}

function grams(words: readonly string[], n: number): string[] {
  return Array.from({ length: Math.max(0, words.length - n + 1) }, (_, i) => words.slice(i, i + n).join(" "));
}

function counts(items: readonly string[]): Map<string, number> {
  const out = new Map<string, number>();
  for (const item of items) out.set(item, (out.get(item) ?? 0) + 1);
  return out;
}
