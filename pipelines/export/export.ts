/** `esus export`: a checkpoint as one .onnx file, run once through onnxruntime and compared before it is called done. */
import { basename, dirname, join } from "node:path";
import { InputError, internal } from "../../data-schemas/errors.ts";
import type { EsusParams } from "../../models/esus.ts";
import { makeRng, normal } from "../../models/rng.ts";
import { type InferenceInputs, inferenceExample, makeInference } from "../../models/simulator/inference.ts";
import type { Engine } from "../../models/tensor/engine.ts";
import { disposeTree, readTree } from "../../models/tensor/engine.ts";
import { exportOnnx } from "../../models/tensor/export.ts";
import { float32, type HostArray } from "../../models/tensor/host-array.ts";
import { runOnnx } from "../../models/tensor/run-onnx.ts";
import { entries, mapTree } from "../../models/tensor/tree.ts";
import { writeFileAtomic } from "../io/atomic-file.ts";
import { loadCheckpoint } from "../io/checkpoint.ts";
import type { CommandResult } from "../io/command.ts";
import { TRAIN } from "../io/layout.ts";
import { requireManifest } from "../io/manifest.ts";

/** Of the comparison: another number of readers than the graph was traced at. */
const READERS = 3;
const TOLERANCE = 1e-4;

export async function exportCheckpoint(checkpoint: string, out: string, engine: Engine): Promise<CommandResult> {
  if (!out.endsWith(".onnx")) throw new InputError(`--out ${out}: expected the name of an .onnx file`);
  const manifest = await requireManifest(checkpoint, [TRAIN]);
  const { params, marginal, about } = await loadCheckpoint(checkpoint);
  const fn = makeInference(marginal);
  const metadata = { checkpoint: manifest.key, encoder: about.encoder, licences: about.licences.join("|") };
  const bytes = await exportOnnx(fn as never, params, inferenceExample(params), { metadata });
  const example = randomInputs(params);
  const [here, there] = await Promise.all([ownOutputs(engine, params, fn, example), runOnnx(bytes, example)]);
  let farthest = 0;
  for (const [name, values] of here) {
    const other = there.get(name);
    if (other === undefined) throw internal(`export: the file lacks "${name}"`);
    for (const [i, value] of values.entries())
      farthest = Math.max(farthest, Math.abs(Number(value) - Number(other[i]!)) / (1 + Math.abs(Number(value))));
  }
  if (!(farthest < TOLERANCE)) throw internal(`export: onnxruntime differs by ${farthest} from the checkpoint`);
  await writeFileAtomic(join(dirname(out), basename(out)), bytes);
  const inputs = entries<HostArray>(example).map(({ path, leaf }) => ({
    name: path,
    dtype: leaf.dtype,
    shape: ["batch", ...leaf.shape.slice(1)],
  }));
  const outputs = [...here].map(([name, values]) => ({ name, width: values.length / READERS }));
  const text = `${out}: ${inputs.length} inputs, ${outputs.length} outputs, ${bytes.length} bytes; onnxruntime agrees within ${farthest.toExponential(1)}`;
  return { json: { path: out, bytes: bytes.length, farthest, inputs, outputs }, text };
}

function randomInputs(params: EsusParams): InferenceInputs<HostArray> {
  const rng = makeRng(1);
  const example = inferenceExample(params, READERS);
  return mapTree(example, (leaf: HostArray) =>
    leaf.dtype === "float32"
      ? float32(
          leaf.shape,
          Float32Array.from({ length: leaf.data.length }, () => Math.abs(0.3 * normal(rng))),
        )
      : leaf,
  ) as unknown as InferenceInputs<HostArray>;
}

async function ownOutputs(
  engine: Engine,
  params: EsusParams,
  fn: ReturnType<typeof makeInference>,
  inputs: InferenceInputs<HostArray>,
): Promise<Map<string, ArrayLike<number> & Iterable<number> & { entries(): IterableIterator<[number, number]> }>> {
  const step = await engine.compile((({ params: p, inputs: i }: never) => fn(p, i)) as never, { params, inputs });
  const output = (await step({ params, inputs } as never)) as object;
  const read = await readTree(output);
  disposeTree(output);
  await step.dispose();
  return new Map(entries<HostArray>(read).map(({ path, leaf }) => [path, leaf.data as Float32Array]));
}
