/** Filters, exports read back by the trainers' own rules, mixing, and the best of n. */
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Message } from "../../../data-schemas/chat.ts";
import type { GenerationRow } from "../../../data-schemas/life.ts";
import { keepBest, lengthSlope, withoutLength } from "../../../models/select/best-of.ts";
import {
  callText,
  generalSample,
  lossText,
  lossTokens,
  releasedCount,
  sampleOf,
} from "../../../models/select/chat-sample.ts";
import { distinctN, meanLength, selfBleu } from "../../../models/select/diversity.ts";
import { mixIn, wantedTokens } from "../../../models/select/mix.ts";
import { refusalOf } from "../../../models/select/response-filter.ts";
import { trainerRows } from "../../../models/select/trainer-rows.ts";

const call = { id: "c1", type: "function", function: { name: "look", arguments: '{"at": "门"}' } } as const;
const row = (more: Partial<GenerationRow> = {}): GenerationRow => ({
  time: "Y2020-W01-plan",
  inputs: [
    { role: "system", content: "You are Ann." },
    { role: "user", content: "Hello." },
    { role: "assistant", content: "old words" },
    { role: "user", content: "And now?" },
  ],
  outputs: [{ role: "assistant", content: "new words" }],
  ...more,
});
/** A loop of tools: two new turns, a result between them. */
const LOOP: Message[] = [
  { role: "assistant", content: "", tool_calls: [call, { ...call, id: "c2" }] },
  { role: "tool", tool_call_id: "c1", name: "look", content: "open" },
  { role: "tool", tool_call_id: "c2", name: "look", content: "still open" },
  { role: "assistant", content: "I go in." },
];

describe("filter", () => {
  const KEEP = { keepFailedCalls: false };
  it.each([
    ["nothing wrong", {}, null],
    ["rejected", { rejected: true }, "rejected"],
    ["no new turn", { outputs: [] }, "no-new-turn"],
    ["an empty turn", { outputs: [{ role: "assistant", content: " " }] }, "no-new-turn"],
    [
      "arguments that are no JSON",
      {
        outputs: [
          { role: "assistant", content: null, tool_calls: [{ ...call, function: { name: "look", arguments: "{at" } }] },
        ],
      },
      "malformed-call",
    ],
    [
      "arguments that are no object",
      {
        outputs: [
          { role: "assistant", content: null, tool_calls: [{ ...call, function: { name: "look", arguments: "[1]" } }] },
        ],
      },
      "malformed-call",
    ],
    [
      "a whole action",
      {
        outputs: [
          { role: "assistant", content: 'I go. <role_action> contact(message="(Hi), Bo", to="Bo") </role_action>' },
        ],
      },
      null,
    ],
    ["two actions", { outputs: [{ role: "assistant", content: '<role_action>a(x="1")\nb()</role_action>' }] }, null],
    [
      "an action that is not closed",
      { outputs: [{ role: "assistant", content: "<role_action> contact()" }] },
      "malformed-action",
    ],
    [
      "an action that is no call",
      { outputs: [{ role: "assistant", content: "<role_action> I say hello </role_action>" }] },
      "malformed-action",
    ],
    [
      "a call that failed",
      { outputs: [LOOP[0]!, { ...LOOP[1]!, content: "ERROR: not allowed" }, LOOP[3]!] },
      "failed-call",
    ],
    ["a principle that is kept", { verdicts: [{ principle: "stay in role", verdict: "Pass" }] }, null],
    ["a principle that is broken", { verdicts: [{ principle: "stay in role", verdict: "fail" }] }, "principle-broken"],
    [
      "a verdict that nobody can read",
      {
        verdicts: [
          { principle: "a", verdict: "pass" },
          { principle: "b", verdict: "hmm" },
        ],
      },
      "verdict-unparsable",
    ],
    [
      "a failed verdict beside one that nobody can read",
      {
        verdicts: [
          { principle: "a", verdict: "hmm" },
          { principle: "b", verdict: "fail" },
        ],
      },
      "principle-broken",
    ],
  ] as [string, Partial<GenerationRow>, string | null][])("%s", (_, more, reason) => {
    expect(refusalOf(row(more), KEEP)).toBe(reason);
  });

  it("reads a long row of actions that goes wrong at its end at once", () => {
    const content = `<role_action>${'go(a="b") '.repeat(60)}!</role_action>`;
    expect(refusalOf(row({ outputs: [{ role: "assistant", content }] }), KEEP)).toBe("malformed-action");
  });

  it("failed calls are kept where that is asked for", () => {
    const failed = row({ outputs: [LOOP[0]!, { ...LOOP[1]!, content: "Error: no" }, LOOP[3]!] });
    expect(refusalOf(failed, { keepFailedCalls: true })).toBeNull();
  });
});

/** What each trainer puts loss on, by its documented rules. */
const LOSS = {
  /** Conversational prompt and completion: the completion. */
  trl: (r: { completion: Message[] }) => r.completion.flatMap(lossText),
  /** Flags of messages, roles_to_train empty. */
  axolotl: (r: { messages: (Message & { train: boolean })[] }) =>
    r.messages.filter(({ train }) => train).flatMap(lossText),
  /** mask_history: the last turn. */
  sharegpt: (r: { conversations: { from: string; value: string }[] }) => [r.conversations.at(-1)!.value],
} as const;

describe("exports", () => {
  const samples = {
    plain: sampleOf(row()),
    loop: sampleOf(row({ outputs: LOOP, tools: [{ type: "function", function: { name: "look" } }] })),
    general: generalSample([
      { role: "user", content: "1+1?" },
      { role: "assistant", content: "2" },
      { role: "user", content: "为什么？" },
      { role: "assistant", content: "因为。" },
    ]),
  };

  it.each(Object.keys(LOSS) as (keyof typeof LOSS)[])(
    "%s puts loss on the new turns and on nothing else",
    (trainer) => {
      const of = (sample: (typeof samples)["plain"]): string[] =>
        trainerRows(trainer, sample).flatMap((each) => LOSS[trainer](each as never));
      expect(of(samples.plain)).toEqual(["new words"]);
      const calls = [callText(call), callText(call)];
      expect(of(samples.loop)).toEqual(
        trainer === "sharegpt" ? [`[${calls.join(", ")}]`, "I go in."] : [...calls, "I go in."],
      );
      expect(of(samples.general)).toEqual(["2", "因为。"]);
    },
  );

  it("TRL: what came before is the prompt, results of tools included; arguments are objects", () => {
    const [first, second] = trainerRows("trl", samples.loop) as unknown as {
      prompt: Message[];
      completion: Message[];
      tools: unknown[];
    }[];
    expect(first!.prompt).toHaveLength(4);
    expect(second!.prompt.map(({ role }) => role)).toEqual([
      "system",
      "user",
      "assistant",
      "user",
      "assistant",
      "tool",
      "tool",
    ]);
    expect(first!.completion[0]!.tool_calls![0]!.function.arguments).toEqual({ at: "门" });
    expect(first!.tools).toHaveLength(1);
  });

  it("Axolotl: one row with all flags; arguments are strings", () => {
    const [only, ...rest] = trainerRows("axolotl", samples.loop) as unknown as {
      messages: (Message & { train: boolean })[];
    }[];
    expect(rest).toEqual([]);
    expect(only!.messages.map(({ train }) => train)).toEqual([false, false, false, false, true, false, false, true]);
    expect(only!.messages[4]!.tool_calls![0]!.function.arguments).toBe('{"at":"门"}');
  });

  it("ShareGPT: turns of both sides alternate, the system stands apart, and each row ends with the agent", () => {
    for (const sample of Object.values(samples)) {
      for (const each of trainerRows("sharegpt", sample) as unknown as {
        conversations: { from: string }[];
        system?: string;
      }[]) {
        for (const [i, { from }] of each.conversations.entries())
          expect(i % 2 === 0 ? ["human", "observation"] : ["gpt", "function_call"]).toContain(from);
        expect(each.conversations.length % 2).toBe(0);
      }
    }
    expect((trainerRows("sharegpt", samples.plain)[0] as { system: string }).system).toBe("You are Ann.");
  });

  it("ShareGPT: history of the agent's own never stands in the turn that carries loss", () => {
    const inputs: Message[] = [
      { role: "user", content: "Hello." },
      { role: "assistant", content: "HISTORY" },
    ];
    const outputs: Message[] = [
      { role: "assistant", content: "NEW1" },
      { role: "assistant", content: "NEW2" },
    ];
    const rows = trainerRows("sharegpt", sampleOf(row({ inputs, outputs }))) as unknown as Parameters<
      typeof LOSS.sharegpt
    >[0][];
    expect(rows.flatMap(LOSS.sharegpt)).toEqual(["NEW1", "NEW2"]);
  });

  it("tokens that carry loss are of new turns and calls; the released counter counts history and no calls", () => {
    const letters = (text: string): number => text.length;
    expect(lossTokens(samples.plain, letters)).toBe("new words".length);
    expect(lossTokens(samples.loop, letters)).toBe(2 * callText(call).length + "I go in.".length);
    expect(releasedCount(samples.loop)).toBe(Math.floor(("old words".length + "I go in.".length) / 3));
  });
});

describe("mix", () => {
  it("comes as near as rows let, takes each once, and is the same by seed", () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 1, max: 50 }), { minLength: 60, maxLength: 120 }),
        fc.integer({ min: 100, max: 600 }),
        (tokens, wanted) => {
          const mix = mixIn(tokens, wanted, 1);
          expect(mix).toEqual(mixIn(tokens, wanted, 1));
          expect(new Set(mix.taken).size).toBe(mix.taken.length);
          expect(mix.taken.reduce((sum, i) => sum + tokens[i]!, 0)).toBe(mix.tokens);
          if (tokens.reduce((a, b) => a + b, 0) > wanted + 50)
            expect(Math.abs(mix.tokens - wanted)).toBeLessThanOrEqual(25);
        },
      ),
    );
  });

  it("too little is all of it; nothing wanted is nothing; rows without loss are never taken", () => {
    expect(mixIn([5, 5], 100, 1)).toEqual({ taken: [0, 1], tokens: 10 });
    expect(mixIn([5, 5], 0, 1)).toEqual({ taken: [], tokens: 0 });
    expect(mixIn([Number.POSITIVE_INFINITY, 5], 5, 1)).toEqual({ taken: [1], tokens: 5 });
    expect([wantedTokens(100, 0.5), wantedTokens(100, 0.2), wantedTokens(100, 0)]).toEqual([100, 25, 0]);
  });
});

describe("best of n", () => {
  const candidate = (id: string, reward: number, text = id, length = 10) => ({ id, reward, text, length });
  const prompt = (...candidates: ReturnType<typeof candidate>[]) => ({ prompt: "p", candidates });
  const keep = { keep: 1, threshold: null, alike: 1 };

  it("the highest reward, ties by id, a threshold, and no text twice", () => {
    const three = prompt(candidate("b", 0.5), candidate("a", 0.5), candidate("c", 0.1));
    expect(keepBest(three, keep).map(({ id }) => id)).toEqual(["a"]);
    expect(keepBest(three, { ...keep, keep: 3, threshold: 0.5 }).map(({ id }) => id)).toEqual(["a", "b"]);
    expect(keepBest(three, { ...keep, threshold: 0.9 })).toEqual([]);
    const twins = prompt(
      candidate("a", 0.9, "one two three four"),
      candidate("b", 0.8, "one two three four"),
      candidate("c", 0.7, "five six seven"),
    );
    expect(keepBest(twins, { ...keep, keep: 2 }).map(({ id }) => id)).toEqual(["a", "c"]);
  });

  it("what length buys is taken off, within prompts", () => {
    const prompts = [0, 1].map((level) => ({
      prompt: String(level),
      candidates: [1, 2, 4, 8].map((length, i) => candidate(`${i}`, level + 0.1 * Math.log(length), `${i}`, length)),
    }));
    expect(lengthSlope(prompts)).toBeCloseTo(0.1, 12);
    for (const { candidates } of withoutLength(prompts))
      for (const { reward } of candidates) expect(reward).toBeCloseTo(candidates[0]!.reward, 12);
    expect(lengthSlope([prompt(candidate("a", 1), candidate("b", 0))])).toBe(0);
  });
});

describe("diversity", () => {
  it("distinct n-grams, self-BLEU and length, in both languages", () => {
    expect(distinctN(["a b a", "b a"], 1)).toBeCloseTo(2 / 5, 12);
    expect(distinctN(["红楼红楼"], 2)).toBeCloseTo(2 / 3, 12);
    expect([distinctN([], 1), selfBleu(["one"]), meanLength([])]).toEqual([null, null, null]);
    expect(selfBleu(["one two three four five", "one two three four five"])).toBeCloseTo(1, 12);
    expect(selfBleu(["one two three four five", "six seven eight nine ten"])!).toBeLessThan(0.05);
    expect(meanLength(["one two", "三个字"])).toBe(2.5);
  });
});
