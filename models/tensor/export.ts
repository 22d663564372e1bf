/**
 * Exports a model as an .onnx file that any ONNX runtime reads, with a batch size that is chosen at run time.
 *
 * Programs are traced at fixed shapes. To find what depends on the batch, the function is lowered at three batch sizes:
 * the graphs must be the same but for integers that are linear in the batch, and those become small computations on
 * the shape of the first batched input.
 */
import { ExportError, internal } from "../../data-schemas/errors.ts";
import type { Constant, Graph, Node, Port, Value, ValueId } from "./graph.ts";
import { HostArray, storageOf } from "./host-array.ts";
import { lower } from "./lower/lower.ts";
import { encodeOnnx } from "./onnx-model.ts";
import { OPSET, type SymbolicShape } from "./onnx-writer.ts";
import { type Shape, sizeOf } from "./shape.ts";
import { constant, type Tensor } from "./tensor.ts";
import { trace } from "./trace.ts";
import { entries, fromEntries, type Mapped, mapTree } from "./tree.ts";

export interface ExportOptions {
  /** Name of the free dimension in the file. Default "batch". */
  readonly batchName?: string;
  /** Kept in the file, such as the checkpoint's hash. */
  readonly metadata?: Readonly<Record<string, string>>;
}

/** Batch sizes at which the function is traced: primes that no other dimension is likely to equal. */
const BATCHES = [1009, 1013, 1019] as const;

/**
 * @param fn       From parameters and inputs to named outputs.
 * @param params   Written into the file as constants.
 * @param example  Inputs with any batch size in dimension 0; only names, dtypes and the other dimensions are read.
 * @returns The bytes of the model. Inputs and outputs have their tree paths as names.
 * @throws {ExportError} The result depends on the batch size in a way a graph cannot say.
 */
export async function exportOnnx<P extends object, I extends object, O extends object>(
  fn: (params: Mapped<P, HostArray, Tensor>, inputs: Mapped<I, HostArray, Tensor>) => O,
  params: P,
  example: I,
  { batchName = "batch", metadata = {} }: ExportOptions = {},
): Promise<Uint8Array> {
  const withParams = (inputs: Mapped<I, HostArray, Tensor>): O => {
    const fixed = entries<HostArray>(params).map(({ path, leaf }) => ({ path, leaf: constant(leaf) }));
    return fn(fromEntries<Tensor>(fixed) as Mapped<P, HostArray, Tensor>, inputs);
  };
  const graphs: Graph[] = [];
  for (const batch of BATCHES) {
    const resized = mapTree(example, (leaf: HostArray, path) => withBatch(leaf, batch, path));
    graphs.push(lower(await trace(withParams, resized as unknown as I)));
  }
  const { graph, shapeOf } = freeBatch(graphs, batchName);
  const names = new Set(graph.inputs.map(({ name }) => name));
  const clash = graph.outputs.find(({ name }) => names.has(name));
  if (clash !== undefined) throw new ExportError(`export: "${clash.name}" names an input and an output; rename one`);
  return encodeOnnx(graph, {
    inputNames: graph.inputs.map(({ name }) => name),
    outputNames: graph.outputs.map(({ name }) => name),
    inputShapes: graph.inputs.map(({ id }) => shapeOf(id)),
    outputShapes: graph.outputs.map(({ id }) => shapeOf(id)),
    metadata: { ...metadata, producer: "esus", opset: String(OPSET) },
  });
}

function withBatch(array: HostArray, batch: number, path: string): HostArray {
  if (array.shape.length === 0)
    throw new ExportError(`export: input "${path}" is a scalar; inputs need a batch dimension`);
  const shape = [batch, ...array.shape.slice(1)];
  return new HostArray(array.dtype, shape, new (storageOf(array.dtype))(sizeOf(shape)));
}

interface FreeGraph {
  readonly graph: Graph;
  readonly shapeOf: (id: ValueId) => SymbolicShape;
}

/** One graph that stands for all three. */
function freeBatch(graphs: readonly Graph[], batchName: string): FreeGraph {
  const [first] = graphs as [Graph, Graph, Graph];
  assertSameStructure(graphs);
  const values: Value[] = [...first.values];
  const added: Node[] = [];
  const add = (node: Omit<Node, "outputs">, shape: Shape): ValueId => {
    const outputs = [values.length];
    const complete: Node = { ...node, outputs };
    values.push({ dtype: "int64", shape, constant: null, producer: complete });
    added.push(complete);
    return outputs[0]!;
  };
  const literal = (data: readonly number[]): ValueId => {
    const shape = [data.length];
    values.push({ dtype: "int64", shape, constant: { dtype: "int64", shape, data }, producer: null });
    return values.length - 1;
  };
  let batch: ValueId | null = null;
  const batchValue = (): ValueId => {
    if (batch === null) {
      const { id } = first.inputs[0]!;
      const shape = add({ op: "Shape", inputs: [id], attributes: {} }, [first.values[id]!.shape.length]);
      batch = add({ op: "Gather", inputs: [shape, literal([0])], attributes: { axis: 0 } }, [1]);
    }
    return batch;
  };

  const replaced = new Map<ValueId, ValueId>();
  const resolve = (id: ValueId): ValueId => {
    if (first.values[id]!.constant === null) return id;
    const known = replaced.get(id);
    if (known !== undefined) return known;
    const constants = graphs.map((graph) => graph.values[id]!.constant!);
    const linear = linearInBatch(constants);
    let result = id;
    if (linear !== null) {
      const scaled = add({ op: "Mul", inputs: [batchValue(), literal(linear.factor)], attributes: {} }, [
        linear.factor.length,
      ]);
      result = add({ op: "Add", inputs: [scaled, literal(linear.offset)], attributes: {} }, [linear.factor.length]);
    }
    replaced.set(id, result);
    return result;
  };
  const nodes = first.nodes.map((node) => ({ ...node, inputs: node.inputs.map(resolve) }));
  const outputs: Port[] = first.outputs.map(({ name, id }) => ({ name, id: resolve(id) }));
  const shapeOf = (id: ValueId): SymbolicShape => {
    const shapes = graphs.map((graph) => graph.values[id]!.shape);
    return shapes[0]!.map((dim, axis) =>
      shapes.every((shape) => shape[axis] === dim)
        ? dim
        : dim === BATCHES[0]
          ? batchName
          : `${batchName}_${id}_${axis}`,
    );
  };
  return { graph: { values, nodes: [...added, ...nodes], inputs: first.inputs, outputs }, shapeOf };
}

function assertSameStructure(graphs: readonly Graph[]): void {
  const structure = (graph: Graph): string =>
    JSON.stringify([
      graph.nodes.map(({ op, inputs, outputs, attributes }) => [op, inputs, outputs, attributes]),
      graph.outputs,
    ]);
  const [first, ...others] = graphs.map(structure);
  if (others.some((other) => other !== first)) {
    throw new ExportError(
      "export: the model computes differently at different batch sizes, so the batch cannot be free. " +
        "Look for code that branches on the size of dimension 0",
    );
  }
}

/** offset + factor · batch, or null for a constant that does not depend on the batch. */
function linearInBatch(constants: readonly Constant[]): { offset: number[]; factor: number[] } | null {
  const [a, b, c] = constants as [Constant, Constant, Constant];
  const equal = (x: Constant, y: Constant): boolean =>
    x.data.length === y.data.length && Array.from(x.data).every((value, i) => Object.is(value, y.data[i]));
  if (equal(a, b) && equal(a, c)) return null;
  const refused = (why: string): ExportError =>
    new ExportError(
      `export: a ${a.dtype} constant of shape [${a.shape}] depends on the batch size (${why}), so the batch cannot be free`,
    );
  if (a.dtype !== "int64") throw refused("it is data, such as 1/batch of a mean over the batch");
  if (a.data.length !== b.data.length || a.data.length !== c.data.length)
    throw internal("shape vectors of unequal rank");
  const factor = Array.from(a.data, (value, i) => (b.data[i]! - value) / (BATCHES[1] - BATCHES[0]));
  const offset = Array.from(a.data, (value, i) => value - factor[i]! * BATCHES[0]);
  const fits = Array.from(c.data).every((value, i) => value === offset[i]! + factor[i]! * BATCHES[2]);
  if (!fits || !factor.every(Number.isInteger)) throw refused("not in proportion");
  return { offset, factor };
}
