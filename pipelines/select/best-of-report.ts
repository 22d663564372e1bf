/** What best-of-n chose: length, variety, and whether the truth rose with the reward. */
import type { Message } from "../../data-schemas/chat.ts";
import { correlation } from "../../eval/axis-match.ts";
import { ReaderClusters, type ReaderValue } from "../../eval/reader-clusters.ts";
import { makeRng } from "../../models/rng.ts";
import type { Candidate, PromptCandidates } from "../../models/select/best-of.ts";
import { textFigures } from "../../models/select/diversity.ts";

export interface Judged extends Candidate {
  readonly oracle: number | null;
  /** Before what length bought was taken off. */
  readonly plain: number;
}

export interface JudgedPrompt extends PromptCandidates<Judged> {
  readonly messages: readonly Message[];
  readonly user: string | null;
}

/** What was kept beside what a random choice would have kept. */
export function bestOfReport(
  kept: readonly { readonly prompt: JudgedPrompt; readonly chosen: readonly Judged[] }[],
  slope: number,
  lengthControl: boolean,
  seed: number,
): Record<string, never> {
  const all = kept.flatMap(({ prompt }) => prompt.candidates);
  const chosen = kept.flatMap((each) => each.chosen);
  // Within prompts: what their candidates differ by.
  const centred = (of: (candidate: Judged) => number): number[] =>
    kept.flatMap(({ prompt: { candidates } }) => {
      const mean = meanOf(candidates, of)!;
      return candidates.map((candidate) => of(candidate) - mean);
    });
  const logs = centred(({ length }) => Math.log(Math.max(1, length)));
  return {
    acceptance: chosen.length / all.length,
    reward: { all: meanOf(all, ({ reward }) => reward), kept: meanOf(chosen, ({ reward }) => reward) },
    lengthBias: {
      controlled: lengthControl,
      slope,
      before: correlation(
        centred(({ plain }) => plain),
        logs,
      ),
      after: correlation(
        centred(({ reward }) => reward),
        logs,
      ),
    },
    before: textFigures(all.map(({ text }) => text)),
    after: textFigures(chosen.map(({ text }) => text)),
    guard: guardOf(kept, seed),
  } as unknown as Record<string, never>;
}

const meanOf = <T>(items: readonly T[], of: (item: T) => number): number | null =>
  items.length === 0 ? null : items.reduce((sum, item) => sum + of(item), 0) / items.length;

/**
 * Reward hacking shows where the reward of what is kept rises and the truth does not. Known for made candidates only: the
 * oracle's gain of the choice over a random one, beside what the oracle itself would have gained by choosing.
 */
function guardOf(
  kept: readonly { readonly prompt: JudgedPrompt; readonly chosen: readonly Judged[] }[],
  seed: number,
): unknown {
  const known = kept.filter(
    ({ prompt, chosen }) => chosen.length > 0 && prompt.candidates.every(({ oracle }) => oracle !== null),
  );
  if (known.length === 0) return null;
  const gains = known.map(({ prompt, chosen }) => {
    const truth = prompt.candidates.map(({ oracle }) => oracle!);
    const random = truth.reduce((sum, value) => sum + value, 0) / truth.length;
    const best = [...truth].sort((a, b) => b - a).slice(0, chosen.length);
    const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;
    return {
      reader: prompt.user ?? prompt.prompt,
      own: mean(chosen.map(({ oracle }) => oracle!)) - random,
      oracle: mean(best) - random,
    };
  });
  const clusters = new ReaderClusters(
    gains.map(({ reader }) => reader),
    makeRng(seed),
  );
  const estimate = (values: readonly ReaderValue[]) => clusters.mean(clusters.contributions(values));
  // The share of the oracle's gain is a ratio of two sums over readers.
  const share = estimate(gains.map(({ reader, own, oracle }) => ({ reader, value: own, weight: oracle })));
  return {
    prompts: known.length,
    oracleGain: estimate(gains.map(({ reader, own }) => ({ reader, value: own }))),
    bestPossible: meanOf(gains, ({ oracle }) => oracle),
    shareOfBest: { ...share, n: known.length },
  };
}
