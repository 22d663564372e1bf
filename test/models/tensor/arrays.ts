/** Arrays for tests, and their comparison. */
import { expect } from "vitest";
import { makeRng, normal } from "../../../models/rng.ts";
import type { Engine } from "../../../models/tensor/engine.ts";
import { disposeTree, readTree } from "../../../models/tensor/engine.ts";
import { float32, type HostArray } from "../../../models/tensor/host-array.ts";
import { sizeOf } from "../../../models/tensor/shape.ts";
import type { Tensor } from "../../../models/tensor/tensor.ts";
import { entries } from "../../../models/tensor/tree.ts";

/** Standard normal values; equal seeds give equal arrays. */
export function randn(seed: number, shape: readonly number[], scale = 1): HostArray {
  const rng = makeRng(seed);
  return float32(
    shape,
    Float32Array.from({ length: sizeOf(shape) }, () => scale * normal(rng)),
  );
}

export type Fn = (inputs: Record<string, Tensor>) => Record<string, Tensor>;

/** Runs once and reads everything back; leaves nothing on the engine. */
export function runOnce(engine: Engine, fn: Fn, inputs: Record<string, HostArray>): Promise<Record<string, HostArray>> {
  return runTree(engine, fn, inputs) as Promise<Record<string, HostArray>>;
}

/** The same for nested inputs. @returns As `fn` returns, of host arrays. */
export async function runTree(engine: Engine, fn: (inputs: never) => object, inputs: object): Promise<object> {
  const step = await engine.compile(fn as never, inputs as never);
  const outputs = (await step(inputs as never)) as object;
  const read = await readTree(outputs);
  disposeTree(outputs);
  await step.dispose();
  return read;
}

/** |a − b| <= tolerance · max(1, |b|) for every element; infinities and NaN must match. */
export function expectClose(actual: HostArray, expected: HostArray, tolerance: number, label: string): void {
  expect(actual.shape, `${label}: shape`).toEqual(expected.shape);
  expect(actual.dtype, `${label}: dtype`).toBe(expected.dtype);
  for (const [i, value] of actual.data.entries()) {
    const want = expected.data[i]!;
    if (Object.is(value, want) || value === want) continue;
    const apart = Math.abs(value - want);
    if (!(apart <= tolerance * Math.max(1, Math.abs(want)))) {
      expect.fail(`${label}: element ${i} of [${actual.shape}] is ${value}, expected ${want} within ${tolerance}`);
    }
  }
}

export function expectTreesClose(actual: object, expected: object, tolerance: number, label: string): void {
  const want = entries<HostArray>(expected);
  for (const [i, { path, leaf }] of entries<HostArray>(actual).entries()) {
    expectClose(leaf, want[i]!.leaf, tolerance, `${label}: ${path}`);
  }
}
