/** FUSE from the command line: a suite, a run, its scores from the log alone, and again after a stop. */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { episodeLogSchema } from "../../data-schemas/fuse-log.ts";
import { fuseTableSchema } from "../../data-schemas/fuse-table.ts";
import { esus, fresh } from "./process.ts";

let dir: string;
const at = (...names: string[]): string => join(dir, ...names);
const run = (out: string, ...more: string[]) =>
  esus(["fuse", "run", at("suite"), "--out", out, "--device", "cpu", ...more]);

beforeAll(async () => {
  dir = fresh();
  await esus(["fuse", "generate", "--per-task", "6", "--out", at("suite")]);
  const { code } = await run(at("run"));
  expect(code).toBe(0);
}, 120_000);

describe("fuse", () => {
  it("scores every agent, and the log alone gives the same digits", async () => {
    const [first, again] = [
      await esus(["fuse", "score", at("run"), "--json"]),
      await esus(["fuse", "score", at("run"), "--json"]),
    ];
    expect(first.code).toBe(0);
    expect(again.stdout).toBe(first.stdout);
    const table = fuseTableSchema.parse(JSON.parse(readFileSync(at("run/fuse-table.json"), "utf8")));
    const value = (agent: string, metric: string, group = "all"): number | null =>
      table.cells.find((cell) => cell.agent === agent && cell.metric === metric && cell.group === group)!.estimate
        .value;
    expect([value("no-update", "ncfu"), value("no-update", "fgr")]).toEqual([0, 0]);
    expect(value("gold", "ncfu")).toBeCloseTo(1, 3);
    expect([value("gold", "rollbackSuccess", "drift"), value("gold", "scarRate", "drift")]).toEqual([1, 0]);
    expect(value("gold", "goldIdleNecessity", "masking")).toBeCloseTo(0, 9);
    expect(value("gold", "goldNecessity", "masking")!).toBeGreaterThan(0.1);
    for (const task of ["state_diff", "sealed_probes", "masking", "delayed_credit", "drift", "isolation"])
      expect(value("raw-retrieval", "taskScore", task)!, task).toBeLessThan(0.9);
    expect(value("raw-retrieval", "taskScore", "label")!).toBeGreaterThan(0.5);
    for (const metric of ["selectivity", "ncfu"])
      expect(value("audit-f2s", metric)!).toBeGreaterThan(value("raw-retrieval", metric)!);
    expect(value("audit-f2s", "contamination", "isolation")).toBe(0);
    expect(JSON.parse(first.stdout)).toMatchObject({ judge: "esus", unmeasurable: expect.any(Object) });
    const oracle = await esus(["fuse", "score", at("run"), "--judge", "oracle", "--json"]);
    expect(JSON.parse(oracle.stdout).judge).toBe("oracle");
  }, 60_000);

  it("a run that was stopped goes on to the same bytes", async () => {
    const agents = ["--agent", "puma", "--agent", "audit-f2s", "--agent", "gold"];
    const whole = await run(at("whole"), ...agents);
    const log = readFileSync(at("whole/episodes.jsonl"), "utf8");
    const args = ["fuse", "run", at("suite"), "--out", at("stopped"), "--device", "cpu", ...agents];
    const stopped = await esus(args, /readers are being replayed/, 3500);
    // A fast machine may be done by then: the bytes are the same either way.
    expect([0, 130]).toContain(stopped.code);
    const resumed = await esus(args);
    expect([whole.code, resumed.code]).toEqual([0, 0]);
    expect(readFileSync(at("stopped/episodes.jsonl"), "utf8")).toBe(log);
    for (const line of log.trim().split("\n").slice(0, 3)) episodeLogSchema.parse(JSON.parse(line));
    // No word of a reader's stands in what scoring reads of the episodes.
    expect(log).not.toContain('"comment"');
  }, 120_000);

  it("an external agent stands in the table, and a broken one does not stop the run", async () => {
    const file = at("agent.mjs");
    writeFileSync(
      file,
      `import { createInterface } from "node:readline";
for await (const line of createInterface({ input: process.stdin })) {
  const { feedback } = JSON.parse(line);
  if (feedback.at.turn === 1) process.exit(1);
  console.log(JSON.stringify({ diff: [], ranked: [] }));
}`,
    );
    const { code, stdout } = await run(at("external"), "--agent", `${process.execPath} ${file}`, "--json");
    expect(code).toBe(0);
    const { lost, kept, metrics } = JSON.parse(stdout);
    expect([kept, lost > 0]).toEqual([42, true]);
    const share = metrics.find((m: { name: string; group: string }) => m.name === "lostEpisodes" && m.group === "all");
    expect(share.value).toBeCloseTo(lost / 36, 9);
  }, 60_000);

  it.each([
    [["run", "SUITE", "--agent", "pumma"], 2, /did you mean "puma"/i],
    [["run", "NOWHERE"], 1, /NOWHERE/],
    [["score", "SUITE"], 1, /fuse-run/],
    [["score", "RUN", "--judge", "nobody"], 1, /judged by esus, oracle/],
    [["generate", "--near", "2", "--out", "OUT"], 2, /from 0 to 1/],
    [["run", "SUITE", "--agent", "chat:x.json"], 2, /OPENAI_API_KEY/],
  ])("%j ends with %d", async (args, code, message) => {
    const names: Record<string, string> = { SUITE: at("suite"), RUN: at("run"), OUT: at("x") };
    const ended = await esus([
      "fuse",
      ...args.map((arg) => names[arg] ?? arg),
      ...(args[0] === "run" ? ["--out", at("y")] : []),
    ]);
    expect([ended.code, ended.stderr]).toEqual([code, expect.stringMatching(message)]);
  });
});
