/** What is seen of a reader in their ratings alone, for telling real readers from planted ones. */
import type { Rated } from "./marginals.ts";
import { FEWEST_BY_READER } from "./marginals.ts";

/**
 * One row for each reader with enough ratings, in the order of their first one: mean, SD, share of each of five levels, mean
 * absolute step from one rating to the next. Shape [readers, 8].
 */
export function readerProfiles(rows: readonly Rated[]): number[][] {
  const byReader = new Map<number, number[]>();
  for (const { reader, rating } of rows) byReader.set(reader, [...(byReader.get(reader) ?? []), rating]);
  return [...byReader.values()].filter((ratings) => ratings.length >= FEWEST_BY_READER).map(profile);
}

function profile(ratings: readonly number[]): number[] {
  const n = ratings.length;
  const mean = ratings.reduce((sum, rating) => sum + rating, 0) / n;
  const sd = Math.sqrt(ratings.reduce((sum, rating) => sum + (rating - mean) ** 2, 0) / n);
  const shares = [1, 2, 3, 4, 5].map((level) => ratings.filter((rating) => rating === level).length / n);
  const steps = ratings.slice(1).reduce((sum, rating, i) => sum + Math.abs(rating - ratings[i]!), 0) / (n - 1);
  return [mean, sd, ...shares, steps];
}
