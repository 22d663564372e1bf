/** Every primitive with a lowering gives on onnxruntime and TensorFlow.js what jax-js itself gives. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Engine } from "../../../models/tensor/engine.ts";
import { JaxEngine } from "../../../models/tensor/jax-engine.ts";
import { LOWERING_RULES } from "../../../models/tensor/lower/lower.ts";
import { OrtEngine } from "../../../models/tensor/ort-engine.ts";
import { TfjsEngine } from "../../../models/tensor/tfjs-engine.ts";
import { trace } from "../../../models/tensor/trace.ts";
import { expectTreesClose, runOnce } from "./arrays.ts";
import { PRIMITIVE_CASES } from "./primitive-cases.ts";

const engines = new Map<string, Engine>();
const seen = new Set<string>();

beforeAll(async () => {
  engines.set("jax", await JaxEngine.create("wasm"));
  engines.set("onnxruntime", new OrtEngine());
  engines.set("tfjs cpu", await TfjsEngine.create("cpu"));
  engines.set("tfjs wasm", await TfjsEngine.create("wasm"));
});

afterAll(() => {
  for (const [name, engine] of engines) expect(engine.liveArrays(), `${name}: arrays left`).toBe(0);
});

describe.each(["onnxruntime", "tfjs cpu", "tfjs wasm"])("%s", (name) => {
  it.each(PRIMITIVE_CASES.map((primitive) => [primitive.name, primitive] as const))(
    "%s",
    async (_, { inputs, fn, tolerance }) => {
      const expected = await runOnce(engines.get("jax")!, fn, inputs);
      expectTreesClose(await runOnce(engines.get(name)!, fn, inputs), expected, tolerance ?? 2e-5, name);
    },
  );
});

it("the cases use every primitive that has a lowering", async () => {
  for (const { inputs, fn } of PRIMITIVE_CASES) {
    const { program } = await trace(fn as never, inputs);
    for (const { primitive } of program.equations) seen.add(primitive);
  }
  expect([...seen].sort()).toEqual(Object.keys(LOWERING_RULES).sort());
});
