/** CounterFact's summary against the released code's, on 80 made-up cases (test/golden says how it was made). */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { type CounterfactSide, summariseCounterfact } from "../../../eval/fuse/counterfact.ts";

const golden = JSON.parse(
  readFileSync(join(import.meta.dirname, "../../golden/counterfact_metrics_golden.json"), "utf8"),
) as { cases: Record<"pre" | "post", CounterfactSide>[]; expected: Record<string, [number, number | null]>[] };

it.each(["pre", "post"] as const)("%s", (side) => {
  const summary = summariseCounterfact(golden.cases.map((each) => each[side]));
  for (const [name, [mean, sd]] of Object.entries(summary)) {
    const [wantedMean, wantedSd] = golden.expected[0]![`${side}_${name}`]!;
    // The released code rounds to two decimals.
    expect(Math.round(mean * 100) / 100, name).toBeCloseTo(wantedMean, 9);
    if (wantedSd !== null) expect(Math.round(sd! * 100) / 100, name).toBeCloseTo(wantedSd, 9);
  }
  expect(golden.cases).toHaveLength(80);
});

it("equal likelihoods are no success on either side", () => {
  const tie = [{ target_new: 1, target_true: 1 }];
  const win = [{ target_new: 1, target_true: 2 }];
  const cases = [
    { rewrite_prompts_probs: [...tie, ...win], paraphrase_prompts_probs: win, neighborhood_prompts_probs: tie },
  ];
  const summary = summariseCounterfact(cases);
  expect(summary.rewrite_success[0]).toBe(50);
  expect(summary.neighborhood_success[0]).toBe(0);
  expect(summary.score[0]).toBe(0);
});
