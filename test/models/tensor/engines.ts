/** The engines that this machine can run, software WebGPU included. */
import { existsSync } from "node:fs";
import type { Engine } from "../../../models/tensor/engine.ts";
import { JaxEngine } from "../../../models/tensor/jax-engine.ts";
import { OrtEngine } from "../../../models/tensor/ort-engine.ts";
import { TfjsEngine } from "../../../models/tensor/tfjs-engine.ts";
import { openDawn } from "../../../models/tensor/webgpu.ts";

/** Debian's chromium package brings a Vulkan driver in software, which Dawn accepts. */
const SWIFTSHADER = "/usr/lib/chromium/vk_swiftshader_icd.json";

/** Chromium comes without the loader that finds the driver. */
const LOADERS = ["/usr/lib/x86_64-linux-gnu/libvulkan.so.1", "/usr/lib/aarch64-linux-gnu/libvulkan.so.1"];

export const HAS_SOFTWARE_GPU = existsSync(SWIFTSHADER) && LOADERS.some((loader) => existsSync(loader));
if (HAS_SOFTWARE_GPU) {
  process.env["VK_ICD_FILENAMES"] = SWIFTSHADER;
  process.env["XDG_RUNTIME_DIR"] ??= "/tmp";
} else {
  console.warn(
    `SKIPPED: WebGPU engines are not tested, ${SWIFTSHADER} or libvulkan is missing (apt-get install chromium libvulkan1)`,
  );
}

export const ENGINES: readonly (readonly [string, () => Promise<Engine>])[] = [
  ["onnxruntime cpu", async () => new OrtEngine({ threads: 2 })],
  ["jax-js wasm", () => JaxEngine.create("wasm")],
  ["tfjs wasm", () => TfjsEngine.create("wasm", 2)],
  ["tfjs cpu", () => TfjsEngine.create("cpu")],
  ...(HAS_SOFTWARE_GPU
    ? ([
        ["onnxruntime webgpu", async () => new OrtEngine({ provider: "webgpu" })],
        [
          "jax-js webgpu on Dawn",
          async () => {
            await openDawn();
            return JaxEngine.create("webgpu");
          },
        ],
      ] as const)
    : []),
];
