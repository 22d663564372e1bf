/** A lowered program as an ONNX file. */
import { BinaryWriter } from "@bufbuild/protobuf/wire";
import { type Graph, usedConstants, type ValueId } from "./graph.ts";
import {
  GRAPH,
  message,
  type SymbolicShape,
  writeModel,
  writeNode,
  writeNodeFields,
  writeTensor,
  writeValueInfo,
} from "./onnx-writer.ts";

export interface OnnxOptions {
  /** Names of inputs and outputs, in the order of the graph's ports. */
  readonly inputNames: readonly string[];
  readonly outputNames: readonly string[];
  readonly inputShapes?: readonly SymbolicShape[];
  readonly outputShapes?: readonly SymbolicShape[];
  readonly metadata?: Readonly<Record<string, string>>;
}

export function encodeOnnx(graph: Graph, options: OnnxOptions): Uint8Array {
  const body = new BinaryWriter();
  const inputs = new Map(graph.inputs.map(({ id }, i) => [id, options.inputNames[i]!]));
  writeProgram(body, graph, inputs, options.outputNames);
  body.uint32((GRAPH.name << 3) | 2).string("esus");
  const port = (field: number, id: ValueId, name: string, shape: SymbolicShape | undefined): void => {
    const value = graph.values[id]!;
    message(body, field, (w) => writeValueInfo(w, name, value.dtype, shape ?? value.shape));
  };
  for (const [i, { id }] of graph.inputs.entries()) {
    port(GRAPH.input, id, options.inputNames[i]!, options.inputShapes?.[i]);
  }
  for (const [i, { id }] of graph.outputs.entries()) {
    port(GRAPH.output, id, options.outputNames[i]!, options.outputShapes?.[i]);
  }
  return writeModel(body.finish(), options.metadata ?? {});
}

/** Writes nodes and constants, with the given names for inputs and outputs. */
export function writeProgram(
  body: BinaryWriter,
  graph: Graph,
  inputNames: ReadonlyMap<ValueId, string>,
  outputNames: readonly string[],
): void {
  const names = new Map(inputNames);
  const aliases: { readonly id: ValueId; readonly name: string }[] = [];
  for (const [i, { id }] of graph.outputs.entries()) {
    const name = outputNames[i]!;
    // What a node computes can carry the output's name; an input, a constant or a second name needs a copy.
    if (graph.values[id]!.producer !== null && !names.has(id)) names.set(id, name);
    else aliases.push({ id, name });
  }
  // A tree path cannot hold "#", so no name of the caller's is taken.
  const nameOf = (id: ValueId): string => names.get(id) ?? `#${id}`;
  for (const node of graph.nodes) message(body, GRAPH.node, (w) => writeNode(w, node, nameOf));
  for (const { id, name } of aliases) {
    message(body, GRAPH.node, (w) => writeNodeFields(w, "Identity", [nameOf(id)], [name], {}));
  }
  for (const id of usedConstants(graph)) {
    message(body, GRAPH.initializer, (w) => writeTensor(w, nameOf(id), graph.values[id]!.constant!));
  }
}
