import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { folds, judge, teachClassifier, thresholdFor } from "../../../models/label/comment-classifier.ts";
import { languageOfComment } from "../../../models/label/comment-features.ts";
import { sentencesOf } from "../../../models/label/sentences.ts";

const answers = (...runs: [number, number, number][]) =>
  runs.flatMap(([probability, right, wrong]) => [
    ...Array.from({ length: right }, () => ({ probability, correct: true })),
    ...Array.from({ length: wrong }, () => ({ probability, correct: false })),
  ]);

describe("thresholdFor", () => {
  it("is the lowest probability at which precision holds", () => {
    expect(thresholdFor(answers([0.9, 50, 0], [0.8, 48, 2], [0.5, 10, 40]), 0.85)).toBe(0.8);
  });
  it("wants half a standard error to spare", () => {
    // 0.86 - 0.5 * sqrt(0.86 * 0.14 / 100) = 0.8427
    expect(thresholdFor(answers([0.9, 86, 14]), 0.85)).toBeNull();
    // 0.86 - 0.5 * sqrt(0.86 * 0.14 / 1000) = 0.8545
    expect(thresholdFor(answers([0.9, 860, 140]), 0.85)).toBe(0.9);
  });
  it("is null where none is precise, and where fewer than 20 answers stand behind it", () => {
    expect(thresholdFor(answers([0.9, 10, 10]), 0.85)).toBeNull();
    expect(thresholdFor(answers([0.9, 19, 0]), 0.85)).toBeNull();
    expect(thresholdFor(answers([0.9, 20, 0]), 0.85)).toBe(0.9);
  });
});

describe("folds", () => {
  it("gives each row once, groups whole, whatever their order", () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 30 }), { minLength: 40, maxLength: 80 }), (numbers) => {
        const rows = numbers.map((n, i) => ({ group: `g${n}`, i }));
        fc.pre(new Set(numbers).size >= 5);
        const held = [...folds(rows, 5)].map(([, each]) => each);
        expect(
          held
            .flat()
            .map(({ i }) => i)
            .sort((a, b) => a - b),
        ).toEqual(rows.map(({ i }) => i));
        for (const [taught, tested] of folds(rows, 5)) {
          const groups = new Set(tested.map(({ group }) => group));
          expect(taught.some(({ group }) => groups.has(group))).toBe(false);
        }
        const foldOf = (some: typeof rows) =>
          [...folds(some, 5)].map(([, each]) => [...new Set(each.map(({ group }) => group))].sort());
        expect(foldOf([...rows].reverse())).toEqual(foldOf(rows));
      }),
    );
  });
  it("refuses fewer groups than folds", () => {
    expect(() => [...folds([{ group: "a" }], 5)]).toThrow("at least 5 groups");
  });
});

it("learns words that no lexicon has, and is silent where what it learnt does not tell", () => {
  const comments = Array.from({ length: 300 }, (_, i) => {
    const [label, word] = i % 2 === 0 ? (["negative", "zorgle"] as const) : (["positive", "frimble"] as const);
    return { text: `${word} number${i % 7}`, label, group: `r${i}` };
  });
  const options = { ngrams: "words", penalty: 1e-3, precision: 0.85, innerFolds: 3 } as const;
  const taught = teachClassifier(comments, ["negative", "positive"], options);
  expect(judge(taught, "zorgle zorgle")).toMatchObject({ guess: "negative", answered: true });
  expect(judge(taught, "frimble")).toMatchObject({ guess: "positive", answered: true });
  expect(judge(taught, "quux").answered).toBe(false);
  // No Chinese comment taught it: it never answers in Chinese.
  expect(judge(taught, "好看").answered).toBe(false);
});

it("tells Chinese comments by their letters", () => {
  expect(["这本 book 好", "LOL 哈哈", "ok 好", "The word 道 means way", "😂😂", ""].map(languageOfComment)).toEqual([
    "zh",
    "zh",
    "zh",
    "en",
    "en",
    "en",
  ]);
});

it("cuts a comment where an opinion ends or turns", () => {
  expect(sentencesOf("谜团有意思，但这一章解释太久了。下一章呢？\n!!!")).toEqual([
    "谜团有意思",
    "但这一章解释太久了",
    "下一章呢",
  ]);
  expect(sentencesOf("Good plot but v1.5 is slow. Bye... ")).toEqual(["Good plot", "but v1.5 is slow", "Bye"]);
  expect(sentencesOf("😂😂")).toEqual(["😂😂"]);
  expect(sentencesOf("...")).toEqual([]);
  expect(sentencesOf("Mr. Darcy is great. So is Mrs. Bennet.")).toEqual(["Mr. Darcy is great", "So is Mrs. Bennet"]);
});
