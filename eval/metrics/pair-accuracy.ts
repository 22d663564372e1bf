import type { Metric } from "../metric.ts";

/**
 * Share of a reader's pairs of answers with different ratings that the scores put in the same order; a tie of scores counts
 * half. 0.5 is chance. (Protocol 1 compared expected ratings, each with what was known by then. Where answers are predicted
 * one after the other, the later of a pair had seen the earlier: models without any sense came out below chance, and one
 * that mistook a high rating for a sign of a lower next one came out too high.)
 */
export const pairAccuracy: Metric = {
  name: "pairAccuracy",
  unit: "fraction",
  better: "higher",
  floor: 0.5,
  ceiling: 1,
  protocol: "pair-accuracy-2",
  contribution: (answers) => {
    let sum = 0;
    let weight = 0;
    const scored = answers.filter(({ score }) => score !== null);
    for (let i = 0; i < scored.length; i++) {
      for (let j = 0; j < i; j++) {
        const order = Math.sign(scored[i]!.rating - scored[j]!.rating);
        if (order === 0) continue;
        const said = Math.sign(scored[i]!.score! - scored[j]!.score!);
        sum += said === order ? 1 : said === 0 ? 0.5 : 0;
        weight++;
      }
    }
    return { sum, weight };
  },
  finish: (mean) => mean,
};
