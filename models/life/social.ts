/** The social reward: how central an agent is to those who like and respect it, and whom it likes back. */
import { normalisedRows, PAGERANK, type PageRankOptions, pageRank } from "./pagerank.ts";
import { rescaled, type Scores, type Ties } from "./ratings.ts";

export interface SocialOptions {
  readonly ties: Ties;
  readonly pageRank: PageRankOptions;
  /** How much more a liking counts that is returned (α). */
  readonly reciprocity: number;
  /** Of affection; the rest is of respect. */
  readonly affectionWeight: number;
}
export const SOCIAL: SocialOptions = { ties: "name", pageRank: PAGERANK, reciprocity: 2, affectionWeight: 0.5 };

export interface SocialReward {
  readonly affection: number;
  readonly respect: number;
  readonly combined: number;
}

/** S'_i = Σ_j w_ji (1 + α w_ij) S_j over one graph, with S the PageRank. @returns By name, of all who rate or are rated. */
export function centrality(scores: Scores, options: SocialOptions): Map<string, number> {
  const agents = [...new Set([...scores].flatMap(([rater, given]) => [rater, ...given.keys()]))].sort();
  const index = new Map(agents.map((name, i) => [name, i]));
  const weights = agents.map((name) => {
    const row = new Float64Array(agents.length);
    for (const [rated, place] of rescaled(scores.get(name) ?? new Map(), options.ties)) row[index.get(rated)!] = place;
    return row;
  });
  const rows = normalisedRows(weights);
  const rank = pageRank(rows, options.pageRank);
  const central = (i: number): number =>
    agents.reduce((sum, _, j) => {
      const given = rows[j]![i]!;
      return given === 0 ? sum : sum + given * (1 + options.reciprocity * rows[i]![j]!) * rank[j]!;
    }, 0);
  return new Map(agents.map((name, i) => [name, central(i)]));
}

/** @param affection Cleaned scores. @returns Of each agent; one whom nobody rates has 0. */
export function socialRewards(
  agents: Iterable<string>,
  affection: Scores,
  respect: Scores,
  options: SocialOptions = SOCIAL,
): Map<string, SocialReward> {
  const [liked, respected] = [centrality(affection, options), centrality(respect, options)];
  const { affectionWeight } = options;
  return new Map(
    [...agents].sort().map((name) => {
      const [a, r] = [liked.get(name) ?? 0, respected.get(name) ?? 0];
      return [name, { affection: a, respect: r, combined: affectionWeight * a + (1 - affectionWeight) * r }];
    }),
  );
}
