import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PassThrough } from "node:stream";
import { describe, expect, it } from "vitest";
import { DeviceError, InputError, InterruptedError, NonFiniteError, UsageError } from "../../../data-schemas/errors.ts";
import { trainConfigSchema } from "../../../data-schemas/train-config.ts";
import { exitCodeOf, runCommand, type Terminal } from "../../../pipelines/io/command.ts";
import { oneOf, readConfig, wholeNumber } from "../../../pipelines/io/options.ts";
import { SILENT, terminalProgress } from "../../../pipelines/io/progress.ts";
import { columnsOf, textTable } from "../../../pipelines/io/text-table.ts";

describe("readConfig", () => {
  it("layers defaults, file and --set, in that order", async () => {
    const path = join(mkdtempSync(join(tmpdir(), "esus-config-")), "c.json");
    writeFileSync(path, '{"epochs": 7, "batchSize": 64}');
    const config = await readConfig(trainConfigSchema, path, ["epochs=9", "size=small"]);
    expect(config).toMatchObject({
      epochs: 9,
      batchSize: 64,
      size: "small",
      patience: trainConfigSchema.parse({}).patience,
    });
  });

  it.each([
    [["epoch=3"], 'no setting "epoch". Did you mean "epochs"?'],
    [["epochs"], "--set epochs: expected key=value"],
    [["epochs=many"], "configuration: epochs: "],
    [["epochs=0"], "configuration: epochs: "],
  ])("refuses --set %j", async (sets, message) => {
    await expect(readConfig(trainConfigSchema, undefined, sets)).rejects.toThrow(UsageError);
    await expect(readConfig(trainConfigSchema, undefined, sets)).rejects.toThrow(message);
  });

  it("flags of their own win over the file, --set over both", async () => {
    const path = join(mkdtempSync(join(tmpdir(), "esus-config-")), "c.json");
    writeFileSync(path, '{"seed": 7, "size": "base"}');
    expect(await readConfig(trainConfigSchema, path, [], { seed: 3 })).toMatchObject({ seed: 3, size: "base" });
    expect(await readConfig(trainConfigSchema, path, ["seed=5"], { seed: 3 })).toMatchObject({ seed: 5 });
  });

  it("refuses a file that is missing or no object", async () => {
    await expect(readConfig(trainConfigSchema, "/nowhere.json", [])).rejects.toThrow(
      "--config /nowhere.json: cannot be read (ENOENT)",
    );
    const path = join(mkdtempSync(join(tmpdir(), "esus-config-")), "c.json");
    writeFileSync(path, "[1]");
    await expect(readConfig(trainConfigSchema, path, [])).rejects.toThrow("expected one JSON object");
  });
});

describe("flags", () => {
  it("wholeNumber and oneOf take what they name", () => {
    expect(wholeNumber("--seed", 0, 99)("12")).toBe(12);
    expect(oneOf("--device", ["cpu", "cuda"])("cuda")).toBe("cuda");
  });
  it.each(["-1", "1.5", "x", "", "1e1", "100"])("wholeNumber refuses %j", (text) => {
    expect(() => wholeNumber("--seed", 0, 99)(text)).toThrow(UsageError);
  });
  it("oneOf names the nearest", () => {
    expect(() => oneOf("--device", ["cpu", "cuda"])("cudaa")).toThrow(
      '--device: no "cudaa". Did you mean "cuda"? Known: cpu, cuda',
    );
  });
});

describe("runCommand", () => {
  function terminal(): { terminal: Terminal; out: () => string; err: () => string } {
    const [stdout, stderr] = [new PassThrough(), new PassThrough()];
    const text = (stream: PassThrough): string => String(stream.read() ?? "");
    return {
      terminal: { stdout, stderr, exitCode: -1 } as unknown as Terminal,
      out: () => text(stdout),
      err: () => text(stderr),
    };
  }

  it("prints text for people, one object for programs", async () => {
    const people = terminal();
    await runCommand(people.terminal, {}, async ({ log }) => {
      log("working");
      return { json: { n: 1 }, text: "one" };
    });
    expect([people.out(), people.err(), people.terminal.exitCode]).toEqual(["one\n", "working\n", 0]);
    const program = terminal();
    await runCommand(program.terminal, { json: true }, async () => ({ json: { n: 1 }, text: "one", exitCode: 1 }));
    expect([program.out(), program.terminal.exitCode]).toEqual(['{"n":1}\n', 1]);
  });

  it.each([
    [new UsageError("flag"), 2],
    [new InputError("file"), 1],
    [new DeviceError("card"), 1],
    [new InterruptedError("stop"), 130],
    [new NonFiniteError("loss"), 3],
    [new Error("internal: broken"), 3],
  ])("%s exits with %i", async (error, code) => {
    expect(exitCodeOf(error)).toBe(code);
    const { terminal: t, out, err } = terminal();
    await runCommand(t, { json: true }, async () => {
      throw error;
    });
    expect(t.exitCode).toBe(code);
    expect(out()).toBe("");
    expect(err()).toContain(error.message);
  });

  it("a full disk says so", async () => {
    const { terminal: t, err } = terminal();
    await runCommand(t, {}, async () => {
      throw Object.assign(new Error("write"), { code: "ENOSPC" });
    });
    expect(err()).toContain("the disk is full");
  });
});

describe("text", () => {
  it("counts wide characters as two columns and aligns by them", () => {
    expect(columnsOf("ab雨")).toBe(4);
    expect(
      textTable([
        ["模型", "n"],
        ["x", "10"],
      ]),
    ).toBe("模型   n\nx     10");
  });
  it("the progress bar is silent where there is no terminal", () => {
    const stream = new PassThrough();
    expect(terminalProgress(stream as unknown as NodeJS.WriteStream)).toBe(SILENT);
  });
  it("the progress bar draws on a terminal", () => {
    const stream = Object.assign(new PassThrough(), {
      isTTY: true,
      columns: 80,
      rows: 20,
      cursorTo() {},
      clearLine() {},
      moveCursor() {},
    });
    const progress = terminalProgress(stream as unknown as NodeJS.WriteStream);
    progress.start("train", 10);
    progress.update(5, "9 answers/s");
    progress.stop();
    expect(String(stream.read())).toContain("train");
  });
});
