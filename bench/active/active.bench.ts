/** How many labels chosen pairs and random pairs need: accuracy on unseen pairs of planted readers, by labels asked. */
import type { BenchRow } from "../contender.ts";
import { runActive, WAYS } from "./experiment.ts";

const READERS = 60;
const SIZES = [5, 10, 15, 20, 30, 40, 60, 80, 120, 160];

export async function benchActive(): Promise<{ rows: BenchRow[]; notes: string[] }> {
  const accuracies = runActive({ readers: READERS, candidates: 6000, unseen: 600, sizes: SIZES });
  const rows = SIZES.flatMap((size, s) =>
    WAYS.map((contender): BenchRow => {
      const values = accuracies[contender][s]!;
      const median = values.reduce((sum, value) => sum + value, 0) / values.length;
      const [min, max] = [Math.min(...values), Math.max(...values)];
      return { task: `${size} labels`, contender, median, min, max, unit: "accuracy (mean)", runs: values.length };
    }),
  );
  return {
    rows,
    notes: [`active: ${READERS} planted readers, 600 unseen pairs each; "median" is the mean over readers`],
  };
}
