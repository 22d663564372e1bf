/** `esus doctor`: what this machine has, what would be used, and how to get the rest. */
import { statfs } from "node:fs/promises";
import { cpus, totalmem } from "node:os";
import { LSA_ENCODER } from "../models/content/lsa-encoder.ts";
import { chooseEngine, type DeviceReport, openEngine, probeDevices } from "../models/tensor/devices.ts";
import { packageVersion } from "./io/code-version.ts";
import type { CommandResult } from "./io/command.ts";
import { type DeviceName, hasGraphics } from "./io/device.ts";

const GIB = 2 ** 30;

/**
 * @param device  One to insist on. @throws {DeviceError} It is not there.
 */
export async function doctor(device: DeviceName, threads: number): Promise<CommandResult> {
  if (device !== "auto") {
    const engine = await openEngine(device, threads);
    const chosen = { name: engine.name, reason: engine.description };
    return {
      json: { engines: [{ name: engine.name, description: engine.description, missing: null }], chosen },
      text: `${engine.name}: ${engine.description}`,
    };
  }
  const engines = await probeDevices(threads);
  const { engine, reason } = await chooseEngine(threads, hasGraphics());
  const chosen = { name: engine.name, reason };
  const disk = await statfs(process.cwd());
  const machine = {
    node: process.version,
    platform: `${process.platform} ${process.arch}`,
    cpu: cpus()[0]?.model.trim() ?? "unknown",
    cores: cpus().length,
    memoryGiB: round(totalmem() / GIB),
    diskFreeGiB: round((disk.bavail * disk.bsize) / GIB),
  };
  const esus = await packageVersion();
  const encoders = [
    { name: LSA_ENCODER, description: "hashed words and character n-grams, zh and en, embedded" },
    { name: "onnx", description: "--encoder FOLDER: any ONNX sentence encoder in the layout of the Hugging Face hub" },
  ];
  const text = [
    `esus ${esus}, Node ${machine.node}, ${machine.platform}, ${machine.cores} cores, ${machine.memoryGiB} GiB memory, ${machine.diskFreeGiB} GiB disk free here`,
    "",
    "engines",
    ...engines.map(line),
    "",
    `chosen: ${engine.name} (${reason})`,
    `encoders: ${encoders.map(({ name }) => name).join(", ")}`,
  ].join("\n");
  return { json: { version: esus, engines, chosen, machine, encoders }, text };
}

function line({ name, description, missing }: DeviceReport): string {
  const told = description ?? `not here: ${missing!.replaceAll("\n", "\n           ")}`;
  return `  ${name.padEnd(7)}${description === null ? " - " : " + "}${told}`;
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
