/**
 * Serialises a lowered program as an ONNX model. Field numbers are those of onnx.proto3
 * (github.com/onnx/onnx, ModelProto, IR version 9); the wire format is the protobuf library's.
 */
import { BinaryWriter } from "@bufbuild/protobuf/wire";
import { internal } from "../../data-schemas/errors.ts";
import type { Attributes, Constant, Graph, GraphDType, Node, ValueId } from "./graph.ts";
import { usedConstants } from "./graph.ts";

const IR_VERSION = 9;
export const OPSET = 18;

/** onnx.TensorProto.DataType */
const DATA_TYPE: Readonly<Record<GraphDType, number>> = { float32: 1, int32: 6, int64: 7, bool: 9 };
/** onnx.AttributeProto.AttributeType */
const ATTRIBUTE_TYPE = { int: 2, string: 3, ints: 7 } as const;

/** A size known only at run time, such as the batch; written as a named dimension. */
export type SymbolicShape = readonly (number | string)[];

export interface OnnxOptions {
  /** Names of inputs and outputs, in the order of the graph's ports. */
  readonly inputNames: readonly string[];
  readonly outputNames: readonly string[];
  readonly inputShapes?: readonly SymbolicShape[];
  readonly outputShapes?: readonly SymbolicShape[];
  readonly metadata?: Readonly<Record<string, string>>;
}

export function encodeOnnx(graph: Graph, options: OnnxOptions): Uint8Array {
  const names = new Map<ValueId, string>();
  for (const [i, { id }] of graph.inputs.entries()) names.set(id, options.inputNames[i]!);
  const aliases: { readonly id: ValueId; readonly name: string }[] = [];
  for (const [i, { id }] of graph.outputs.entries()) {
    const name = options.outputNames[i]!;
    // What a node computes can carry the output's name; an input, a constant or a second name needs a copy.
    if (graph.values[id]!.producer !== null && !names.has(id)) names.set(id, name);
    else aliases.push({ id, name });
  }
  // A tree path cannot hold "#", so no name of the caller's is taken.
  const nameOf = (id: ValueId): string => names.get(id) ?? `#${id}`;

  const body = new BinaryWriter();
  for (const node of graph.nodes) message(body, 1, (w) => writeNode(w, node, nameOf));
  for (const { id, name } of aliases) {
    message(body, 1, (w) => writeNodeFields(w, "Identity", [nameOf(id)], [name], {}));
  }
  body.uint32((2 << 3) | 2).string("esus");
  for (const id of usedConstants(graph)) {
    message(body, 5, (w) => writeTensor(w, nameOf(id), graph.values[id]!.constant!));
  }
  const port = (field: number, id: ValueId, name: string, shape: SymbolicShape | undefined): void => {
    const value = graph.values[id]!;
    message(body, field, (w) => writeValueInfo(w, name, value.dtype, shape ?? value.shape));
  };
  for (const [i, { id }] of graph.inputs.entries()) port(11, id, options.inputNames[i]!, options.inputShapes?.[i]);
  for (const [i, { id }] of graph.outputs.entries()) port(12, id, options.outputNames[i]!, options.outputShapes?.[i]);

  const model = new BinaryWriter();
  model.uint32((1 << 3) | 0).int64(IR_VERSION);
  model.uint32((2 << 3) | 2).string("esus");
  model.uint32((7 << 3) | 2).bytes(body.finish());
  message(model, 8, (w) => {
    w.uint32((1 << 3) | 2).string("");
    w.uint32((2 << 3) | 0).int64(OPSET);
  });
  for (const [key, value] of Object.entries(options.metadata ?? {}).sort(([a], [b]) => (a < b ? -1 : 1))) {
    message(model, 14, (w) => {
      w.uint32((1 << 3) | 2).string(key);
      w.uint32((2 << 3) | 2).string(value);
    });
  }
  return model.finish();
}

function message(writer: BinaryWriter, field: number, write: (inner: BinaryWriter) => void): void {
  writer.uint32((field << 3) | 2).fork();
  write(writer);
  writer.join();
}

function writeNode(w: BinaryWriter, node: Node, nameOf: (id: ValueId) => string): void {
  // A 0 in a shape is a size here, not "copy this dimension".
  const attributes = node.op === "Reshape" ? { ...node.attributes, allowzero: 1 } : node.attributes;
  writeNodeFields(w, node.op, node.inputs.map(nameOf), node.outputs.map(nameOf), attributes);
}

function writeNodeFields(
  w: BinaryWriter,
  op: string,
  inputs: readonly string[],
  outputs: readonly string[],
  attributes: Attributes,
): void {
  for (const name of inputs) w.uint32((1 << 3) | 2).string(name);
  for (const name of outputs) w.uint32((2 << 3) | 2).string(name);
  w.uint32((4 << 3) | 2).string(op);
  for (const [name, value] of Object.entries(attributes)) {
    message(w, 5, () => writeAttribute(w, op, name, value));
  }
}

function writeAttribute(w: BinaryWriter, op: string, name: string, value: Attributes[string]): void {
  w.uint32((1 << 3) | 2).string(name);
  if (op === "Cast" && name === "to") {
    w.uint32((3 << 3) | 0).int64(DATA_TYPE[value as GraphDType]);
    w.uint32((20 << 3) | 0).int32(ATTRIBUTE_TYPE.int);
  } else if (typeof value === "number") {
    w.uint32((3 << 3) | 0).int64(value);
    w.uint32((20 << 3) | 0).int32(ATTRIBUTE_TYPE.int);
  } else if (typeof value === "string") {
    w.uint32((4 << 3) | 2).string(value);
    w.uint32((20 << 3) | 0).int32(ATTRIBUTE_TYPE.string);
  } else {
    for (const item of value) w.uint32((8 << 3) | 0).int64(item);
    w.uint32((20 << 3) | 0).int32(ATTRIBUTE_TYPE.ints);
  }
}

function writeTensor(w: BinaryWriter, name: string, constant: Constant): void {
  for (const dim of constant.shape) w.uint32((1 << 3) | 0).int64(dim);
  w.uint32((2 << 3) | 0).int32(DATA_TYPE[constant.dtype]);
  w.uint32((8 << 3) | 2).string(name);
  w.uint32((9 << 3) | 2).bytes(rawBytes(constant));
}

/** Little-endian, as TensorProto.raw_data asks; every platform that onnxruntime-node runs on is. */
function rawBytes({ dtype, data }: Constant): Uint8Array {
  const bytes = (array: ArrayBufferView): Uint8Array =>
    new Uint8Array(array.buffer, array.byteOffset, array.byteLength);
  switch (dtype) {
    case "float32":
      return bytes(Float32Array.from(data));
    case "int32":
      return bytes(Int32Array.from(data));
    case "bool":
      return Uint8Array.from(data);
    case "int64":
      return bytes(BigInt64Array.from(Array.from(data, BigInt)));
    default:
      throw internal(`constant of dtype ${dtype satisfies never}`);
  }
}

function writeValueInfo(w: BinaryWriter, name: string, dtype: GraphDType, shape: SymbolicShape): void {
  w.uint32((1 << 3) | 2).string(name);
  message(w, 2, () =>
    message(w, 1, () => {
      w.uint32((1 << 3) | 0).int32(DATA_TYPE[dtype]);
      message(w, 2, () => {
        for (const dim of shape) {
          message(w, 1, () => {
            if (typeof dim === "number") w.uint32((1 << 3) | 0).int64(dim);
            else w.uint32((2 << 3) | 2).string(dim);
          });
        }
      });
    }),
  );
}
