/** Which of several candidates for a prompt are kept, by their reward. */
import { wordsOf } from "./diversity.ts";

export interface Candidate {
  readonly id: string;
  readonly text: string;
  /** Mean over the panel of readers, in [0, 1]. */
  readonly reward: number;
  /** Characters of Chinese and words of other scripts. */
  readonly length: number;
}

export interface PromptCandidates<C extends Candidate = Candidate> {
  readonly prompt: string;
  readonly candidates: readonly C[];
}

/**
 * The slope of reward on the logarithm of length within prompts: what a longer text gets for its length.
 * @returns 0 where lengths do not differ.
 */
export function lengthSlope(prompts: readonly PromptCandidates[]): number {
  let [xy, xx] = [0, 0];
  for (const { candidates } of prompts) {
    const n = candidates.length;
    const x = candidates.map(({ length }) => Math.log(Math.max(1, length)));
    const mx = x.reduce((sum, value) => sum + value, 0) / n;
    const my = candidates.reduce((sum, { reward }) => sum + reward, 0) / n;
    for (const [i, { reward }] of candidates.entries()) {
      xy += (x[i]! - mx) * (reward - my);
      xx += (x[i]! - mx) ** 2;
    }
  }
  return xx < 1e-12 ? 0 : xy / xx;
}

/** Rewards without what length buys. */
export function withoutLength<C extends Candidate>(prompts: readonly PromptCandidates<C>[]): PromptCandidates<C>[] {
  const slope = lengthSlope(prompts);
  return prompts.map(({ prompt, candidates }) => {
    const logs = candidates.map(({ length }) => Math.log(Math.max(1, length)));
    const mean = logs.reduce((sum, value) => sum + value, 0) / Math.max(1, logs.length);
    return {
      prompt,
      candidates: candidates.map((each, i) => ({ ...each, reward: each.reward - slope * (logs[i]! - mean) })),
    };
  });
}

export interface KeepOptions {
  /** Best of each prompt. */
  readonly keep: number;
  /** Reward that must be reached; null: none. */
  readonly threshold: number | null;
  /** Jaccard's index of word trigrams from which on two kept texts of a prompt are the same; 1: only equal ones. */
  readonly alike: number;
}

/** Best first; equal rewards by id. Texts that say what a better one says are passed over. */
export function keepBest<C extends Candidate>(
  { candidates }: PromptCandidates<C>,
  { keep, threshold, alike }: KeepOptions,
): C[] {
  const kept: { candidate: C; shingles: Set<string> }[] = [];
  const order = [...candidates].sort((a, b) => b.reward - a.reward || (a.id < b.id ? -1 : 1));
  for (const candidate of order) {
    if (kept.length === keep || (threshold !== null && candidate.reward < threshold)) break;
    const shingles = shinglesOf(candidate.text);
    if (kept.some((other) => jaccard(other.shingles, shingles) >= alike)) continue;
    kept.push({ candidate, shingles });
  }
  return kept.map(({ candidate }) => candidate);
}

const SHINGLE = 3;

function shinglesOf(text: string): Set<string> {
  const words = wordsOf(text);
  const out = new Set<string>();
  for (let i = 0; i + SHINGLE <= words.length; i++) out.add(words.slice(i, i + SHINGLE).join(" "));
  return out.size === 0 ? new Set([text]) : out;
}

function jaccard(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  let both = 0;
  for (const each of a) if (b.has(each)) both++;
  return both / (a.size + b.size - both);
}
