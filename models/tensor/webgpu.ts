/** WebGPU in Node: Dawn, from the optional npm package `webgpu`. */
import { DeviceError } from "../../data-schemas/errors.ts";

export interface DawnAdapter {
  readonly info: { readonly description: string; readonly architecture: string; readonly isFallbackAdapter: boolean };
}

export interface Dawn {
  requestAdapter(options: { powerPreference: "high-performance" }): Promise<DawnAdapter | null>;
}

let dawn: Dawn | null = null;

/**
 * Starts Dawn once and shows it as `navigator.gpu`, where jax-js looks for it.
 * @throws {DeviceError} The package is not installed.
 */
export async function openDawn(): Promise<Dawn> {
  if (dawn !== null) return dawn;
  const loaded = await import("webgpu").catch((cause: unknown) => {
    throw new DeviceError("device dawn: the npm package webgpu is not installed", { cause });
  });
  Object.assign(globalThis, loaded.globals);
  const gpu = loaded.create([]) as unknown as Dawn;
  Object.defineProperty(globalThis, "navigator", { value: { gpu, userAgent: "node" }, configurable: true });
  dawn = gpu;
  return gpu;
}

/** Lets go of Dawn: while `navigator.gpu` is held, the process does not end by itself. */
export function closeDawn(): void {
  if (dawn === null) return;
  dawn = null;
  Object.defineProperty(globalThis, "navigator", { value: undefined, configurable: true });
}
