/** Selection from runs as they lie on disk: the real one, made ones, broken ones, and one that was stopped. */
import { appendFileSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { InterruptedError } from "../../../data-schemas/errors.ts";
import { MadeSociety } from "../../../models/life/made-society.ts";
import { LIFE } from "../../../models/life/society.ts";
import { TRAINERS } from "../../../models/select/trainer-rows.ts";
import type { Context } from "../../../pipelines/io/context.ts";
import { SILENT } from "../../../pipelines/io/progress.ts";
import { type LifeRewardRequest, planLifeReward, selectLifeReward } from "../../../pipelines/select/life-reward.ts";
import { EMBEDDED_TOKENIZER, openTokenizer } from "../../../pipelines/select/tokenizer.ts";
import { writeSociety } from "../../../pipelines/select/write-society.ts";

const fresh = (): string => mkdtempSync(join(tmpdir(), "esus-select-"));
const context = (signal = new AbortController().signal): Context => ({
  progress: SILENT,
  log: () => undefined,
  signal,
});
const SETTINGS = { seed: 1, agents: 8, years: 3, weeks: 4, rowsAWeek: 5, language: "zh", historyLength: 200 } as const;
const request = (run: string, out: string, more: Partial<LifeRewardRequest> = {}): LifeRewardRequest => ({
  run,
  out,
  options: LIFE,
  filter: { keepFailedCalls: false },
  tokenizer: EMBEDDED_TOKENIZER,
  trainers: TRAINERS,
  general: undefined,
  generalShare: 0.5,
  seed: 1,
  ...more,
});
const lines = (path: string): Record<string, never>[] =>
  readFileSync(path, "utf8")
    .trim()
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line));
const general = (dir: string, rows = 4000): string => {
  const path = join(dir, "general.jsonl");
  const row = (i: number): string =>
    JSON.stringify({
      id: i,
      messages: [
        { role: "user", content: `q${i}` },
        { role: "assistant", content: "word ".repeat(1 + (i % 37)) },
      ],
    });
  writeFileSync(path, `${Array.from({ length: rows }, (_, i) => row(i)).join("\n")}\n{"broken\n`);
  return path;
};

let run: string;
beforeAll(async () => {
  run = join(fresh(), "run");
  await writeSociety(run, SETTINGS);
});

describe("a made run", () => {
  it("keeps a quarter of each period, counts every row, and mixes half and half", async () => {
    const dir = fresh();
    const { manifest } = await selectLifeReward(request(run, join(dir, "out"), { general: general(dir) }), context());
    const summary = manifest.summary as Record<string, never> & { tokens: { roleplay: number; general: number } };
    expect([summary["agentYears"], summary["selected"], summary["missingWeeks"]]).toEqual([24, 6, 0]);
    expect(manifest.rows_in).toBe(6 * 4 * 5);
    expect(manifest.kept + manifest.refused).toBe(manifest.rows_in);
    const { roleplay, general: mixed } = summary.tokens;
    expect(Math.abs(mixed / (mixed + roleplay) - 0.5)).toBeLessThan(0.001);
    const metadata = lines(join(dir, "out/metadata.jsonl")) as unknown as {
      kind: string;
      tokens: number;
      rows: Record<string, number>;
    }[];
    const sum = (kind: string): number =>
      metadata.filter((m) => m.kind === kind).reduce((all, { tokens }) => all + tokens, 0);
    expect([sum("roleplay"), sum("general")]).toEqual([roleplay, mixed]);
    for (const trainer of TRAINERS)
      expect(lines(join(dir, `out/${trainer}.jsonl`))).toHaveLength(
        metadata.reduce((all, { rows }) => all + rows[trainer]!, 0),
      );
    expect(JSON.parse(readFileSync(join(dir, "out/report.json"), "utf8"))).toMatchObject({
      generalData: { available: 4001, unusable: 1 },
      reasons: { rejected: expect.any(Number) },
    });
    // What was made to be put together is gone.
    expect(readdirSync(join(dir, "out"))).not.toContain("shards");
  });

  it("the flat form gives the same training files", async () => {
    const dir = fresh();
    const made = new MadeSociety(SETTINGS);
    const { name, language, startYear, years, weeks, periodWeeks } = made.world;
    const rows: unknown[] = [
      { kind: "world", name, language, start_year: startYear, years, weeks, period_weeks: periodWeeks },
    ];
    for (let year = startYear; year < startYear + years; year++) {
      for (const rating of made.ratings(year)) rows.push({ kind: "rating", ...rating });
      for (const agent_name of made.agents)
        for (let week = 1; week <= weeks; week++)
          for (const generation of made.generations(agent_name, year, week))
            rows.push({ kind: "generation", agent_name, ...generation });
    }
    for (const agent_name of made.agents)
      for (const state of made.states(agent_name)) rows.push({ kind: "state", agent_name, ...state });
    const file = join(dir, "run.jsonl");
    writeFileSync(file, rows.map((row) => JSON.stringify(row)).join("\n"));
    await selectLifeReward(request(file, join(dir, "flat")), context());
    await selectLifeReward(request(run, join(dir, "released")), context());
    for (const trainer of TRAINERS)
      expect(readFileSync(join(dir, `flat/${trainer}.jsonl`), "utf8")).toBe(
        readFileSync(join(dir, `released/${trainer}.jsonl`), "utf8"),
      );
  });

  it("a run that was stopped goes on to the same bytes", async () => {
    const dir = fresh();
    await selectLifeReward(request(run, join(dir, "whole")), context());
    const abort = new AbortController();
    let steps = 0;
    const stopping: Context = {
      ...context(abort.signal),
      progress: { ...SILENT, update: () => void (++steps === 2 && abort.abort()) },
    };
    await expect(selectLifeReward(request(run, join(dir, "stopped")), stopping)).rejects.toThrow(InterruptedError);
    expect(readdirSync(join(dir, "stopped"))).toEqual(["shards"]);
    await selectLifeReward(request(run, join(dir, "stopped")), context());
    for (const file of [
      ...TRAINERS.map((trainer) => `${trainer}.jsonl`),
      "metadata.jsonl",
      "rewards.jsonl",
      "report.json",
    ])
      expect(readFileSync(join(dir, "stopped", file), "utf8"), file).toBe(
        readFileSync(join(dir, "whole", file), "utf8"),
      );
  });

  it("broken rows are refused with file, line and reason; missing weeks are listed; missing agents are an error", async () => {
    const dir = fresh();
    const broken = join(dir, "run");
    await writeSociety(broken, SETTINGS);
    const { selected } = await planLifeReward(request(broken, join(dir, "plan")));
    const agent = selected.find(({ end }) => end.startsWith("Y2020"))!.agent;
    const week = join(broken, `persona/${agent}/generation/year=2020/week=1.jsonl`);
    appendFileSync(week, 'no json\n{"time": "Y2020-W01-plan", "inputs": []}\n');
    const { manifest } = await selectLifeReward(request(broken, join(dir, "out")), context());
    expect(manifest.reasons).toMatchObject({ "not-json": 1, schema: 1 });
    const refused = lines(join(dir, "out/refused.jsonl")) as unknown as {
      file: string;
      line: number;
      reason: string;
    }[];
    expect(refused.find(({ reason }) => reason === "not-json")).toMatchObject({
      line: 6,
      file: `persona/${agent}/generation/year=2020/week=1.jsonl`,
    });

    const states = join(broken, "persona/agent_000/state.jsonl");
    const kept = readFileSync(states, "utf8")
      .split("\n")
      .filter((line) => !line.includes("Y2021-W02-begin"));
    writeFileSync(states, kept.join("\n"));
    await selectLifeReward(request(broken, join(dir, "out2")), context());
    expect(JSON.parse(readFileSync(join(dir, "out2/report.json"), "utf8")).missing).toEqual([
      { agent: "agent_000", year: 2021, weeks: [2] },
    ]);

    writeFileSync(states, kept.filter((line) => !line.includes("Y2021")).join("\n"));
    await expect(selectLifeReward(request(broken, join(dir, "out3")), context())).rejects.toThrow(
      /year 2021: the subjective reward is of other agents/,
    );
    rmSync(join(broken, "reward"), { recursive: true });
    await expect(selectLifeReward(request(broken, join(dir, "out4")), context())).rejects.toThrow(/has no ratings/);
    await expect(selectLifeReward(request(dir, join(dir, "out5")), context())).rejects.toThrow(
      /config\.json: cannot be read/,
    );
  });
});

describe("tokenizers", () => {
  it("a tokenizer.json of the user's, and words that look like control tokens", async () => {
    const dir = fresh();
    const path = join(dir, "tokenizer.json");
    const vocab = { "[UNK]": 0, hello: 1, world: 2 };
    const model = { type: "WordLevel", vocab, unk_token: "[UNK]" };
    writeFileSync(
      path,
      JSON.stringify({
        version: "1.0",
        added_tokens: [],
        normalizer: null,
        pre_tokenizer: { type: "Whitespace" },
        post_processor: null,
        decoder: null,
        model,
      }),
    );
    expect((await openTokenizer(path))("hello world hello")).toBe(3);
    const embedded = await openTokenizer(EMBEDDED_TOKENIZER);
    expect(embedded("hello world")).toBe(2);
    expect(embedded("<|endoftext|>")).toBeGreaterThan(1);
    await expect(openTokenizer(join(dir, "none.json"))).rejects.toThrow(/cannot be read/);
    writeFileSync(path, "{}");
    await expect(openTokenizer(path)).rejects.toThrow(/is no tokenizer/);
  });
});

const REAL = join(import.meta.dirname, "../../../../shared/data/agentopia_run");
if (!existsSync(REAL)) console.warn("skipped: ../shared/data/agentopia_run is absent, so the real run is not read");
describe.skipIf(!existsSync(REAL))("the real run", () => {
  it("stored rewards to the last digits, and a mix within a thousandth", async () => {
    const dir = fresh();
    const { manifest } = await selectLifeReward(request(REAL, join(dir, "out"), { general: general(dir) }), context());
    const rewards = lines(join(dir, "out/rewards.jsonl")) as unknown as {
      agent: string;
      social: { combined: number };
      subjective: { score: number };
      economic: number;
      total: number;
    }[];
    for (const { agent, social, subjective, economic, total } of rewards) {
      const [stored] = lines(join(REAL, `persona/${agent}/reward.jsonl`)) as unknown as [
        Record<string, never> & {
          social: { combined_score: number };
          subjective: { score: number };
          economy: { score: number };
          total_score: number;
        },
      ];
      expect(Math.abs(social.combined - stored.social.combined_score)).toBeLessThan(1e-16);
      expect([subjective.score, economic]).toEqual([stored.subjective.score, stored.economy.score]);
      expect(Math.abs(total - stored.total_score)).toBeLessThan(1e-15);
    }
    const { tokens, releasedCounter, generalShare } = manifest.summary as unknown as {
      tokens: { roleplay: number };
      releasedCounter: number;
      generalShare: number;
    };
    expect(Math.abs(generalShare - 0.5)).toBeLessThan(0.001);
    // The released counter reads several times what carries loss.
    expect(releasedCounter).toBeGreaterThan(3 * tokens.roleplay);
  });

  it("the embedded tokenizer counts what the run recorded", async () => {
    const count = await openTokenizer(EMBEDDED_TOKENIZER);
    const rows = lines(join(REAL, "persona/Adrian Vale/generation/year=2020/week=1.jsonl")) as unknown as {
      outputs: { content: string }[];
      output_tokens: number;
    }[];
    for (const { outputs, output_tokens } of rows)
      expect(outputs.reduce((sum, { content }) => sum + count(content), 0)).toBe(output_tokens);
  });
});
