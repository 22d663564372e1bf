/** What agents of a society think of each other, 0 to 100, and the order they put each other in (Agentopia, arXiv 2606.07513). */

/** By rater, by the rated. */
export type Scores = ReadonlyMap<string, ReadonlyMap<string, number>>;

/**
 * What becomes of names that are no agent's. As nodes: people of the story who are rated and rate nobody, as the released
 * code has it; the scores that they get leave the society. Dropped: as if they had not been rated.
 */
export type Outsiders = "nodes" | "dropped";

/** Scores as they count, rounded and clamped to [0, 100], none of oneself. @returns How many were of no agent. */
export function cleanScores(
  raw: Scores,
  agents: ReadonlySet<string>,
  outsiders: Outsiders,
): { scores: Scores; unknown: number } {
  let unknown = 0;
  const scores = new Map<string, ReadonlyMap<string, number>>();
  for (const [rater, given] of raw) {
    const kept = new Map<string, number>();
    for (const [rated, score] of given) {
      if (!agents.has(rated)) unknown++;
      if (rated === rater || (outsiders === "dropped" && !agents.has(rated))) continue;
      kept.set(rated, Math.max(0, Math.min(100, Math.round(score))));
    }
    scores.set(rater, kept);
  }
  return { scores, unknown };
}

/** Ties: in the order of names, as the released code has it; or all with the mean of their places. */
export type Ties = "name" | "average";

/**
 * A rater's scores as places, evenly spaced from 100, the first, to 0, the last; a single one 100. So a rater who gives only
 * high scores says no more than one who gives only low ones.
 */
export function rescaled(given: ReadonlyMap<string, number>, ties: Ties): Map<string, number> {
  const order = [...given].sort(([a, x], [b, y]) => y - x || (a < b ? -1 : a > b ? 1 : 0));
  const n = order.length;
  const place = (i: number): number => (n === 1 ? 100 : (100 * (n - 1 - i)) / (n - 1));
  const values = order.map((_, i) => place(i));
  if (ties === "average") {
    for (let from = 0; from < n; ) {
      let to = from;
      while (to + 1 < n && order[to + 1]![1] === order[from]![1]) to++;
      const mean = (place(from) + place(to)) / 2;
      for (let i = from; i <= to; i++) values[i] = mean;
      from = to + 1;
    }
  }
  return new Map(order.map(([name], i) => [name, values[i]!]));
}
