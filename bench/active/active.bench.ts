/** How many labels chosen pairs and random pairs need: accuracy on unseen pairs of planted readers, by labels asked. */
import { spreadSchema } from "../../data-schemas/population.ts";
import { afterAnswer, beliefFrom, chooseActive, type WeightBelief } from "../../models/pairs/active.ts";
import { utilityOf } from "../../models/population/feedback.ts";
import { sparseLevels } from "../../models/population/grammar/levels.ts";
import { firstMood } from "../../models/population/mood.ts";
import { makeReader } from "../../models/population/reader.ts";
import { heavyTailed, integer, makeRng } from "../../models/rng.ts";
import type { BenchRow } from "../contender.ts";

const READERS = 60;
const SIZES = [5, 10, 15, 20, 30, 40, 60, 80, 120, 160];
const NOISE = 0.8;
const RIDGE = 0.002;
/** A person answers in batches of so many. */
const BATCH = 5;

export async function benchActive(): Promise<{ rows: BenchRow[]; notes: string[] }> {
  const spread = spreadSchema.parse({});
  const rng = makeRng(5);
  const prior = beliefFrom(
    Array.from({ length: 400 }, (_, i) => makeReader(7, i, ["en"], spread).tastes),
    RIDGE,
  );
  const chapters = Array.from({ length: 400 }, (_, i) => sparseLevels(`bench/${i}`));
  const pairs = Array.from({ length: 6000 }, () => [integer(rng, 400), integer(rng, 400)] as const);
  const differences = pairs.map(([a, b]) => chapters[a]!.map((level, k) => level - chapters[b]![k]!));
  const held = Array.from(
    { length: 600 },
    (_, i) => [sparseLevels(`bench/${i}/a`), sparseLevels(`bench/${i}/b`)] as const,
  );
  const accuracies = new Map<string, number[]>();
  for (let r = 0; r < READERS; r++) {
    const reader = makeReader(7, 10_000 + r, ["en"], spread);
    const mood = firstMood(reader);
    const utility = (levels: (typeof chapters)[number]): number =>
      utilityOf(mood, { levels, quality: 0, words: 0 }, null);
    const said = (i: number): number => {
      const [a, b] = pairs[i]!;
      const gain = utility(chapters[a]!) - utility(chapters[b]!) + reader.noise * (heavyTailed(rng) - heavyTailed(rng));
      return Math.sign(gain) * (Math.abs(gain) < 0.3 ? 0 : Math.abs(gain) < 1.2 ? 0.75 : 2);
    };
    const accuracy = ({ mean }: WeightBelief): number =>
      held.filter(([a, b]) => {
        const expected = a.reduce<number>((sum, level, k) => sum + mean[k]! * (level - b[k]!), 0);
        return expected * (utility(a) - utility(b)) > 0;
      }).length / held.length;
    for (const way of ["chosen", "random"] as const) {
      let belief = prior;
      const open = new Set(differences.keys());
      for (const size of SIZES) {
        while (differences.length - open.size < size) {
          const left = [...open];
          const chosen =
            way === "random"
              ? [left[integer(rng, left.length)]!]
              : chooseActive(
                  belief,
                  left.map((i) => differences[i]!),
                  BATCH,
                  { noise: NOISE },
                ).map((k) => left[k]!);
          for (const i of chosen) {
            open.delete(i);
            belief = afterAnswer(belief, differences[i]!, said(i), NOISE);
          }
        }
        const key = `${size} labels\0${way}`;
        accuracies.set(key, [...(accuracies.get(key) ?? []), accuracy(belief)]);
      }
    }
  }
  const rows = [...accuracies].map(([key, values]): BenchRow => {
    const [task, contender] = key.split("\0") as [string, string];
    const sorted = [...values].sort((a, b) => a - b);
    const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
    return {
      task,
      contender,
      median: mean,
      min: sorted[0]!,
      max: sorted.at(-1)!,
      unit: "accuracy (mean)",
      runs: values.length,
    };
  });
  return {
    rows,
    notes: [`pairs: ${READERS} planted readers, 600 unseen pairs each; median stands for the mean over readers`],
  };
}
