/**
 * Biases and latent factors by alternating least squares, a reader's factors folded in from what is known of them: Hu, Koren
 * & Volinsky, ICDM 2008, eq. 4-5, on explicit ratings.
 */
import { type Baseline, fittedOn, historiesOf, missBy, type RatedAnswer } from "./baseline.ts";
import { discretisedNormal, fitBiases, readerBias } from "./biases.ts";
import { ridge } from "./solve.ts";

const FACTORS = 8;
const SWEEPS = 10;
/** In answers, on factors: with less, sparse readers are fitted by heart. */
const RIDGE = 5;

export const matrixFactorisation: Baseline = {
  name: "matrix factorisation",
  fit(training, _contents, held = []) {
    const { mean, stories } = fitBiases(training, true, true);
    const ofStory = (story: number): number => mean + (stories.get(story) ?? 0);
    const factors = new Map<number, Float64Array>();
    // Any start but zero; one that does not depend on an order of drawing.
    for (const { story } of training)
      if (!factors.has(story))
        factors.set(
          story,
          Float64Array.from({ length: FACTORS }, (_, f) => 0.1 * Math.sin(1 + story * 12.9898 + f * 78.233)),
        );
    const histories = historiesOf(training);
    for (let sweep = 0; sweep < SWEEPS; sweep++) {
      const rows = new Map<number, { x: Float64Array; y: number }[]>();
      for (const history of histories) {
        const bias = readerBias(history, ofStory);
        const reader = folded(history, (answer) => answer.rating - ofStory(answer.story) - bias, factors);
        for (const answer of history) {
          const list = rows.get(answer.story) ?? [];
          list.push({ x: reader, y: answer.rating - ofStory(answer.story) - bias });
          rows.set(answer.story, list);
        }
      }
      for (const [story, list] of rows) factors.set(story, ridge(FACTORS, RIDGE, list));
    }
    const score = (story: number, history: readonly RatedAnswer[]): number => {
      const bias = readerBias(history, ofStory);
      const own = folded(history, (answer) => answer.rating - ofStory(answer.story) - bias, factors);
      const other = factors.get(story);
      return ofStory(story) + (other === undefined ? 0 : own.reduce((sum, u, f) => sum + u * other[f]!, 0));
    };
    const expected = (story: number, history: readonly RatedAnswer[]): number =>
      score(story, history) + readerBias(history, ofStory);
    const deviation = missBy(fittedOn(training, held), expected);
    return (story, history) => ({
      probability: discretisedNormal(expected(story, history), deviation),
      score: score(story, history),
    });
  },
};

function folded(
  history: readonly RatedAnswer[],
  residual: (answer: RatedAnswer) => number,
  factors: ReadonlyMap<number, Float64Array>,
): Float64Array {
  return ridge(
    FACTORS,
    RIDGE,
    history.flatMap((answer) => {
      const x = factors.get(answer.story);
      return x === undefined ? [] : [{ x, y: residual(answer) }];
    }),
  );
}
