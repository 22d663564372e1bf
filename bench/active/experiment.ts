/** The experiment behind active pairs: planted readers are asked chosen or random pairs, and predicted on unseen ones. */
import { spreadSchema } from "../../data-schemas/population.ts";
import { afterAnswer, beliefFrom, chooseActive, type WeightBelief } from "../../models/pairs/active.ts";
import { utilityOf } from "../../models/population/feedback.ts";
import { sparseLevels } from "../../models/population/grammar/levels.ts";
import { firstMood } from "../../models/population/mood.ts";
import { makeReader } from "../../models/population/reader.ts";
import { heavyTailed, integer, makeRng } from "../../models/rng.ts";

export interface ActiveExperiment {
  readonly readers: number;
  /** Pairs that may be asked, and unseen ones. */
  readonly candidates: number;
  readonly unseen: number;
  /** Numbers of labels after which readers are predicted, increasing. */
  readonly sizes: readonly number[];
}

export const WAYS = ["chosen", "random"] as const;
export type Way = (typeof WAYS)[number];

const NOISE = 0.8;
const RIDGE = 0.002;
const CHAPTERS = 400;
const KNOWN_READERS = 400;
/** A person answers in batches of so many. */
const BATCH = 5;

/** @returns Accuracies of each reader. Shape by way: [sizes, readers]. */
export function runActive({ readers, candidates, unseen, sizes }: ActiveExperiment): Record<Way, number[][]> {
  const spread = spreadSchema.parse({});
  const rng = makeRng(5);
  const known = Array.from({ length: KNOWN_READERS }, (_, i) => makeReader(7, i, ["en"], spread).tastes);
  const prior = beliefFrom(known, RIDGE);
  const chapters = Array.from({ length: CHAPTERS }, (_, i) => sparseLevels(`asked/${i}`));
  const pairs = Array.from({ length: candidates }, () => [integer(rng, CHAPTERS), integer(rng, CHAPTERS)] as const);
  const differences = pairs.map(([a, b]) => chapters[a]!.map((level, k) => level - chapters[b]![k]!));
  const held = Array.from(
    { length: unseen },
    (_, i) => [sparseLevels(`held/${i}/a`), sparseLevels(`held/${i}/b`)] as const,
  );
  const accuracies: Record<Way, number[][]> = { chosen: sizes.map(() => []), random: sizes.map(() => []) };
  for (let r = 0; r < readers; r++) {
    const reader = makeReader(7, 10_000 + r, ["en"], spread);
    const mood = firstMood(reader);
    const utility = (levels: (typeof chapters)[number]): number =>
      utilityOf(mood, { levels, quality: 0, words: 0 }, null);
    /** A five-level answer, each level as the difference that it stands for. */
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
    for (const way of WAYS) {
      let belief = prior;
      const open = new Set(differences.keys());
      for (const [s, size] of sizes.entries()) {
        while (differences.length - open.size < size) {
          const left = [...open];
          const offered = left.map((i) => differences[i]!);
          const picked =
            way === "random" ? [integer(rng, left.length)] : chooseActive(belief, offered, BATCH, { noise: NOISE });
          for (const i of picked.map((k) => left[k]!)) {
            open.delete(i);
            belief = afterAnswer(belief, differences[i]!, said(i), NOISE);
          }
        }
        accuracies[way][s]!.push(accuracy(belief));
      }
    }
  }
  return accuracies;
}
