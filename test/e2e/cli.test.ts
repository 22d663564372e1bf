/** The command line as a process: help, usage, exit codes, output streams. */
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { esus, fresh, LAUNCHER } from "./process.ts";

describe("help and usage", () => {
  it("lists every command, each with an example", async () => {
    const { code, stdout } = await esus(["--help"]);
    expect(code).toBe(0);
    const commands = [
      "run",
      "doctor",
      "sources",
      "ingest",
      "label",
      "population",
      "pairs",
      "encode",
      "train",
      "eval",
      "simulate",
      "export",
      "publish",
    ];
    for (const name of commands) expect(stdout).toContain(`  ${name} `);
    expect(stdout).toContain("Exit codes: 0 done, 1 input or device refused, 2 wrong usage, 3 our fault");
    for (const name of commands) expect((await esus([name, "--help"])).stdout).toContain(`Example: npx esus ${name}`);
  });

  it.each([
    [["rnu"], "Did you mean run?"],
    [["run", "--devcie", "cpu"], "Did you mean --device?"],
    [["run", "--device", "gpu"], '--device: no "gpu". Did you mean'],
    [["run", "--seed", "-3"], "--seed: expected a whole number from 0 to 4294967295"],
    [["run", "--set", "epoch=1"], 'no setting "epoch". Did you mean "epochs"?'],
    [["run", "--data", "longstoryeval"], "expected SOURCE=PATH"],
    [["ingest", "goodread", "x"], 'no source "goodread". Did you mean'],
  ])("%j is wrong usage: exit 2, nothing on stdout", async (args, message) => {
    const { code, stdout, stderr } = await esus(args);
    expect(stderr).toContain(message);
    expect([code, stdout]).toEqual([2, ""]);
  });

  it.each([
    [["run", "--data", "longstoryeval=/nowhere"], "/nowhere: cannot be read (ENOENT); check the path"],
    [["encode", "/nowhere"], "holds no manifest.json, so no finished ingest"],
    [["train", "/nowhere", "--out", join(fresh(), "t")], "holds no manifest.json, so no finished ingest"],
    [["eval", "/nowhere", "/nowhere"], "expected the folder of a finished train"],
    [["doctor", "--device", "coreml"], "CoreML comes with onnxruntime-node on macOS only"],
    [["run", "--device", "cuda", "--out", fresh()], "ONNXRUNTIME_NODE_INSTALL=cuda12"],
  ])("%j is a refused input: exit 1, nothing on stdout", async (args, message) => {
    const { code, stdout, stderr } = await esus(args);
    expect(stderr).toContain(message);
    expect([code, stdout]).toEqual([1, ""]);
  });
});

it("a reader that closes the pipe early is no error", async () => {
  const { status, stderr } = spawnSync(
    "bash",
    ["-c", `set -o pipefail; "${process.execPath}" "${LAUNCHER}" sources | head -1`],
    { encoding: "utf8" },
  );
  expect([status, stderr]).toEqual([0, ""]);
});

describe("doctor and sources", () => {
  it("doctor --json tells engines, the chosen one and why", async () => {
    const { code, stdout } = await esus(["doctor", "--json"]);
    const report = JSON.parse(stdout);
    expect(code).toBe(0);
    const names = report.engines.map(({ name }: { name: string }) => name);
    expect(names).toEqual(["cpu", "cuda", "dml", "coreml", "webgpu", "wasm", "dawn", "tfjs"]);
    for (const { description, missing } of report.engines)
      expect((description === null) !== (missing === null)).toBe(true);
    expect(report.chosen.reason.length).toBeGreaterThan(10);
    expect(report.machine.node).toBe(process.version);
  });

  it("sources --json tells licences and what they permit", async () => {
    const { sources } = JSON.parse((await esus(["sources", "--json"])).stdout);
    const longStoryEval = sources.find(({ name }: { name: string }) => name === "longstoryeval");
    expect(longStoryEval).toMatchObject({
      licence: "noncommercial",
      permits: { train: true, publishText: false, redistribute: false },
    });
  });
});
