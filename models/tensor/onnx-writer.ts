/**
 * The parts of an ONNX file. Field numbers are those of onnx.proto3 (github.com/onnx/onnx, IR version 9); the wire format
 * is the protobuf library's.
 */
import { BinaryWriter } from "@bufbuild/protobuf/wire";
import { internal } from "../../data-schemas/errors.ts";
import type { Attributes, Constant, GraphDType, Node, ValueId } from "./graph.ts";

const IR_VERSION = 9;
export const OPSET = 18;

/** onnx.TensorProto.DataType */
const DATA_TYPE: Readonly<Record<GraphDType, number>> = { float32: 1, int32: 6, int64: 7, bool: 9 };
/** onnx.AttributeProto.AttributeType */
const ATTRIBUTE_TYPE = { int: 2, string: 3, ints: 7, graph: 5 } as const;

/** A size known only at run time, such as the batch; written as a named dimension. */
export type SymbolicShape = readonly (number | string)[];

/** A file around the bytes of its graph. */
export function writeModel(graph: Uint8Array, metadata: Readonly<Record<string, string>>): Uint8Array {
  const model = new BinaryWriter();
  model.uint32((1 << 3) | 0).int64(IR_VERSION);
  model.uint32((2 << 3) | 2).string("esus");
  model.uint32((7 << 3) | 2).bytes(graph);
  message(model, 8, (w) => {
    w.uint32((1 << 3) | 2).string("");
    w.uint32((2 << 3) | 0).int64(OPSET);
  });
  for (const [key, value] of Object.entries(metadata).sort(([a], [b]) => (a < b ? -1 : 1))) {
    message(model, 14, (w) => {
      w.uint32((1 << 3) | 2).string(key);
      w.uint32((2 << 3) | 2).string(value);
    });
  }
  return model.finish();
}

/** The fields of a GraphProto. */
export const GRAPH = { node: 1, name: 2, initializer: 5, input: 11, output: 12 } as const;

export function message(writer: BinaryWriter, field: number, write: (inner: BinaryWriter) => void): void {
  writer.uint32((field << 3) | 2).fork();
  write(writer);
  writer.join();
}

export function writeNode(w: BinaryWriter, node: Node, nameOf: (id: ValueId) => string): void {
  // A 0 in a shape is a size here, not "copy this dimension".
  const attributes = node.op === "Reshape" ? { ...node.attributes, allowzero: 1 } : node.attributes;
  writeNodeFields(w, node.op, node.inputs.map(nameOf), node.outputs.map(nameOf), attributes);
}

export function writeNodeFields(
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

/** An attribute that holds a graph of its own, such as the body of a loop. */
export function writeGraphAttribute(w: BinaryWriter, name: string, graph: Uint8Array): void {
  message(w, 5, () => {
    w.uint32((1 << 3) | 2).string(name);
    w.uint32((6 << 3) | 2).bytes(graph);
    w.uint32((20 << 3) | 0).int32(ATTRIBUTE_TYPE.graph);
  });
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

export function writeTensor(w: BinaryWriter, name: string, constant: Constant): void {
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

export function writeValueInfo(w: BinaryWriter, name: string, dtype: GraphDType, shape: SymbolicShape): void {
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
