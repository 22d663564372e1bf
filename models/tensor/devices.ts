/** Which engines run here, which one to take, and how to get the ones that are missing. */
import * as ort from "onnxruntime-node";
import { DeviceError } from "../../data-schemas/errors.ts";
import { ENGINE_NAMES, type Engine, type EngineName } from "./engine.ts";
import { float32 } from "./host-array.ts";
import { JaxEngine } from "./jax-engine.ts";
import { OrtEngine, type OrtProvider } from "./ort-engine.ts";
import { TfjsEngine } from "./tfjs-engine.ts";
import { openDawn } from "./webgpu.ts";

export interface DeviceReport {
  readonly name: EngineName;
  /** What runs the numbers, when the device is there. */
  readonly description: string | null;
  /** Why it is not there, and the command that gets it. */
  readonly missing: string | null;
}

/** How a user gets each device that is not there. */
const REMEDY: Readonly<Record<EngineName, string>> = {
  cpu: "run npm ci again: onnxruntime-node ships the CPU for Linux, macOS and Windows",
  cuda:
    "needs Linux x64, an NVIDIA driver, CUDA 12 and cuDNN 9; then fetch onnxruntime's CUDA libraries with\n" +
    "    ONNXRUNTIME_NODE_INSTALL=cuda12 node node_modules/onnxruntime-node/script/install.js",
  dml: "DirectML comes with onnxruntime-node on Windows only",
  coreml: "CoreML comes with onnxruntime-node on macOS only",
  webgpu:
    "needs a graphics driver with Vulkan (on Debian: apt-get install libvulkan1 and the card's driver), Metal or Direct3D 12",
  dawn: "npm install webgpu@0.6.2, and a graphics driver with Vulkan, Metal or Direct3D 12",
  wasm: "run npm ci again: jax-js runs wherever WebAssembly does",
  tfjs: "npm install @tensorflow/tfjs-core @tensorflow/tfjs-backend-wasm, or a working @tensorflow/tfjs-node-gpu",
};

/**
 * Starts one engine and runs a small product on it, so that a device which loads but does not work is found here.
 * @throws {DeviceError} It is not there; the message has the reason and the command that gets it. Never falls back.
 */
export async function openEngine(name: EngineName, threads: number): Promise<Engine> {
  try {
    const engine = await start(name, threads);
    await smokeTest(engine);
    return engine;
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause);
    throw new DeviceError(`${why}\n  To get ${name}: ${REMEDY[name]}`, { cause });
  }
}

async function start(name: EngineName, threads: number): Promise<Engine> {
  switch (name) {
    case "wasm":
      return JaxEngine.create("wasm");
    case "dawn":
      await openDawn();
      return JaxEngine.create("webgpu");
    case "tfjs":
      return TfjsEngine.create(undefined, threads);
    default:
      return startOnnxruntime(name, threads);
  }
}

function startOnnxruntime(provider: OrtProvider, threads: number): Engine {
  // The library prints its own complaint about a missing provider; ours says what to do.
  ort.env.logLevel = "fatal";
  return new OrtEngine({ provider, threads });
}

/** [1 2; 3 4]² = [7 10; 15 22]. */
async function smokeTest(engine: Engine): Promise<void> {
  const example = { x: float32([2, 2], [1, 2, 3, 4]) };
  const step = await engine.compile(({ x }) => ({ y: x.matmul(x) }), example);
  const { y } = await step(example);
  const values = (await y.read()).data;
  y.dispose();
  await step.dispose();
  if ([7, 10, 15, 22].some((value, i) => Math.abs(values[i]! - value) > 1e-3)) {
    throw new DeviceError(`device ${engine.name}: starts, but a 2 x 2 product came out as [${values.join(", ")}]`);
  }
}

/** Tries every device. */
export async function probeDevices(threads: number): Promise<DeviceReport[]> {
  const reports: DeviceReport[] = [];
  for (const name of ENGINE_NAMES) {
    try {
      const engine = await openEngine(name, threads);
      reports.push({ name, description: engine.description, missing: null });
      await engine.dispose();
    } catch (cause) {
      if (!(cause instanceof DeviceError)) throw cause;
      reports.push({ name, description: null, missing: cause.message });
    }
  }
  return reports;
}

export interface Chosen {
  readonly engine: Engine;
  /** One line: which engine and why. */
  readonly reason: string;
}

/**
 * CUDA if it loads, else WebGPU on a hardware adapter, else the CPU.
 * @param graphics  Whether the machine shows a graphics device at all; without one WebGPU is not asked.
 */
export async function chooseEngine(threads: number, graphics: boolean): Promise<Chosen> {
  const notes: string[] = [];
  try {
    const engine = await openEngine("cuda", threads);
    return { engine, reason: `${engine.description}: CUDA loads` };
  } catch {
    notes.push("CUDA does not load");
  }
  const adapter = graphics ? await hardwareAdapter() : null;
  if (adapter === null) {
    notes.push("no hardware WebGPU adapter was seen");
  } else {
    try {
      const engine = await openEngine("webgpu", threads);
      return { engine, reason: `${engine.description}: ${adapter}, and ${notes.join(", ")}` };
    } catch {
      notes.push(`WebGPU does not start on ${adapter}`);
    }
  }
  const engine = await openEngine("cpu", threads);
  return { engine, reason: `${engine.description}: ${notes.join(", ")}` };
}

/** The name of the graphics card, or null when there is none, it is emulated, or the webgpu package is not installed. */
async function hardwareAdapter(): Promise<string | null> {
  try {
    const adapter = await (await openDawn()).requestAdapter({ powerPreference: "high-performance" });
    if (adapter === null || adapter.info.isFallbackAdapter || adapter.info.architecture === "swiftshader") return null;
    return adapter.info.description;
  } catch {
    return null;
  }
}
