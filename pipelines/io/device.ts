/** The engine that a command runs on. */
import { existsSync } from "node:fs";
import { availableParallelism } from "node:os";
import { chooseEngine, openEngine } from "../../models/tensor/devices.ts";
import { ENGINE_NAMES, type Engine } from "../../models/tensor/engine.ts";
import type { Context } from "./context.ts";

export const DEVICE_NAMES = ["auto", ...ENGINE_NAMES] as const;
export type DeviceName = (typeof DEVICE_NAMES)[number];

/** More threads than this do not help the matrices of these models. */
const MOST_THREADS = 8;

export function defaultThreads(): number {
  return Math.min(availableParallelism(), MOST_THREADS);
}

/** More than this only makes threads wait for each other. */
export function mostThreads(): number {
  return 4 * availableParallelism();
}

/** False on a Linux machine that shows no graphics device: asking Vulkan there only prints warnings. */
export function hasGraphics(): boolean {
  return process.platform !== "linux" || existsSync("/dev/dri") || existsSync("/dev/nvidia0");
}

/** Gives the work an engine, and disposes of it afterwards. @throws {DeviceError} The named device is not there. */
export async function withDevice<T>(
  name: DeviceName,
  threads: number,
  context: Context,
  work: (engine: Engine) => Promise<T>,
): Promise<T> {
  const engine = await openDevice(name, threads, context);
  try {
    return await work(engine);
  } finally {
    await engine.dispose();
  }
}

/** Says on one line which engine runs and why. */
async function openDevice(name: DeviceName, threads: number, context: Context): Promise<Engine> {
  if (name === "auto") {
    const { engine, reason } = await chooseEngine(threads, hasGraphics());
    context.log(`device: ${reason}`);
    return engine;
  }
  const engine = await openEngine(name, threads);
  context.log(`device: ${engine.description}`);
  return engine;
}
