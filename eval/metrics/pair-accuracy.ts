import type { Metric } from "../metric.ts";
import { expectedRating } from "../prediction.ts";

/**
 * Share of a reader's pairs of answers with different ratings that the expected ratings put in the same order; a tie of
 * expectations counts half. 0.5 is chance.
 */
export const pairAccuracy: Metric = {
  name: "pairAccuracy",
  unit: "fraction",
  better: "higher",
  floor: 0.5,
  ceiling: 1,
  protocol: "pair-accuracy-1",
  contribution: (answers) => {
    const expected = answers.map(({ probability }) => expectedRating(probability));
    let sum = 0;
    let weight = 0;
    for (let i = 0; i < answers.length; i++) {
      for (let j = 0; j < i; j++) {
        const order = Math.sign(answers[i]!.rating - answers[j]!.rating);
        if (order === 0) continue;
        const said = Math.sign(expected[i]! - expected[j]!);
        sum += said === order ? 1 : said === 0 ? 0.5 : 0;
        weight++;
      }
    }
    return { sum, weight };
  },
  finish: (mean) => mean,
};
