/**
 * CounterFact's summary (Meng et al., "Locating and Editing Factual Associations in GPT", NeurIPS 2022, section 3.4): success by
 * strict inequality of negative log likelihoods, the mean inside a case before the mean over cases, and the harmonic mean of
 * the three successes.
 */

/** Negative log likelihoods of one prompt. */
export interface TargetNlls {
  readonly target_new: number;
  readonly target_true: number;
}

export interface CounterfactSide {
  readonly rewrite_prompts_probs: readonly TargetNlls[];
  readonly paraphrase_prompts_probs: readonly TargetNlls[];
  readonly neighborhood_prompts_probs: readonly TargetNlls[];
}

/** Mean and SD over cases, in percent. */
export type MeanSd = readonly [mean: number, sd: number];

export interface CounterfactSummary {
  readonly rewrite_success: MeanSd;
  readonly rewrite_diff: MeanSd;
  readonly paraphrase_success: MeanSd;
  readonly paraphrase_diff: MeanSd;
  readonly neighborhood_success: MeanSd;
  readonly neighborhood_diff: MeanSd;
  /** Harmonic mean of the three successes; SD is not defined: null. */
  readonly score: readonly [number, null];
}

export function summariseCounterfact(cases: readonly CounterfactSide[]): CounterfactSummary {
  const over = (
    probs: (side: CounterfactSide) => readonly TargetNlls[],
    value: (nlls: TargetNlls) => number,
  ): MeanSd => {
    const values = cases.map((side) => {
      const each = probs(side).map(value);
      return each.reduce((sum, v) => sum + v, 0) / each.length;
    });
    const mean = values.reduce((sum, v) => sum + v, 0) / values.length;
    const variance = values.reduce((sum, v) => sum + (v - mean) ** 2, 0) / values.length;
    return [100 * mean, 100 * Math.sqrt(variance)];
  };
  // The edit should make the new target likelier; beside it, the true one should stay the likelier.
  const newer = ({ target_new, target_true }: TargetNlls): number => (target_true > target_new ? 1 : 0);
  const older = ({ target_new, target_true }: TargetNlls): number => (target_true < target_new ? 1 : 0);
  const gain = ({ target_new, target_true }: TargetNlls): number => Math.exp(-target_new) - Math.exp(-target_true);
  const kept = (nlls: TargetNlls): number => -gain(nlls);
  const rewrite_success = over((side) => side.rewrite_prompts_probs, newer);
  const paraphrase_success = over((side) => side.paraphrase_prompts_probs, newer);
  const neighborhood_success = over((side) => side.neighborhood_prompts_probs, older);
  const successes = [rewrite_success[0], paraphrase_success[0], neighborhood_success[0]];
  return {
    rewrite_success,
    rewrite_diff: over((side) => side.rewrite_prompts_probs, gain),
    paraphrase_success,
    paraphrase_diff: over((side) => side.paraphrase_prompts_probs, gain),
    neighborhood_success,
    neighborhood_diff: over((side) => side.neighborhood_prompts_probs, kept),
    score: [successes.length / successes.reduce((sum, value) => sum + 1 / value, 0), null],
  };
}
