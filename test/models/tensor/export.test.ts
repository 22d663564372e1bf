/** An exported file runs in onnxruntime alone, at batch sizes that were never traced. */
import * as ort from "onnxruntime-node";
import { expect, it } from "vitest";
import { ExportError } from "../../../data-schemas/errors.ts";
import * as ew from "../../../models/tensor/elementwise.ts";
import { exportOnnx } from "../../../models/tensor/export.ts";
import { float32, type HostArray, int32 } from "../../../models/tensor/host-array.ts";
import { takeRows } from "../../../models/tensor/indexing.ts";
import { broadcastTo, concat, expandDims } from "../../../models/tensor/layout.ts";
import { createSession, OrtEngine } from "../../../models/tensor/ort-engine.ts";
import { cumsum, softmax } from "../../../models/tensor/reduction.ts";
import type { Tensor } from "../../../models/tensor/tensor.ts";
import { randn, runOnce } from "./arrays.ts";

const params = { kernel: randn(1, [8, 3]), table: randn(2, [6, 2]) };

function model(p: { kernel: Tensor; table: Tensor }, { x, history, id }: { x: Tensor; history: Tensor; id: Tensor }) {
  const [B] = x.shape as [number];
  const z = ew.silu(x.reshape([B * 4, 8]).matmul(p.kernel)).reshape([B, 4, 3]);
  const joined = concat([z, history], -1);
  const attended = softmax(joined.matmul(joined.transpose([0, 2, 1]))).matmul(joined);
  return {
    rating: cumsum(attended, 1)
      .sum(2)
      .add(takeRows(p.table, id).sum(1, { keepDims: true })),
    wide: broadcastTo(expandDims(joined.sum([1, 2]), 1), [B, 2]),
  };
}

const inputs = (batch: number) => ({
  x: randn(3, [batch, 4, 8]),
  history: randn(4, [batch, 4, 2]),
  id: int32(
    [batch],
    Array.from({ length: batch }, (_, i) => i % 6),
  ),
});

async function exported(): Promise<ort.InferenceSession> {
  return createSession(await exportOnnx(model, params, inputs(2), { metadata: { checkpoint: "abc" } }));
}

it.each([1, 2, 3, 17])("gives the engine's numbers to 1e-5 at batch %i", async (batch) => {
  const session = await exported();
  const given = inputs(batch);
  const feeds = Object.fromEntries(
    Object.entries(given).map(([name, a]) => [
      name,
      new ort.Tensor(a.dtype as "float32", a.data as Float32Array, a.shape),
    ]),
  );
  const results = await session.run(feeds);
  const direct = await runOnce(
    new OrtEngine(),
    ({ x, history, id, kernel, table }) =>
      model({ kernel: kernel!, table: table! }, { x: x!, history: history!, id: id! }),
    { ...given, ...params },
  );
  for (const [name, want] of Object.entries(direct)) {
    expect(results[name]!.dims).toEqual(want.shape);
    const got = results[name]!.data as Float32Array;
    for (const [i, value] of want.data.entries())
      expect(Math.abs(got[i]! - value)).toBeLessThan(1e-5 * Math.max(1, Math.abs(value)));
  }
  await session.release();
});

it("names inputs and outputs by their paths, with a symbolic batch", async () => {
  const session = await exported();
  expect(session.inputNames).toEqual(["history", "id", "x"]);
  expect(session.outputNames).toEqual(["rating", "wide"]);
  const shapes = [...session.inputMetadata, ...session.outputMetadata].map(
    (meta) => (meta as { shape: readonly (string | number)[] }).shape,
  );
  expect(shapes).toEqual([["batch", 4, 2], ["batch"], ["batch", 4, 8], ["batch", 4], ["batch", 2]]);
  await session.release();
});

it("keeps metadata and opset in the file", async () => {
  const bytes = await exportOnnx(model, params, inputs(2), { metadata: { checkpoint: "abc" } });
  const text = new TextDecoder("latin1").decode(bytes);
  for (const word of ["checkpoint", "abc", "producer", "esus", "opset", "18"]) expect(text).toContain(word);
});

it("takes names that look like its own", async () => {
  const bytes = await exportOnnx(
    (_p: object, { v0, v1 }: { v0: Tensor; v1: Tensor }) => ({ v3: v0.add(v1).mul(2) }),
    {},
    { v0: float32([2, 1]), v1: float32([2, 1]) },
  );
  const session = await createSession(bytes);
  const three = new ort.Tensor("float32", Float32Array.from([3]), [1, 1]);
  expect([...((await session.run({ v0: three, v1: three }))["v3"]!.data as Float32Array)]).toEqual([12]);
  await session.release();
});

it("equal models give equal bytes", async () => {
  expect(await exportOnnx(model, params, inputs(2))).toEqual(await exportOnnx(model, params, inputs(9)));
});

const one = { x: float32([2, 3]) };
it.each<[string, (x: Tensor) => Record<string, Tensor>, Record<string, HostArray>, RegExp]>([
  [
    "a mean over the batch",
    (x) => ({ y: x.sub(x.mean(0)) }),
    one,
    /float32 constant of shape \[\] depends on the batch size/,
  ],
  [
    "a branch on the batch",
    (x) => ({ y: x.shape[0]! > 1010 ? ew.exp(x) : x.neg() }),
    one,
    /computes differently at different batch sizes/,
  ],
  ["one name for an input and an output", (x) => ({ x: x.neg() }), one, /"x" names an input and an output/],
  ["a scalar input", (x) => ({ y: x.neg() }), { x: float32([]) }, /input "x" is a scalar/],
])("refuses %s", async (_, fn, example, message) => {
  const attempt = exportOnnx((_p: object, { x }: { x: Tensor }) => fn(x), {}, example as { x: HostArray });
  await expect(attempt).rejects.toThrow(ExportError);
  await expect(attempt).rejects.toThrow(message);
});
