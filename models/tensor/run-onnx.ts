/** Runs an .onnx file once, as any user of onnxruntime would. */
import * as ort from "onnxruntime-node";
import type { HostArray } from "./host-array.ts";
import { createSession } from "./ort-engine.ts";
import { entries } from "./tree.ts";

/** @param inputs Fed by their tree paths. @returns Outputs by name. */
export async function runOnnx(model: Uint8Array, inputs: object): Promise<Map<string, Float32Array>> {
  const session = await createSession(model);
  const feeds = Object.fromEntries(
    entries<HostArray>(inputs).map(({ path, leaf: { dtype, data, shape } }) => [
      path,
      new ort.Tensor(dtype as "float32", data as Float32Array, shape),
    ]),
  );
  const results = await session.run(feeds);
  const outputs = new Map(Object.entries(results).map(([name, { data }]) => [name, data as Float32Array]));
  await session.release();
  return outputs;
}
